import sharp from "sharp";
import { boxes } from "./drawings.ts";
import { type Block, layOut } from "./pages.ts";
import { docx, wavOf, xlsx } from "./sample-files.ts";
import type { Sheet } from "./sheets.ts";

const text = (line: string): Block => ({ kind: "text", text: line });
const heading = (line: string): Block => ({ kind: "heading", text: line });
const drawn = (width: number, height: number, inner: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif"><rect width="${width}" height="${height}" fill="#FBF9F4"/>${inner}</svg>`,
    ),
  );

const morse: Record<string, string> = {
  A: ".-",
  D: "-..",
  E: ".",
  H: "....",
  L: ".-..",
  O: "---",
  R: ".-.",
  W: ".--",
  I: "..",
  M: "--",
  T: "-",
  C: "-.-.",
  Q: "--.-",
};

/** A word in Morse code, 8,000 samples a second. */
function playMorse(word: string): Buffer {
  const unit = 640;
  const marks = [...word].flatMap((letter) => [
    ...[...(morse[letter] ?? "")].flatMap((sign) => [sign === "." ? 1 : 3, -1]),
    -2,
  ]);
  return wavOf(
    marks.flatMap((units) =>
      Array.from({ length: Math.abs(units) * unit }, (_, at) =>
        units > 0 ? Math.sin((at * 600 * 2 * Math.PI) / 8000) : 0,
      ),
    ),
  );
}

const timetable = [
  ["", "Mon", "Tue", "Wed", "Thu", "Fri"],
  ["9:00", "Physics lab", "C lab", "Graphics", "Chemistry", "Workshop"],
  ["11:00", "Circuits", "DBMS lab", "Networks", "Machines", "VLSI"],
  ["14:00", "Survey camp", "Control lab", "Robotics", "Thermal", "Library"],
];

const campus = [
  ["Block A", 60, 60, 150, 70],
  ["Library", 250, 60, 130, 90],
  ["Block C", 420, 60, 150, 70],
  ["Old hostel", 60, 300, 130, 60],
  ["New hostel", 220, 300, 130, 60],
  ["Mess", 380, 300, 80, 60],
] as const;

/** The robot of the line follower on its track, one drawing a moment. */
async function lineFollower(): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: 8 }, (_, n) => {
      const angle = (n / 8) * 2 * Math.PI;
      const [x, y] = [160 + 110 * Math.cos(angle), 100 + 60 * Math.sin(angle)];
      return drawn(
        320,
        200,
        `<ellipse cx="160" cy="100" rx="110" ry="60" fill="none" stroke="#17202E" stroke-width="7"/><rect x="${x - 13}" y="${y - 9}" width="26" height="18" rx="4" fill="#15527A"/><circle cx="${x}" cy="${y}" r="4" fill="#F2B33D"/>`,
      )
        .png()
        .toBuffer();
    }),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: frames.map(() => 140), loop: 0 })
    .toBuffer();
}

/** What is shared beside the courses, each written or drawn for itself. */
export function otherSheets(): Sheet[] {
  const placement = { category: "placement-resources" };
  const others = { category: "others" };
  return [
    {
      ...placement,
      title: "Aptitude Question Bank",
      year: 3,
      type: "xlsx",
      description: "Sorted by topic, with answers in the last column.",
      make: () =>
        xlsx([
          ["Topic", "Question", "Answer"],
          ["Percentages", "A price rises by 20 % and falls by 20 %. What remains?", "96 %"],
          ["Work", "A needs 6 days, B needs 3. How long together?", "2 days"],
          ["Trains", "A 120 m train passes a pole in 6 s. How fast is it?", "72 km/h"],
          ["Ages", "In 4 years I am twice as old as 8 years ago. How old am I?", "20"],
          ["Clocks", "Which angle do the hands make at 3:30?", "75°"],
          ["Series", "2, 6, 12, 20, …", "30"],
          ["Chance", "Two dice: how likely is a sum of 7?", "1/6"],
        ]),
    },
    {
      ...placement,
      title: "DSA Sheet: 24 Problems",
      year: 3,
      type: "xlsx",
      description: "Tick them off as you go, easy ones first.",
      make: () =>
        xlsx([
          ["Topic", "Problem", "Level", "Done"],
          ...["Two sum", "Longest substring", "Rotate an array", "Merge intervals"].map((name) => [
            "Arrays",
            name,
            "easy",
            "",
          ]),
          ...["Reverse a list", "Find the loop", "Merge two lists"].map((name) => [
            "Lists",
            name,
            "easy",
            "",
          ]),
          ...["Level order", "Lowest common ancestor", "Is it balanced?"].map((name) => [
            "Trees",
            name,
            "medium",
            "",
          ]),
          ...["Number of islands", "Course schedule", "Word ladder"].map((name) => [
            "Graphs",
            name,
            "hard",
            "",
          ]),
        ]),
    },
    {
      ...placement,
      title: "HR Interview Questions",
      year: 4,
      type: "docx",
      description: "Write your own answers, then compare with a friend.",
      make: () =>
        docx([
          "HR questions",
          "Tell me about yourself. (Two minutes, and end with why you are here.)",
          "Which failure taught you most?",
          "Why should we not take you?",
          "What do your friends ask you for help with?",
          "Where would you rather not work?",
        ]),
    },
    {
      ...placement,
      title: "Interview Experience: Structural Engineer",
      year: 4,
      type: "pdf",
      description: "Four rounds at a bridge designer's, with what I got wrong.",
      make: () =>
        layOut(
          "Structural engineer, four rounds",
          "Written the evening after, so that nothing is made prettier",
          [
            { kind: "drawing", drawing: boxes(false, "test", "drawing", "technical", "HR") },
            heading("1. Test"),
            text(
              "Forty questions in an hour. Half of them moments and shear, the rest aptitude. I left six open.",
            ),
            heading("2. Drawing"),
            text(
              "They hand you a section with three mistakes. I found two; the third was a missing stirrup at the support.",
            ),
            heading("3. Technical"),
            text(
              "Twenty minutes about my bridge model: why paper, why that glue, where it broke and whether I had expected that.",
            ),
            heading("4. HR"),
            text("Would I work at night on a flyover? I said yes, after asking how often."),
          ],
        ),
    },
    {
      ...placement,
      title: "One-Page Resume Template",
      year: 2,
      type: "docx",
      description: "The placement cell accepts this format.",
      make: () =>
        docx([
          "YOUR NAME",
          "Branch, batch, phone, email",
          "Education",
          "Degree, college, CGPA",
          "Projects (two, each with one number in it)",
          "Skills that you can talk about for five minutes",
          "One thing that is not about engineering",
        ]),
    },
    {
      ...placement,
      title: "Group Discussion Topics 2026",
      year: 4,
      type: "txt",
      description: "With one argument for each side.",
      make: () =>
        Buffer.from(
          "Group discussion topics\n\n1. Should attendance be free?\n   For: adults decide. Against: labs need everybody.\n2. Do code assistants make better engineers?\n   For: more time to think. Against: less practice in thinking.\n3. One exam for the whole country?\n   For: fair to all. Against: one bad day.\n4. Is a start-up the better first job?\n   For: you do everything. Against: nobody shows you how.\n",
        ),
    },
    {
      ...others,
      title: "Campus Map",
      year: 1,
      type: "jpeg",
      description: "The new hostel block is marked.",
      make: () =>
        drawn(
          640,
          420,
          `<g fill="#DCE9F1" stroke="#15527A" stroke-width="2">${campus.map(([, x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`).join("")}</g><rect x="220" y="300" width="130" height="60" fill="#F2B33D"/><path d="M0 220H640M400 220V420" stroke="#857E6E" stroke-width="16"/><g font-size="17" fill="#17202E">${campus.map(([name, x, y]) => `<text x="${x + 12}" y="${y + 38}">${name}</text>`).join("")}<text x="520" y="212">Main road</text></g>`,
        )
          .jpeg({ quality: 85 })
          .toBuffer(),
    },
    {
      ...others,
      title: "Hostel Handbook 2026",
      year: 1,
      type: "pdf",
      description: "Mess timings, leave rules and who to call at night.",
      make: () =>
        layOut("Hostel Handbook 2026", "Read it once, then keep it behind the door", [
          heading("Mess"),
          text(
            "Breakfast 7:00 to 9:00, lunch 12:30 to 14:00, tea 17:00, dinner 19:30 to 21:00. During exams breakfast begins at 6:30.",
          ),
          heading("Leave"),
          text(
            "Write your leave into the book before eight in the evening. The warden signs it the same day.",
          ),
          heading("Quiet"),
          text("From eleven to six. The reading room in the old block stays open."),
          heading("At night"),
          text(
            "Call the gate first: extension 201. A doctor is on campus until ten, and the ambulance is five minutes away.",
          ),
        ]),
    },
    {
      ...others,
      title: "Morse Practice, Radio Club",
      year: 2,
      type: "wav",
      description: "Two words at eight words a minute. Write them down and bring them on Thursday.",
      make: () => playMorse("HELLOWORLD"),
    },
    {
      ...others,
      title: "Line Follower Demo, Robotics Club",
      year: 2,
      type: "gif",
      description: "This year's entry on the practice track.",
      make: lineFollower,
    },
    {
      ...others,
      title: "Odd Semester Lab Timetable",
      year: 2,
      type: "png",
      description: "As of this Monday. The survey camp is still not fixed.",
      make: () =>
        drawn(
          640,
          320,
          `<g font-size="17" fill="#17202E">${timetable.flatMap((row, y) => row.map((cell, x) => `<text x="${20 + x * 104}" y="${60 + y * 70}">${cell}</text>`)).join("")}</g><path d="M0 84H640M0 154H640M0 224H640M90 20V300" stroke="#DDD7CA" stroke-width="2"/>`,
        )
          .png({ palette: true })
          .toBuffer(),
    },
    {
      ...others,
      title: "Society Directory 2026",
      year: 1,
      type: "xlsx",
      description: "All clubs, where and when they meet.",
      make: () =>
        xlsx([
          ["Club", "Meets", "Where"],
          ["Robotics", "Tuesday 17:30", "Electronics lab"],
          ["Quiz", "Thursday 18:00", "Room 110"],
          ["Debating", "Monday 18:00", "Seminar hall 2"],
          ["Astronomy", "clear Fridays", "Roof of block D"],
          ["Radio", "Thursday 19:00", "Hut behind block C"],
          ["Theatre", "Saturday 10:00", "Open-air theatre"],
          ["Cycling", "Sunday 6:00", "Main gate"],
        ]),
    },
  ];
}
