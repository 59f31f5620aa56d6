import type { Motif } from "./cover.ts";

/** What a motif draws with: its composition (0 to 2) and a seeded source of numbers from 0 to 1. */
export interface Pen {
  composition: number;
  next: () => number;
}

const mark = "#F2B33D";
const paper = "#EDEFF4";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const at = (value: number): string => String(Math.round(value * 10) / 10);
const point = (x: number, y: number): string => `${at(x)} ${at(y)}`;
const path = (d: string, attributes = ""): string => `<path d="${d}"${attributes}/>`;
const faint = (opacity: number): string => ` opacity="${opacity}"`;
const dot = (x: number, y: number, radius: number, fill = paper, opacity = 1): string =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${fill}" stroke="none"${opacity < 1 ? faint(opacity) : ""}/>`;
const ring = (x: number, y: number, radius: number, attributes = ""): string =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"${attributes}/>`;
const polar = (x: number, y: number, radius: number, turn: number): [number, number] => [
  x + radius * Math.cos(turn * 2 * Math.PI),
  y + radius * Math.sin(turn * 2 * Math.PI),
];
const between = ({ next }: Pen, from: number, to: number): number => from + next() * (to - from);
/** The yellow mark, with its glow. */
const glow = (x: number, y: number, radius = 6): string =>
  dot(x, y, radius * 3, mark, 0.16) + dot(x, y, radius, mark);

/** A closed line through points, as smooth as a contour. */
function smooth(points: [number, number][]): string {
  const of = (index: number) => points[(index + points.length) % points.length] ?? [0, 0];
  const middle = (index: number) => {
    const [[x, y], [nextX, nextY]] = [of(index), of(index + 1)];
    return point((x + nextX) / 2, (y + nextY) / 2);
  };
  return `M${middle(-1)}${points.map((_, index) => `Q${point(...of(index))} ${middle(index)}`).join("")}z`;
}

const centres = [300, 190, 420] as const;
const centreOf = ({ composition }: Pen): number => centres[composition] ?? 300;

function sky(pen: Pen): string {
  const stars = range(46).map(() => [between(pen, 10, 590), between(pen, 10, 240)] as const);
  const small = stars.map(([x, y]) => dot(x, y, between(pen, 0.7, 1.8), paper, 0.8)).join("");
  const left = centreOf(pen) - 150;
  const chain = range(6).map((index): [number, number] => [left + index * 60, between(pen, 60, 170)]);
  const line = path(`M${chain.map((place) => point(...place)).join("L")}`, faint(0.7));
  const joints = chain.map(([x, y]) => dot(x, y, 3)).join("");
  const [x, y] = chain[2 + pen.composition] ?? [300, 100];
  const arcs = range(3).map((n) => ring(300, 560, 300 + n * 34, faint(0.5 - n * 0.14)));
  return small + arcs.join("") + line + joints + glow(x, y);
}

function waves(pen: Pen): string {
  const rows = range(8).map((row) => {
    const y = 132 + row * 22;
    const height = 5 + row * 1.6;
    const start = -between(pen, 0, 120);
    const crests = range(8).map(
      (n) =>
        `Q${point(start + n * 120 + 30, y - height)} ${point(start + n * 120 + 60, y)}T${point(start + n * 120 + 120, y)}`,
    );
    return path(`M${point(start, y)}${crests.join("")}`, faint(0.3 + row * 0.08));
  });
  const x = centreOf(pen);
  const beams = path(
    `M${point(x, 74)}L${point(x - 190, 30)}M${point(x, 74)}L${point(x - 190, 118)}`,
    faint(0.3),
  );
  const tower = path(
    `M${point(x - 9, 132)}L${point(x - 5, 84)}h10L${point(x + 9, 132)}M${point(x - 8, 84)}h16M${point(x - 5, 84)}v-16h10v16`,
  );
  const moon = ring(x, 78, 40, faint(0.6));
  return (pen.composition === 1 ? moon + glow(x, 78, 8) : beams + tower + glow(x, 75, 4)) + rows.join("");
}

function hills(pen: Pen): string {
  const peaks = [
    [centreOf(pen), 140, 10],
    [centreOf(pen) + (pen.composition === 2 ? -230 : 200), 190, 6],
  ] as const;
  const lines = peaks.flatMap(([x, y, count]) => {
    const bumps = range(12).map(() => between(pen, 0.72, 1.28));
    return range(count).map((level) => {
      const radius = 10 + level * 17;
      const points = bumps.map((bump, n) =>
        polar(x, y, radius * (1 + (bump - 1) * (0.4 + level * 0.08)), n / 12),
      );
      return path(smooth(points.map(([px, py]) => [px, y + (py - y) * 0.72])), faint(0.85 - level * 0.06));
    });
  });
  const [[x, y]] = peaks;
  return (
    lines.join("") +
    path(`M${point(x, y)}v-34l20 7-20 7`, ` stroke="${mark}" fill="${mark}"`) +
    dot(x, y, 3, mark)
  );
}

function compass(pen: Pen): string {
  const [x, y] = [centreOf(pen), 150];
  const size = pen.composition === 0 ? 112 : 128;
  const turn = between(pen, -0.2, 0.2) - 0.25;
  const ticks = range(72).map((n) => {
    const length = n % 18 === 0 ? 18 : n % 6 === 0 ? 12 : 6;
    return `M${point(...polar(x, y, size, n / 72))}L${point(...polar(x, y, size - length, n / 72))}`;
  });
  const rose = range(8).map((n) => {
    const long = n % 2 === 0 ? size - 34 : size - 66;
    const [a, b, c] = [
      polar(x, y, 14, n / 8 - 1 / 16),
      polar(x, y, long, n / 8),
      polar(x, y, 14, n / 8 + 1 / 16),
    ];
    return path(`M${point(...a)}L${point(...b)}L${point(...c)}`, faint(n % 2 === 0 ? 0.9 : 0.5));
  });
  const rhumbs = range(16).map(
    (n) => `M${point(...polar(x, y, size + 10, n / 16))}L${point(...polar(x, y, 640, n / 16))}`,
  );
  const tip = polar(x, y, size - 26, turn);
  const needle = path(
    `M${point(...polar(x, y, 7, turn - 0.25))}L${point(...tip)}L${point(...polar(x, y, 7, turn + 0.25))}z`,
    ` fill="${mark}" stroke="none"`,
  );
  return (
    path(rhumbs.join(""), faint(0.16)) +
    ring(x, y, size) +
    ring(x, y, size - 24, faint(0.4)) +
    path(ticks.join(""), faint(0.8)) +
    rose.join("") +
    needle +
    dot(x, y, 4)
  );
}

function harbour(pen: Pen): string {
  const boats = range(5).map((n) => {
    const x = 60 + n * 120 + between(pen, -22, 22);
    const size = between(pen, 0.75, 1.25);
    const mast = 92 * size;
    const hull = path(
      `M${point(x - 38 * size, 196)}h${at(76 * size)}l${at(-13 * size)} ${at(18 * size)}h${at(-50 * size)}z`,
    );
    const sails = path(
      `M${point(x, 190)}v${at(-mast)}l${at(30 * size)} ${at(mast * 0.84)}zM${point(x - 5, 190)}l${at(-23 * size)} ${at(-4)}l${at(23 * size)} ${at(-mast * 0.6)}`,
      faint(0.85),
    );
    const lamp = n === 1 + pen.composition ? glow(x, 190 - mast - 5, 4) : "";
    return hull + sails + lamp;
  });
  const water = range(5).map((row) => {
    const dashes = range(6).map(
      () => `M${point(between(pen, 0, 560), 226 + row * 15)}h${at(between(pen, 16, 70))}`,
    );
    return path(dashes.join(""), faint(0.6 - row * 0.09));
  });
  const hill = path("M0 150q90-50 190-22t180-16 230 24", faint(0.28));
  return hill + boats.join("") + water.join("");
}

function circuit(pen: Pen): string {
  const nodes: string[] = [];
  const tracks = range(13).map((row) => {
    let [x, y] = [-10, 24 + row * 21];
    let d = `M${point(x, y)}`;
    for (let step = 0; step < 3; step++) {
      x += between(pen, 50, 120 + pen.composition * 30);
      const up = pen.next() < 0.5 ? -21 : 21;
      d += `H${at(x)}l21 ${up}`;
      x += 21;
      y += up;
    }
    const end = x + between(pen, 20, 90);
    nodes.push(ring(end + 5, y, 5, faint(0.8)));
    return path(`${d}H${at(end)}`, faint(0.35 + (row % 3) * 0.2));
  });
  const [x, y] = [430 - pen.composition * 60, 96];
  const chip = path(`M${point(x, y)}h108v108h-108zM${point(x + 22, y + 22)}h64v64h-64z`, ' fill="#10151F"');
  const pins = range(5).map(
    (n) =>
      `M${point(x + 14 + n * 20, y)}v-14M${point(x + 14 + n * 20, y + 108)}v14M${point(x, y + 14 + n * 20)}h-14M${point(x + 108, y + 14 + n * 20)}h14`,
  );
  return tracks.join("") + nodes.join("") + path(pins.join("")) + chip + glow(x + 54, y + 54);
}

function table(pen: Pen): string {
  const [x, y] = [centreOf(pen), 150];
  const seats = 9 + Math.floor(pen.next() * 4);
  const people = range(seats).map((n) => {
    const turn = n / seats + 0.02;
    const [px, py] = polar(x, y, 104, turn);
    const [hx, hy] = polar(x, y, 122, turn);
    return ring(px, py, 15, ' fill="#10151F"') + ring(hx, hy, 6, faint(0.7));
  });
  const cups = range(seats).map((n) => dot(...polar(x, y, 60, n / seats + 0.02), 4, paper, 0.75));
  const spokes = range(seats).flatMap((n) =>
    n % 2 === pen.composition % 2
      ? [
          `M${point(...polar(x, y, 60, n / seats + 0.02))}L${point(...polar(x, y, 60, (n + 3) / seats + 0.02))}`,
        ]
      : [],
  );
  const rays = range(24).map(
    (n) => `M${point(...polar(x, y, 152, n / 24))}L${point(...polar(x, y, 160 + (n % 3) * 40, n / 24))}`,
  );
  return (
    path(rays.join(""), faint(0.25)) +
    ring(x, y, 84) +
    ring(x, y, 76, faint(0.4)) +
    path(spokes.join(""), faint(0.4)) +
    cups.join("") +
    people.join("") +
    glow(x, y)
  );
}

function lanterns(pen: Pen): string {
  const strings = range(2 + (pen.composition > 0 ? 1 : 0)).map((row) => {
    const y = 26 + row * 66;
    const sag = between(pen, 40, 70);
    const hang = (share: number) => y + 4 * sag * share * (1 - share);
    const lamps = range(7).map((n) => {
      const share = (n + 0.5 + (row % 2) * 0.4) / 7.5;
      const [x, top] = [share * 600, hang(share)];
      const isLit = (n + row * 3 + pen.composition) % 5 === 2;
      const body = `M${point(x, top)}v9m-9 0h18q7 15 0 30h-18q-7-15 0-30zm2 30h14`;
      const light = isLit ? dot(x, top + 24, 24, mark, 0.16) : "";
      return light + path(body, isLit ? ` fill="${mark}" stroke="${mark}"` : ` fill="#10151F"${faint(0.9)}`);
    });
    return path(`M-4 ${at(y)}Q300 ${at(y + 2 * sag)} 604 ${at(y)}`, faint(0.7)) + lamps.join("");
  });
  const roofs = path(
    "M0 300v-34h46v-20h60v30h40v-44l26-16 26 16v50h70v-24h44v18h66v-40h30v-18h36v58h60v-28h50v34h46v18",
    faint(0.35),
  );
  return roofs + strings.join("");
}

function sheets(pen: Pen): string {
  const middle = centreOf(pen);
  const papers = range(5).map((n) => {
    const x = middle + (n - 2) * (58 + pen.composition * 10);
    const turn = (n - 2) * 7 + between(pen, -3, 3);
    const lines = range(8).map((row) => `M-36 ${-54 + row * 15}h${Math.round(between(pen, 36, 72))}`);
    const isFirst = n === 2;
    const fold = path("M28-86v20h20", faint(0.8));
    const star = isFirst ? path("M-36 66h30", ` stroke="${mark}" stroke-width="4"`) : "";
    return `<g transform="translate(${at(x)} ${at(156 + Math.abs(n - 2) * 9)}) rotate(${at(turn)})">${path("M-48-86h76l20 20v152h-96z", ' fill="#182030"')}${fold}${path(lines.join(""), faint(isFirst ? 0.9 : 0.45))}${star}</g>`;
  });
  const order = [0, 4, 1, 3, 2].map((n) => papers[n] ?? "");
  return order.join("");
}

function lens(pen: Pen): string {
  const [x, y] = [centreOf(pen), 150];
  const blades = 6 + pen.composition;
  const turn = between(pen, 0, 0.2);
  const opening = 40;
  const leaves = range(blades).map((n) => {
    const [a, b] = [polar(x, y, opening, n / blades + turn), polar(x, y, 116, (n + 1.35) / blades + turn)];
    return `M${point(...a)}L${point(...b)}`;
  });
  const edge = range(blades).map((n) => point(...polar(x, y, opening, n / blades + turn)));
  const marks = range(60).map(
    (n) => `M${point(...polar(x, y, 128, n / 60))}L${point(...polar(x, y, n % 5 === 0 ? 140 : 134, n / 60))}`,
  );
  const rays = range(9).map(
    (n) => `M-10 ${at(30 + n * 30)}L${point(...polar(x, y, 118, 0.5 - (n - 4) * 0.035))}`,
  );
  return (
    path(rays.join(""), faint(0.3)) +
    ring(x, y, 118) +
    ring(x, y, 126, faint(0.5)) +
    path(marks.join(""), faint(0.7)) +
    path(leaves.join(""), faint(0.85)) +
    path(`M${edge.join("L")}z`) +
    ring(x, y, 152, faint(0.25)) +
    glow(x, y, 7)
  );
}

function road(pen: Pen): string {
  const [x, y] = [centreOf(pen), 118];
  const sun = glow(x, y - 4, 15);
  const rings = range(5).map((n) =>
    path(
      `M${point(x - 44 - n * 26, y)}A${44 + n * 26} ${44 + n * 26} 0 0 1 ${point(x + 44 + n * 26, y)}`,
      faint(0.6 - n * 0.1),
    ),
  );
  const fan = range(15).map((n) => `M${point(x + (n - 7) * 5, y)}L${point(300 + (n - 7) * 96, 310)}`);
  const rows = range(7).map((n) => `M0 ${at(y + 2 + n * n * 4.6)}H600`);
  const middle = range(5).map((n) => {
    const share = (n + 0.3) / 5;
    const place = (part: number) => point(x + (300 - x) * part * part, y + 192 * part * part);
    return `M${place(share)}L${place(share + 0.09)}`;
  });
  const mountains = path(
    `M0 ${y}l70-${at(between(pen, 20, 46))} 60 26 70-${at(between(pen, 30, 60))} 80 56h60l70-${at(between(pen, 24, 44))} 60 30 60-${at(between(pen, 30, 50))} 70 54`,
    faint(0.4),
  );
  return (
    rings.join("") +
    mountains +
    path(fan.join(""), faint(0.35)) +
    path(rows.join(""), faint(0.3)) +
    sun +
    path(middle.join(""), ` stroke="${mark}" stroke-width="4"`)
  );
}

function fog(pen: Pen): string {
  const rows = range(19).map((row) => {
    const y = 14 + row * 15.5;
    let x = -between(pen, 0, 60);
    let d = "";
    while (x < 600) {
      const length = between(pen, 30, 150);
      d += `M${point(x, y)}h${at(length)}`;
      x += length + between(pen, 12, 90);
    }
    return path(d, faint(0.18 + Math.abs(row - 9) * 0.05));
  });
  const x = centreOf(pen);
  const buoy = path(
    `M${point(x - 26, 214)}h52l-10 22h-32zM${point(x - 16, 214)}l10-64h12l10 64M${point(x - 11, 182)}h22M${point(x - 6, 150)}v-14h12v14`,
    ' fill="#182030"',
  );
  return (
    rows.join("") +
    buoy +
    glow(x, 136, 6) +
    path(`M${point(x - 60, 240)}q15-8 30 0t30 0 30 0 30 0`, faint(0.8))
  );
}

export const draw: Record<Motif, (pen: Pen) => string> = {
  sky,
  waves,
  hills,
  compass,
  harbour,
  circuit,
  table,
  lanterns,
  sheets,
  lens,
  road,
  fog,
};
