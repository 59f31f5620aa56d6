const star = (x: number, y: number, radius = 3) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="#FBF9F4"/>`;
const each = (count: number, draw: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => draw(n)).join("");

/** The height of a lamp on a wire that sags from 0 to 600 and rises to 1,200. */
const hang = (x: number) => 146 + (x < 600 ? 75 : -75) * (1 - (((x % 600) - 300) / 300) ** 2);

/** The lines of an event's picture, 1200 × 600. */
const drawings = {
  iron: [
    "#15527A",
    `<path d="M760 120 480 400" stroke="#F2B33D" stroke-width="44"/><path d="M480 400 430 450" stroke-width="16"/><path d="M430 450q-20-60 10-110t-10-110" opacity=".6"/><path d="M200 470h640M260 470v-50h80v50M520 470v-30h110v30" /><circle cx="430" cy="466" r="14" fill="#F2B33D"/><path d="M840 470h120M780 470v50h180"/>`,
  ],
  steps: [
    "#2F6F62",
    `<path d="M160 500h180v-90h180v-90h180v-90h180v-90h180"/><circle cx="970" cy="60" r="26" fill="#F2B33D" stroke="none"/><path d="M970 90v46M940 110h60" stroke="#F2B33D"/><circle cx="250" cy="420" r="22"/><path d="M250 442v58"/><circle cx="610" cy="240" r="22"/><path d="M610 262v58"/>`,
  ],
  saturn: [
    "#10151F",
    `<circle cx="700" cy="270" r="120" fill="#F2B33D" stroke="none"/><ellipse cx="700" cy="270" rx="240" ry="54" transform="rotate(-18 700 270)"/>${each(34, (n) => star((n * 367) % 1200, (n * 211) % 480, 2 + (n % 3)))}<path d="M0 540h1200M180 540v-70h90v70M250 470l70-60" stroke="#7CC0EA"/>`,
  ],
  mess: [
    "#7A4B8C",
    `<circle cx="600" cy="300" r="170"/><circle cx="600" cy="300" r="110"/><path d="m560 250-50 50 50 50m80-100 50 50-50 50" stroke="#F2B33D" stroke-width="14"/><path d="M330 130v340M300 130v90q0 40 30 40t30-40v-90M870 130q50 60 0 170v170" />`,
  ],
  lights: [
    "#5C2E1E",
    `<path d="M0 120q300 150 600 0t600 0" />${each(15, (n) => `<circle cx="${40 + n * 80}" cy="${hang(40 + n * 80)}" r="16" fill="#F2B33D" stroke="none"/>`)}<path d="M200 540q400-160 800 0M260 580q340-130 680 0"/><circle cx="600" cy="330" r="30"/><path d="M600 360v90"/>`,
  ],
  papers: [
    "#4B5FA8",
    `<g transform="rotate(-9 520 300)"><rect x="400" y="110" width="270" height="380" fill="#3A4C90"/></g><rect x="500" y="100" width="270" height="380" fill="#FBF9F4"/><g stroke="#4B5FA8">${each(8, (n) => `<path d="M530 ${160 + n * 38}h${n % 3 === 2 ? 130 : 210}"/>`)}</g><path d="m860 140 60 60-190 190-80 20 20-80z" fill="#F2B33D"/>`,
  ],
  robot: [
    "#1F7A4D",
    `<path d="M240 0v600M960 0v600" stroke-width="10"/><rect x="480" y="180" width="240" height="180" rx="24" fill="#155C39"/><circle cx="550" cy="260" r="24" fill="#F2B33D" stroke="none"/><circle cx="650" cy="260" r="24" fill="#F2B33D" stroke="none"/><path d="M600 180v-60M560 320h80M480 280H380v90M720 280h100v90"/><circle cx="600" cy="106" r="14"/><circle cx="530" cy="420" r="50"/><circle cx="670" cy="420" r="50"/>`,
  ],
  branches: [
    "#6A5140",
    `<path d="M120 400h960M300 400c90 0 70-160 170-160h230c100 0 80 160 170 160M560 400c60 0 60 110 140 110h220" />${[120, 300, 560, 870, 1080].map((x) => `<circle cx="${x}" cy="400" r="24" fill="#F2B33D"/>`).join("")}<circle cx="500" cy="240" r="24" fill="#6A5140"/><circle cx="680" cy="240" r="24" fill="#6A5140"/><circle cx="920" cy="510" r="24" fill="#6A5140"/>`,
  ],
  truss: [
    "#3E6B8A",
    `<path d="M160 420h880l-110-170H270z"/><path d="${each(8, (n) => `M${160 + n * 110} 420l55-170 55 170`)}"/><path d="M100 420h120l-30 180h-60zM980 420h120l-30 180h-60z" fill="#F2B33D" stroke="none"/><path d="M600 420v60"/><rect x="560" y="480" width="80" height="70"/>`,
  ],
  interview: [
    "#2C3850",
    `<path d="M200 140h360v180H340l-60 70v-70h-80z" fill="#15527A"/><path d="M640 240h360v180h-80v70l-60-70H640z" fill="#F2B33D" stroke="none"/><g stroke="#17202E"><path d="M700 300h240M700 350h150"/></g><path d="M345 250q0-50 40-50t40 40q0 25-40 40" /><circle cx="384" cy="298" r="5"/>`,
  ],
  river: [
    "#0F4A56",
    `${each(6, (n) => `<path d="M0 ${270 + n * 55}q150-70 300 0t300 0 300 0 300 0" stroke="${n % 2 ? "#6FD3A0" : "#7CC0EA"}"/>`)}<path d="M700 60h110M720 60v210q0 60 35 60t35-60V60" /><path d="M722 190h66v80q0 56-33 56t-33-56z" fill="#F2B33D" stroke="none"/>`,
  ],
  posters: [
    "#93406B",
    `<path d="M0 560h1200"/>${["M30 380 100 260l60 60 70-110", "M30 380h60v-90h60v-60h60v150", "M130 210l90 150H40z"].map((shape, n) => `<g transform="translate(${130 + n * 340} 0)"><rect y="110" width="260" height="340" fill="#FBF9F4"/><path d="M30 160h200M30 420h120${shape}" stroke="#93406B"/></g>`).join("")}`,
  ],
} satisfies Record<string, readonly [ground: string, lines: string]>;

export type EventPicture = keyof typeof drawings;

export function drawEventPicture(name: EventPicture): string {
  const [ground, lines] = drawings[name];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><rect width="1200" height="600" fill="${ground}"/><g fill="none" stroke="#FBF9F4" stroke-width="7" stroke-linejoin="round" stroke-linecap="round">${lines}</g></svg>`;
}

export const eventPictures = Object.keys(drawings) as EventPicture[];
