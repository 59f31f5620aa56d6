const links =
  "a:is([href='/'],[href='/about'],[href^='/jobs'],[href^='/events'],[href^='/resources'],[href^='/questions'])" +
  ":not([aria-disabled],[href*='.'],[href*='/new'],[href*='/upload'],[href$='/apply'])";

/** Has browsers load a page without React when a finger touches its link. */
export const speculationRules = /* @__PURE__ */ JSON.stringify({
  prefetch: [{ where: { selector_matches: links }, eagerness: "conservative" }],
});
