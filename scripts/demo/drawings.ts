type Point = readonly [x: number, y: number];

/** Lines and words on a sheet of 400 x 180, `y` upwards. */
export interface Drawing {
  lines: Point[][];
  labels: { at: Point; text: string }[];
}

const arrow = ([fromX, fromY]: Point, [toX, toY]: Point): Point[][] => {
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const barb = (turn: number): Point => [toX - 7 * Math.cos(angle + turn), toY - 7 * Math.sin(angle + turn)];
  return [
    [
      [fromX, fromY],
      [toX, toY],
    ],
    [barb(0.4), [toX, toY], barb(-0.4)],
  ];
};

/** Curves over two axes. The functions map 0…1 to 0…1. */
export const plot = (x: string, y: string, ...curves: ((at: number) => number)[]): Drawing => ({
  lines: [
    ...arrow([20, 20], [380, 20]),
    ...arrow([20, 20], [20, 170]),
    ...curves.map((curve) =>
      Array.from({ length: 61 }, (_, n): Point => {
        const height = Math.min(1, Math.max(0, curve(n / 60)));
        return [20 + (n / 60) * 340, 20 + height * 135];
      }),
    ),
  ],
  labels: [
    { at: [300, 6], text: x },
    { at: [28, 164], text: y },
  ],
});

/** Named boxes in a row, connected by arrows. `isLoop` connects the last to the first. */
export function boxes(isLoop: boolean, ...names: string[]): Drawing {
  const width = (400 - (names.length - 1) * 28) / names.length;
  const left = (index: number) => index * (width + 28);
  const middle = left(names.length - 1) + width / 2;
  return {
    lines: [
      ...names.map((_, index): Point[] => [
        [left(index), 80],
        [left(index) + width, 80],
        [left(index) + width, 124],
        [left(index), 124],
        [left(index), 80],
      ]),
      ...names.slice(1).flatMap((_, index) => arrow([left(index) + width, 102], [left(index + 1), 102])),
      ...(isLoop
        ? [
            [
              [middle, 80],
              [middle, 40],
              [width / 2, 40],
            ] as Point[],
            ...arrow([width / 2, 40], [width / 2, 80]),
          ]
        : []),
    ],
    labels: names.map((text, index) => ({ at: [left(index) + 6, 98], text })),
  };
}

/** A binary tree of at most seven values, level by level. */
export function tree(...values: string[]): Drawing {
  const place = (index: number): Point => {
    const level = Math.floor(Math.log2(index + 1));
    const inLevel = index + 1 - 2 ** level;
    return [(400 / 2 ** level) * (inLevel + 0.5), 150 - level * 60];
  };
  return {
    lines: values.flatMap((_, index) => {
      const [x, y] = place(index);
      const ring = Array.from({ length: 25 }, (_, n): Point => {
        const angle = (n / 24) * 2 * Math.PI;
        return [x + 16 * Math.cos(angle), y + 16 * Math.sin(angle)];
      });
      const [parentX, parentY] = place(Math.floor((index - 1) / 2));
      return index === 0
        ? [ring]
        : [
            ring,
            [
              [x, y + 16],
              [parentX, parentY - 16],
            ],
          ];
    }),
    labels: values.map((text, index) => {
      const [x, y] = place(index);
      return { at: [x - text.length * 3, y - 4], text };
    }),
  };
}

/** A beam on two supports with a load, and its bending moments below. `at` is the load's position, 0…1. */
export function beam(at: number, load: string): Drawing {
  const x = 40 + at * 320;
  const support = (left: number): Point[] => [
    [left, 120],
    [left - 10, 102],
    [left + 10, 102],
    [left, 120],
  ];
  return {
    lines: [
      [
        [40, 120],
        [360, 120],
      ],
      support(40),
      support(360),
      ...arrow([x, 165], [x, 122]),
      [
        [40, 70],
        [360, 70],
      ],
      [
        [40, 70],
        [x, 20],
        [360, 70],
      ],
    ],
    labels: [
      { at: [x + 8, 150], text: load },
      { at: [x + 10, 30], text: "M_{max}" },
      { at: [26, 126], text: "A" },
      { at: [366, 126], text: "B" },
    ],
  };
}
