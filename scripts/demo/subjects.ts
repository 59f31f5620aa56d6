import { beam, boxes, type Drawing, plot, tree } from "./drawings.ts";

/** What the demo's sheets are about. Formulas use `_` and `^` for what stands lower and higher, groups in braces. */
export interface Subject {
  topics: readonly string[];
  formulas: readonly string[];
  asked: readonly (readonly [question: string, answer: string])[];
  /** What is done in the lab or the drawing hall. */
  practicals: readonly string[];
  drawing: Drawing;
}

const damped = (at: number) => 0.6 - 0.6 * Math.exp(-5 * at) * Math.cos(18 * at);

export const subjects: Record<string, Subject> = {
  "Engineering Mathematics": {
    topics: [
      "Limits and continuity",
      "Mean value theorems",
      "Partial derivatives",
      "Matrices and rank",
      "Eigenvalues",
    ],
    formulas: [
      "f'(x) = lim_{h→0} (f(x+h) − f(x)) / h",
      "∂u/∂x = ∂v/∂y,  ∂u/∂y = −∂v/∂x",
      "det(A − λI) = 0",
      "∫ x^n dx = x^{n+1} / (n+1) + C",
    ],
    asked: [
      [
        "Find the eigenvalues of the matrix with the rows (2, 1) and (1, 2).",
        "det(A − λI) = (2 − λ)^2 − 1 = 0, so λ = 1 and λ = 3.",
      ],
      [
        "State Rolle's theorem and check it for f(x) = x^2 − 4x + 3 on [1, 3].",
        "f(1) = f(3) = 0 and f'(x) = 2x − 4 = 0 at x = 2, which lies in between.",
      ],
      ["For u = x^2y + y^3 find ∂^2u/∂x∂y.", "∂u/∂y = x^2 + 3y^2, and its derivative by x is 2x."],
    ],
    practicals: ["Plot a function and its tangent", "Solve three equations by elimination"],
    drawing: plot(
      "x",
      "f(x)",
      (x) => 0.15 + 3 * (x - 0.5) ** 2,
      (x) => 0.05 + 0.75 * x,
    ),
  },
  "Engineering Chemistry": {
    topics: ["Hardness of water", "Electrochemistry", "Corrosion", "Polymers", "Fuels and combustion"],
    formulas: ["E = E_0 − (RT / nF) ln Q", "pH = −log_{10} [H^+]", "2H_2 + O_2 → 2H_2O", "Δ G = −nFE"],
    asked: [
      [
        "100 ml of water need 12 ml of 0.01 M EDTA. How hard is the water?",
        "12 × 0.01 / 100 mol/ml × 10^5 = 120 ppm as CaCO_3.",
      ],
      [
        "Why does iron rust faster in sea water?",
        "Dissolved salt carries the ions between anode and cathode, so that the cell's resistance falls.",
      ],
      [
        "Tell thermoplastics from thermosets, with one example each.",
        "Chains without cross-links soften when warm (polyethylene); cross-linked ones do not (bakelite).",
      ],
    ],
    practicals: ["Total hardness by EDTA", "Strength of an acid by a pH meter"],
    drawing: plot("volume of base (ml)", "pH", (x) => 0.15 + 0.7 / (1 + Math.exp(-28 * (x - 0.5)))),
  },
  "Engineering Graphics": {
    topics: [
      "Scales",
      "Projections of points",
      "Projections of planes",
      "Sections of solids",
      "Isometric views",
    ],
    formulas: [
      "isometric length = 0.816 × true length",
      "RF = drawing length / true length",
      "pitch = lead / starts",
      "sin θ = h / L",
    ],
    asked: [
      [
        "Draw a plain scale of RF 1/50 that reads up to 6 m.",
        "6 m / 50 = 120 mm. Six divisions of 20 mm, the first one divided into ten.",
      ],
      [
        "A line of 80 mm is inclined at 30° to the HP and parallel to the VP. How long is its top view?",
        "80 cos 30° = 69.3 mm.",
      ],
      ["What does a section plane parallel to the base of a cone cut?", "A circle."],
    ],
    practicals: ["Sheet 3: projections of a hexagonal prism", "Sheet 5: section of a cone"],
    drawing: {
      lines: [
        [
          [60, 40],
          [160, 10],
          [260, 40],
          [160, 70],
          [60, 40],
        ],
        [
          [60, 40],
          [160, 170],
          [260, 40],
        ],
        [
          [160, 10],
          [160, 170],
        ],
        [
          [300, 10],
          [300, 170],
        ],
      ],
      labels: [
        { at: [310, 150], text: "VP" },
        { at: [310, 20], text: "HP" },
        { at: [154, 174], text: "O" },
      ],
    },
  },
  "Programming in C": {
    topics: ["Types and operators", "Loops", "Arrays and strings", "Pointers", "Structures and files"],
    formulas: ["a[i] = *(a + i)", "sizeof(int) ≤ sizeof(long)", "for (i = 0; i < n; i++)", "p → next"],
    asked: [
      [
        "Write a function that reverses a string in place.",
        "Swap s[i] and s[n − 1 − i] for i from 0 to n/2 − 1.",
      ],
      ["What does int *p = a + 2; print with *(p − 1)?", "a[1]."],
      [
        "Why does scanf need the address of a variable?",
        "C hands over copies; only an address lets the function change the caller's variable.",
      ],
    ],
    practicals: ["Prime numbers up to 1,000", "A telephone list in a file"],
    drawing: boxes(false, "main.c", "compiler", "linker", "a.out"),
  },
  "Data Structures": {
    topics: ["Complexity", "Stacks and queues", "Linked lists", "Trees and heaps", "Hashing and graphs"],
    formulas: [
      "T(n) = 2T(n/2) + n = O(n log n)",
      "h ≤ 1.44 log_2 (n + 2)",
      "load factor α = n / m",
      "parent(i) = (i − 1) / 2",
    ],
    asked: [
      [
        "Insert 50, 30, 70, 20, 40, 60, 80 into a search tree and give its inorder.",
        "20, 30, 40, 50, 60, 70, 80: inorder is always sorted.",
      ],
      [
        "Why is quicksort O(n^2) on a sorted list?",
        "With the first element as pivot each split leaves n − 1 elements on one side.",
      ],
      ["Convert a + b * c to postfix.", "a b c * +"],
    ],
    practicals: ["A queue with two stacks", "Shortest path by Dijkstra"],
    drawing: tree("50", "30", "70", "20", "40", "60", "80"),
  },
  "Signals and Systems": {
    topics: ["Signals and their energy", "LTI systems", "Convolution", "Fourier series", "Laplace transform"],
    formulas: ["y(t) = ∫ x(τ) h(t − τ) dτ", "X(ω) = ∫ x(t) e^{−jωt} dt", "f_s ≥ 2 f_{max}", "P = Σ |c_k|^2"],
    asked: [
      ["Convolve two rectangles of width T.", "A triangle of width 2T whose height is T."],
      ["Is y(t) = x(2t) time-invariant?", "No: a delay of the input by T delays the output by T/2."],
      ["A signal has 3 kHz at most. How slowly may it be sampled?", "6,000 times a second."],
    ],
    practicals: ["Sampling and aliasing in MATLAB", "Step response of an RC circuit"],
    drawing: plot("t", "x(t)", (t) => 0.5 + 0.3 * Math.sin(14 * t) + 0.12 * Math.sin(42 * t)),
  },
  Thermodynamics: {
    topics: ["Zeroth and first law", "Second law", "Entropy", "Steam tables", "Air cycles"],
    formulas: ["Δ U = Q − W", "η = 1 − T_2 / T_1", "pV^γ = constant", "ds ≥ δQ / T"],
    asked: [
      [
        "An engine works between 600 K and 300 K. What is the most it can reach?",
        "η = 1 − 300 / 600 = 50 %.",
      ],
      [
        "Why is there no engine of the second kind?",
        "It would turn heat of one reservoir into work entirely, and entropy would fall.",
      ],
      [
        "Air at 1 bar is pressed to one eighth, adiabatically. What pressure follows for γ = 1.4?",
        "8^{1.4} = 18.4 bar.",
      ],
    ],
    practicals: ["Dryness of steam by throttling", "Heat balance of a diesel engine"],
    drawing: plot(
      "V",
      "p",
      (v) => 0.12 / (v + 0.12),
      (v) => 0.05 / (v + 0.06),
    ),
  },
  "Strength of Materials": {
    topics: ["Stress and strain", "Shear and moments", "Bending", "Torsion", "Columns"],
    formulas: ["σ = E ε", "M / I = σ / y = E / R", "T / J = τ / r = Gθ / L", "P_{cr} = π^2 EI / L^2"],
    asked: [
      ["A beam of 4 m carries 10 kN in its middle. Find the largest moment.", "M = WL / 4 = 10 kN·m."],
      ["What happens to Euler's load when a column gets twice as long?", "It falls to a quarter."],
      ["A rod of 20 mm pulls 31.4 kN. Find the stress.", "A = 314 mm^2, σ = 100 N/mm^2."],
    ],
    practicals: ["Tensile test of mild steel", "Deflection of a beam"],
    drawing: beam(0.5, "W"),
  },
  "Digital Electronics": {
    topics: ["Number systems", "Karnaugh maps", "Adders", "Flip-flops", "Counters"],
    formulas: ["A + A'B = A + B", "(AB)' = A' + B'", "S = A ⊕ B,  C = AB", "f_{out} = f_{clk} / 2^n"],
    asked: [
      ["Simplify AB + AB' + A'B.", "A + B."],
      ["Turn a JK flip-flop into a T flip-flop.", "Tie J and K together: both are T."],
      ["How many flip-flops does a counter to 100 need?", "Seven, since 2^7 = 128."],
    ],
    practicals: ["A full adder of NAND gates", "A mod-10 counter"],
    drawing: boxes(true, "FF 0", "FF 1", "FF 2", "FF 3"),
  },
  "Operating Systems": {
    topics: ["Processes", "Scheduling", "Deadlocks", "Paging", "File systems"],
    formulas: [
      "EAT = (1 − p) t_m + p t_f",
      "turnaround = completion − arrival",
      "pages = size / page size",
      "U = 1 − p^n",
    ],
    asked: [
      ["Bursts of 6, 8, 7 and 3 ms arrive together. Find SJF's average wait.", "Waits 3, 16, 9 and 0: 7 ms."],
      [
        "Name the four conditions of a deadlock.",
        "Mutual exclusion, hold and wait, no preemption, circular wait.",
      ],
      [
        "Reference string 1 2 3 4 1 2 5 with three frames, FIFO. Count the faults.",
        "Seven: every page is thrown out just before it is wanted.",
      ],
    ],
    practicals: ["Round robin in C", "Banker's algorithm"],
    drawing: boxes(true, "new", "ready", "running", "done"),
  },
  DBMS: {
    topics: ["ER model", "Relational algebra", "SQL", "Normal forms", "Transactions"],
    formulas: [
      "π_{name}(σ_{year = 3}(Student))",
      "X → Y",
      "R ∪ S,  R − S,  R × S",
      "BCNF: X is a key for each X → Y",
    ],
    asked: [
      [
        "R(A, B, C) with A → B and B → C. Which normal form is it in?",
        "2NF: C depends on the key A through B only, so it is not in 3NF.",
      ],
      [
        "Write SQL for the names of students with no marks.",
        "SELECT name FROM student WHERE id NOT IN (SELECT student_id FROM marks).",
      ],
      [
        "What does isolation promise?",
        "That transactions at one time leave what they would leave one after another.",
      ],
    ],
    practicals: ["Tables of a hostel mess", "Ten joins"],
    drawing: boxes(false, "Student", "enrols in", "Course"),
  },
  "Control Systems": {
    topics: ["Block diagrams", "Time response", "Routh's criterion", "Root locus", "Bode plots"],
    formulas: [
      "G_c = G / (1 + GH)",
      "M_p = e^{−πζ / √(1 − ζ^2)}",
      "t_s ≈ 4 / (ζ ω_n)",
      "ω_d = ω_n √(1 − ζ^2)",
    ],
    asked: [
      ["G = 16 / (s^2 + 4s), H = 1. Find ζ and ω_n.", "s^2 + 4s + 16: ω_n = 4 and ζ = 0.5."],
      ["For which K is s^3 + 3s^2 + 2s + K stable?", "0 < K < 6, by Routh's table."],
      ["What does an integrator do to the error of a step?", "It brings it to zero."],
    ],
    practicals: ["Step response of a motor", "Tuning a PID controller"],
    drawing: plot("t", "c(t)", damped),
  },
  "Structural Analysis": {
    topics: [
      "Static indeterminacy",
      "Slope and deflection",
      "Moment distribution",
      "Influence lines",
      "Arches",
    ],
    formulas: ["δ = WL^3 / 48EI", "M_{AB} = 2EI/L (2θ_A + θ_B)", "DF = k / Σ k", "H = wL^2 / 8h"],
    asked: [
      ["Find the fixed-end moment of a uniform load w.", "wL^2 / 12 at each end."],
      ["A beam is loaded at a third of its span. Where is the moment largest?", "Under the load."],
      ["How indeterminate is a fixed portal frame?", "Three times."],
    ],
    practicals: ["Moment distribution by spreadsheet", "Model of a two-hinged arch"],
    drawing: beam(0.33, "2W"),
  },
  "Computer Networks": {
    topics: ["Layers", "Error detection", "Sliding windows", "IP addressing", "TCP and congestion"],
    formulas: ["U = 1 / (1 + 2a)", "hosts = 2^{32 − n} − 2", "C = B log_2 (1 + S/N)", "RTT = 2 d / v"],
    asked: [
      ["How many hosts fit into a /26?", "2^6 − 2 = 62."],
      [
        "Why does TCP shake hands three times?",
        "So that each side knows that the other has its first sequence number.",
      ],
      [
        "A link of 1 Mbit/s is 2,000 km long (v = 2 × 10^8 m/s). How many bits are under way?",
        "10 ms × 1 Mbit/s = 10,000 bits.",
      ],
    ],
    practicals: ["A chat over sockets", "Reading a capture"],
    drawing: plot("round trips", "window", (x) =>
      x < 0.35 ? 0.9 * (2 ** (x * 9) / 2 ** 3.15) : x < 0.6 ? 0.45 + x - 0.35 : 0.35 + (x - 0.6),
    ),
  },
  "VLSI Design": {
    topics: ["MOS transistor", "CMOS inverter", "Layout rules", "Delay", "Memories"],
    formulas: ["I_D = (k/2)(V_{GS} − V_T)^2", "P = α C V^2 f", "t_p = 0.69 R C", "g_m = √(2 k I_D)"],
    asked: [
      ["What halves when the supply falls from 1.2 V to 0.85 V?", "The dynamic power: (0.85 / 1.2)^2 = 0.5."],
      ["Why are PMOS transistors drawn wider?", "Holes move at less than half the speed of electrons."],
      ["How many transistors has an SRAM cell?", "Six."],
    ],
    practicals: ["Layout of an inverter", "Ring oscillator in SPICE"],
    drawing: plot("V_{in}", "V_{out}", (v) => 0.9 / (1 + Math.exp(24 * (v - 0.5)))),
  },
  "Machine Learning": {
    topics: ["Regression", "Classification", "Trees", "Neural networks", "Validation"],
    formulas: ["w ← w − η ∇L", "σ(z) = 1 / (1 + e^{−z})", "H = −Σ p_i log_2 p_i", "F_1 = 2PR / (P + R)"],
    asked: [
      [
        "40 of 50 found are right, and 10 are missed. Find precision and recall.",
        "P = 40/50 = 0.8 and R = 40/50 = 0.8.",
      ],
      ["What tells you that a model overfits?", "The training error falls while the validation error rises."],
      ["Find the entropy of a fair coin.", "1 bit."],
    ],
    practicals: ["House prices by least squares", "Digits with one hidden layer"],
    drawing: plot(
      "epochs",
      "loss",
      (x) => 0.9 * Math.exp(-4 * x) + 0.05,
      (x) => 0.9 * Math.exp(-5 * x) + 0.12 + 0.35 * x * x,
    ),
  },
  "Power Plant Engineering": {
    topics: ["Steam plants", "Hydro plants", "Nuclear plants", "Load curves", "Tariffs"],
    formulas: [
      "load factor = average / peak",
      "P = ρ g Q H η",
      "heat rate = 3,600 / η kJ/kWh",
      "diversity = Σ peaks / peak",
    ],
    asked: [
      ["30 m^3/s fall 40 m at η = 0.85. Find the power.", "1,000 × 9.81 × 30 × 40 × 0.85 = 10 MW."],
      ["Peak 60 MW, 8 hours at 60 and 16 at 30 MW. Find the load factor.", "40 / 60 = 0.67."],
      ["What is a pumped storage plant for?", "It stores the night's power for the evening's peak."],
    ],
    practicals: ["Visit to the boiler house", "Load curve of our campus"],
    drawing: plot(
      "hour of the day",
      "load (MW)",
      (x) =>
        0.35 +
        0.2 * Math.sin(7 * x - 1.5) +
        (x > 0.7 && x < 0.92 ? 0.3 * Math.sin(((x - 0.7) / 0.22) * Math.PI) : 0),
    ),
  },
  "Transportation Engineering": {
    topics: ["Highway alignment", "Sight distance", "Pavements", "Traffic flow", "Signals"],
    formulas: ["SSD = vt + v^2 / 2gf", "q = k v", "e + f = v^2 / gR", "C_0 = (1.5L + 5) / (1 − Y)"],
    asked: [
      ["Find the stopping distance at 20 m/s for t = 2.5 s and f = 0.4.", "50 + 400 / 7.85 = 101 m."],
      ["L = 8 s and Y = 0.66. Find Webster's cycle.", "17 / 0.34 = 50 s."],
      ["At which density does the most traffic pass?", "At half of the jam density, by Greenshields."],
    ],
    practicals: ["Traffic count at the main gate", "CBR test"],
    drawing: plot("density k", "flow q", (k) => 3.4 * k * (1 - k)),
  },
  "Machine Design": {
    topics: ["Factors of safety", "Shafts and keys", "Bearings", "Springs", "Gears"],
    formulas: ["τ = 16 T / π d^3", "L_{10} = (C / P)^3", "k = G d^4 / 8 D^3 n", "F_t = 2 T / d"],
    asked: [
      ["A bearing's load doubles. What is left of its life?", "One eighth."],
      ["Find the torque of 15 kW at 1,440 rpm.", "T = 60 P / 2πN = 99.5 N·m."],
      [
        "Why do helical gears run quieter than spur gears?",
        "Their teeth meet bit by bit instead of along the whole width at once.",
      ],
    ],
    practicals: ["Design of a knuckle joint", "Sketch of a gearbox"],
    drawing: plot("cycles (log N)", "stress S", (x) => Math.max(0.32, 0.9 - 0.85 * x)),
  },
  "Power Systems": {
    topics: ["Line constants", "Load flow", "Faults", "Stability", "Protection"],
    formulas: ["P = (E V / X) sin δ", "I_f = 3 E / (Z_0 + Z_1 + Z_2)", "S = √3 V I", "V_2 = A V_1 + B I_1"],
    asked: [
      ["At which angle does a line carry the most?", "At δ = 90°."],
      ["Base 100 MVA and 11 kV: find the base impedance.", "11^2 / 100 = 1.21 Ω."],
      ["Which fault happens most often?", "One line to ground."],
    ],
    practicals: ["Relay test", "Load flow of five buses"],
    drawing: plot(
      "δ",
      "P",
      (x) => 0.9 * Math.sin(Math.PI * x),
      () => 0.5,
    ),
  },
  "Fluid Mechanics": {
    topics: ["Fluid statics", "Bernoulli", "Pipe flow", "Boundary layers", "Pumps"],
    formulas: [
      "p + ρ v^2 / 2 + ρ g z = constant",
      "Re = ρ v D / μ",
      "h_f = f L v^2 / 2 g D",
      "A_1 v_1 = A_2 v_2",
    ],
    asked: [
      ["Water runs at 2 m/s in a pipe of 50 mm (ν = 10^{−6}). Is it turbulent?", "Re = 100,000: yes."],
      ["A tank has a hole 5 m below the surface. How fast does the jet leave?", "√(2 × 9.81 × 5) = 9.9 m/s."],
      [
        "What happens to the loss when the diameter halves at the same flow?",
        "It grows 32 times, since h_f goes with D^{−5}.",
      ],
    ],
    practicals: ["Venturi meter", "Characteristics of a centrifugal pump"],
    drawing: plot(
      "flow Q",
      "head H",
      (q) => 0.85 - 0.7 * q * q,
      (q) => 0.2 + 0.6 * q * q,
    ),
  },
};
