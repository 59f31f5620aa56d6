/**
 * Countries with the other calling codes in libphonenumber's metadata (1.13.16), by name. No code is a prefix of
 * another.
 */
const others = `
  Afghanistan 93; Albania 355; Algeria 213; Andorra 376; Angola 244; Argentina 54; Armenia 374; Aruba 297;
  Ascension Island 247; Austria 43; Azerbaijan 994; Bahrain 973; Bangladesh 880; Belarus 375; Belgium 32;
  Belize 501; Benin 229; Bhutan 975; Bolivia 591; Bosnia and Herzegovina 387; Botswana 267; Brazil 55;
  British Indian Ocean Territory 246; Brunei 673; Bulgaria 359; Burkina Faso 226; Burundi 257; Cambodia 855;
  Cameroon 237; Cape Verde 238; Central African Republic 236; Chad 235; Chile 56; China 86; Colombia 57;
  Comoros 269; Congo (Brazzaville) 242; Congo (Kinshasa) 243; Cook Islands 682; Costa Rica 506;
  Côte d’Ivoire 225; Croatia 385; Cuba 53; Curaçao, Bonaire 599; Cyprus 357; Czechia 420; Denmark 45;
  Djibouti 253; Ecuador 593; Egypt 20; El Salvador 503; Equatorial Guinea 240; Eritrea 291; Estonia 372;
  Eswatini 268; Ethiopia 251; Falkland Islands 500; Faroe Islands 298; Fiji 679; Finland 358; France 33;
  French Guiana 594; French Polynesia 689; Gabon 241; Gambia 220; Georgia 995; Germany 49; Ghana 233;
  Gibraltar 350; Greece 30; Greenland 299; Guadeloupe 590; Guatemala 502; Guinea 224; Guinea-Bissau 245;
  Guyana 592; Haiti 509; Honduras 504; Hong Kong 852; Hungary 36; Iceland 354; Indonesia 62; Iran 98; Iraq 964;
  Ireland 353; Israel 972; Italy 39; Japan 81; Jordan 962; Kenya 254; Kiribati 686; Kosovo 383; Kuwait 965;
  Kyrgyzstan 996; Laos 856; Latvia 371; Lebanon 961; Lesotho 266; Liberia 231; Libya 218; Liechtenstein 423;
  Lithuania 370; Luxembourg 352; Macao 853; Madagascar 261; Malawi 265; Malaysia 60; Maldives 960; Mali 223;
  Malta 356; Marshall Islands 692; Martinique 596; Mauritania 222; Mauritius 230; Mexico 52; Micronesia 691;
  Moldova 373; Monaco 377; Mongolia 976; Montenegro 382; Morocco 212; Mozambique 258; Myanmar 95; Namibia 264;
  Nauru 674; Nepal 977; Netherlands 31; New Caledonia 687; New Zealand 64; Nicaragua 505; Niger 227;
  Nigeria 234; Niue 683; Norfolk Island 672; North Korea 850; North Macedonia 389; Norway 47; Oman 968;
  Pakistan 92; Palau 680; Palestine 970; Panama 507; Papua New Guinea 675; Paraguay 595; Peru 51;
  Philippines 63; Poland 48; Portugal 351; Qatar 974; Réunion, Mayotte 262; Romania 40; Russia, Kazakhstan 7;
  Rwanda 250; Saint Helena 290; Saint Pierre and Miquelon 508; Samoa 685; San Marino 378; Saudi Arabia 966;
  São Tomé and Príncipe 239; Senegal 221; Serbia 381; Seychelles 248; Sierra Leone 232; Singapore 65;
  Slovakia 421; Slovenia 386; Solomon Islands 677; Somalia 252; South Africa 27; South Korea 82;
  South Sudan 211; Spain 34; Sri Lanka 94; Sudan 249; Suriname 597; Sweden 46; Switzerland 41; Syria 963;
  Taiwan 886; Tajikistan 992; Tanzania 255; Thailand 66; Timor-Leste 670; Togo 228; Tokelau 690; Tonga 676;
  Tunisia 216; Turkmenistan 993; Tuvalu 688; Türkiye 90; Uganda 256; Ukraine 380; Uruguay 598; Uzbekistan 998;
  Vanuatu 678; Venezuela 58; Vietnam 84; Wallis and Futuna 681; Yemen 967; Zambia 260; Zimbabwe 263
`;

/**
 * The options for a phone's country code: those of the specification, section 9, then all others. The first is the
 * default.
 */
export const countries: readonly (readonly [code: string, name: string])[] = [
  ["+91", "India"],
  ["+1", "United States, Canada"],
  ["+44", "United Kingdom"],
  ["+61", "Australia"],
  ["+971", "United Arab Emirates"],
  ...others
    .trim()
    .split(/;\s+/)
    .map((entry) => {
      const at = entry.lastIndexOf(" ");
      return [`+${entry.slice(at + 1)}`, entry.slice(0, at)] as const;
    }),
];

export const countryCodes: readonly string[] = countries.map(([code]) => code);
