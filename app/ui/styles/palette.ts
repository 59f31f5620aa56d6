export const light = {
  surface: "#FBF9F4",
  raised: "#FFFFFF",
  line: "#DDD7CA",
  edge: "#857E6E",
  ink: "#17202E",
  inkSoft: "#556070",
  primary: "#15527A",
  onPrimary: "#FBF9F4",
  accent: "#F2B33D",
  accentDeep: "#E3A022",
  onAccent: "#17202E",
  tint: "#EEF3F6",
  own: "#DCE9F1",
  tick: "#1668B8",
  good: "#1F7A4D",
  warn: "#8A5A00",
  bad: "#B3261E",
  shadow: "rgb(23 32 46 / 16%)",
};

export const dark = {
  ...light,
  surface: "#10151F",
  raised: "#182030",
  line: "#2C3850",
  edge: "#6B7A96",
  ink: "#EDEFF4",
  inkSoft: "#A5B0C2",
  primary: "#7CC0EA",
  onPrimary: "#10151F",
  accentDeep: "#FFC65C",
  tint: "#1D2A3D",
  own: "#20405A",
  tick: "#5BB8FF",
  good: "#6FD3A0",
  warn: "#F0C26A",
  bad: "#FF9B93",
  shadow: "rgb(0 0 0 / 50%)",
};

/** Selectors of the root element in the dark theme: by the device's choice, and by the visitor's. */
export const unlessLight = ":root:not([data-theme=light])";
export const chosenDark = ":root[data-theme=dark]";
