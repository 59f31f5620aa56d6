interface DemoAnswer {
  text: string;
  votes?: number;
  isAccepted?: true;
  comments?: string[];
}
export interface DemoQuestion {
  title: string;
  text: string;
  tags: string[];
  isAnonymous?: true;
  votes?: number;
  comments?: string[];
  answers: DemoAnswer[];
}

const accepted = (text: string, votes: number, comments: string[] = []): DemoAnswer => ({
  text,
  votes,
  isAccepted: true,
  comments,
});
const given = (text: string, votes = 0, comments: string[] = []): DemoAnswer => ({ text, votes, comments });

/** Thirty questions of a college, the oldest first. */
export const demoQuestions: DemoQuestion[] = [
  {
    title: "Where do I find exam papers of the last few years?",
    text: "I am in my first year and the end-term exams are in three weeks. The library has papers until 2021 only. Is there a place with the newer ones, with or without solutions?",
    tags: ["exams", "first-year"],
    votes: 9,
    answers: [
      accepted(
        "Under **Resources**, category *Academics Notes*: search for the course code. The class representatives of the year above upload theirs after each exam.\n\nThe controller's office also gives copies. Ask before ten in the morning, there is no queue then.",
        12,
        ["Found six papers of MA101 there. Thank you!"],
      ),
      given(
        "Ask in the reading room on the second floor. There is a folder behind the desk that nobody knows about.",
        4,
      ),
    ],
  },
  {
    title: "Which hostel is quiet enough to study in the evening?",
    text: "I can choose between *Banyan* and *Cedar* for next semester. I go to bed early and study in my room. Which one is quieter after eight?",
    tags: ["hostel"],
    votes: 5,
    comments: ["Is that for the girls' or the boys' block?"],
    answers: [
      given("Cedar, from the second floor up. The ground floor has the common room and the television.", 6),
      given("Banyan is closer to the mess, so people pass your door until eleven.", 2),
    ],
  },
  {
    title: "Is the machine learning elective manageable beside the compiler course?",
    text: "Both are in the fifth semester and both have weekly assignments. I know Python well, my linear algebra is rusty. Has anyone taken both at once?",
    tags: ["electives", "machine-learning"],
    votes: 11,
    answers: [
      accepted(
        "I took both. It works if you do the compiler assignments on the day they come out:\n\n1. Weeks 1 to 4 of machine learning are linear algebra. Do them in the holidays.\n2. The compiler project grows from week 6. Choose a partner who starts early.\n3. The last two weeks overlap. Everything else is fine.",
        14,
      ),
      given(
        "Take it in the sixth semester instead. The same professor gives it then, with a smaller class.",
        3,
        ["Only if the timetable doesn't change again."],
      ),
    ],
  },
  {
    title: "How long does a bonafide certificate take?",
    text: "My bank wants one for the education loan, by the end of next week. Where do I ask for it, and how long does it take in practice?",
    tags: ["office", "first-year"],
    answers: [
      accepted(
        "Academic section, window 3. Fill in the form in the morning and you have it on the second working day. Bring your identity card and one photocopy.",
        7,
      ),
    ],
  },
  {
    title: "What did your first week in your first job look like?",
    text: "I join a product company in July. I am more nervous about the first week than I was about the interviews. What happened in yours, and what would you do differently?",
    tags: ["first-job", "careers"],
    votes: 16,
    answers: [
      given(
        "Two days of forms and laptops, then a small bug that took me the rest of the week. Nobody expected more.\n\nWhat I'd do differently: **write down every name**, and ask on the second day instead of the fifth.",
        18,
      ),
      given(
        "I was given a mentor who was on leave. I asked the person next to me, and we are friends to this day.",
        9,
      ),
      given("Read the code that was changed most in the last month. That is where you will work, too.", 6, [
        "That is the best advice I have read in a year.",
      ]),
    ],
  },
  {
    title: "How do I ask an alumnus for a referral without being rude?",
    text: "I found somebody from our college at a company where I want to apply. We have never met. What do I write, and what do I better not write?",
    tags: ["referrals", "careers"],
    votes: 13,
    answers: [
      accepted(
        'Three short paragraphs:\n\n- who you are, in one sentence, with your batch\n- the exact opening with its link, and *two* reasons why you fit\n- your CV attached, and "no answer needed if it doesn\'t fit"\n\nI get ten messages a week that only say "Hi, please refer me". I answer those that look like yours.',
        21,
      ),
      given(
        "Don't ask for a call first. People who have time for a call have time to read three paragraphs.",
        5,
      ),
    ],
  },
  {
    title: "Our oscilloscope kit in lab 4 shows only noise on channel B",
    text: "Kit 11 in the electronics lab. Channel A is fine, channel B shows noise whatever we connect:\n\n```\nprobe x10, 5 V/div, AC coupling\ncalibration output: flat line with noise\n```\n\nWe swapped probes already. Is it broken, or is it us?",
    tags: ["lab", "electronics"],
    votes: 3,
    answers: [
      given("Check the small ground switch under the knob. Ours stood between two positions.", 4),
      accepted(
        "Kit 11 is broken since January, the input of channel B was overloaded. Ask the lab assistant for kit 14, and write it into the book so that it is repaired some day.",
        8,
        ["It is kit 14 now. Thank you, that saved our lab report."],
      ),
    ],
  },
  {
    title: "I failed two courses and I haven't told my parents. What now?",
    text: "I passed everything until now, and this semester I failed two. I can repeat both, I know. I don't know how to go on, and I don't want to talk to my class about it.",
    tags: ["exams", "wellbeing"],
    isAnonymous: true,
    votes: 8,
    answers: [
      given(
        "I failed three in my second year. I graduated on time, and nobody at work has ever asked.\n\nGo to the course adviser first: repeating two costs you one summer. The counsellor on the ground floor of the health centre is good, and nothing that you say there leaves the room.",
        23,
        ["I second the counsellor."],
      ),
      given("Tell one person this week, anyone. It got smaller for me after that.", 11),
    ],
  },
  {
    title: "Which laptop is enough for four years of mechanical engineering?",
    text: "The list of the department says 32 GB of memory and a graphics card. That costs twice of what we planned. Do the CAD courses need it?",
    tags: ["laptops", "mechanical"],
    votes: 6,
    answers: [
      given("16 GB did for me until the final project, and for that the CAD lab is open until nine.", 8),
      given(
        "Buy memory that can be extended. I added 16 GB in the third year for a tenth of the difference.",
        7,
      ),
    ],
  },
  {
    title: "Can I change my branch after the first year, and with which marks?",
    text: "I am in civil and would like to go to electrical. The rules say *subject to availability*. How many got it last year, and with which CGPA?",
    tags: ["branch-change", "first-year"],
    votes: 7,
    answers: [
      accepted(
        "Last year four changed to electrical, the lowest with 8.9. Apply in the first week of June, the form is open for five days only.",
        10,
      ),
    ],
  },
  {
    title: "Does anyone share a taxi to the airport on the last day of exams?",
    text: "The last exam ends at one, my flight is at six. A taxi costs 1,400 alone. Who else travels that afternoon?",
    tags: ["travel"],
    answers: [given("There are five of us in Cedar. Write to me, we leave at two.", 2)],
  },
  {
    title: "How do I prepare for a first coding interview in four weeks?",
    text: "I have solved perhaps forty problems, without a plan. I have four weeks, two hours a day. What would you do first, and what would you leave out?",
    tags: ["interviews", "careers", "algorithms"],
    votes: 19,
    answers: [
      accepted(
        "What worked for me, and for six people I prepared:\n\n1. **Week 1**: arrays, hashing, two pointers. Thirty problems, none longer than 40 minutes.\n2. **Week 2**: trees and graphs. Write both searches until they bore you.\n3. **Week 3**: dynamic programming, the ten classic ones.\n4. **Week 4**: nothing new. One mock interview a day, spoken aloud.\n\nLeave out: segment trees, anything with *advanced* in its title.",
        27,
        [
          "Week 4 is what people skip, and it is the one that counts.",
          "Could you share your list of the ten?",
          "The ten are knapsack, edit distance, longest increasing subsequence and the usual grid ones.",
          "Thank you!",
        ],
      ),
      given(
        "Explain each solution to somebody who doesn't code. If they follow you, the interviewer will.",
        8,
      ),
    ],
  },
  {
    title: "Is there a quiet place with power sockets outside of the library?",
    text: "During exam weeks the library is full at eight. Where else do you study?",
    tags: ["campus"],
    votes: 4,
    answers: [
      given("Block C, third floor, the rooms with even numbers are open until ten.", 6),
      given("The canteen after four.", 1),
    ],
  },
  {
    title: "Should I do a master's abroad directly or work for two years first?",
    text: "I have an offer for a job and an admission, both start in August. Money is tight, but possible with a loan. What did you choose, and do you regret it?",
    tags: ["higher-studies", "careers"],
    votes: 12,
    answers: [
      given(
        "I worked for two years and then went. The loan was half, and I knew what I wanted to study.",
        13,
      ),
      given(
        "I went directly. With the internship in between I paid the loan back in three years. No regrets, but the first year was hard.",
        9,
      ),
    ],
  },
  {
    title: "Who can lend a lab coat in size S until Friday?",
    text: "Mine was in the laundry that burned down, no joke. Chemistry lab is on Thursday.",
    tags: ["lab", "first-year"],
    answers: [given("Room 214 in Cedar, come by after seven.", 3, ["Got it. You are a hero."])],
  },
  {
    title: "How strict is the attendance rule of 75 percent?",
    text: "I was ill for two weeks, with a certificate. With that I am at 72 percent in one course. Do I lose the exam?",
    tags: ["attendance", "exams"],
    votes: 5,
    answers: [
      accepted(
        "With a medical certificate the dean lowers it to 65 percent. Hand it in at window 2 *before* the list is published, later it takes a petition.",
        9,
      ),
    ],
  },
  {
    title: "What does a civil engineer do on a day at a site office?",
    text: "I have a choice between a design office and a site. I know what a design office looks like. Can somebody at a site describe an ordinary day?",
    tags: ["civil", "careers", "first-job"],
    votes: 6,
    answers: [
      given(
        "At seven I walk the site with the foreman. Until ten we clear what is missing: steel, drawings, people. Then measuring, photos, and a report that takes longer than all of it.\n\n> The best part is that on Friday something stands where nothing stood on Monday.",
        11,
      ),
    ],
  },
  {
    title: "Is it normal to feel lost in signals and systems?",
    text: "I follow each lecture and can't solve a single problem afterwards. Is there a book or a series that made it click for you?",
    tags: ["electronics", "courses"],
    votes: 8,
    answers: [
      accepted(
        "Yes. It clicked for me when I *drew* every convolution by hand, twenty of them. Then [the open lectures of MIT](https://ocw.mit.edu/courses/res-6-007-signals-and-systems-spring-2011/), problems first, lectures second.",
        12,
      ),
      given(
        "There is a tutorial on Saturdays at ten, room B12. Five people come, so you get all the help.",
        5,
      ),
    ],
  },
  {
    title: "How do you tell a team member that they do nothing?",
    text: "Final-year project, four people, three work. The fourth is a friend of mine. The guide only sees the group's marks.",
    tags: ["projects", "teamwork"],
    isAnonymous: true,
    votes: 14,
    answers: [
      given(
        "Write down who does what until when, together, in one evening. It is easier to speak about a list than about a person.",
        16,
      ),
      given(
        "Ask first whether something is wrong. In our group it was an illness in the family that nobody knew of.",
        19,
        ["This. Always ask first."],
      ),
    ],
  },
  {
    title: "Which scholarships are open to second-year students?",
    text: "My family's income fell this year. I only know of scholarships that start in the first year. Which can I still apply for?",
    tags: ["scholarships"],
    votes: 6,
    answers: [
      accepted(
        "The alumni fund has one for exactly this: *Bridge*, for a changed situation at home, up to a year's fees. The form is at the dean's office, until the 15th of each month. Two of my batch got it.",
        15,
      ),
    ],
  },
  {
    title: "How do I cite a colleague's unpublished report?",
    text: "My internship guide let me use a table of an internal report. May I print it in my thesis, and how do I cite it?",
    tags: ["thesis", "writing"],
    answers: [
      given(
        "Ask for a sentence in writing that allows it, then cite it as *internal report, used with permission*. Without that sentence leave it out.",
        6,
      ),
    ],
  },
  {
    title: "Is the swimming pool open for beginners?",
    text: "I never learned it, and I'm a bit embarrassed about that at nineteen. Are there lessons?",
    tags: ["sports", "campus"],
    votes: 3,
    answers: [
      given(
        "Tuesdays and Thursdays at six in the morning. Half of us were beginners, the coach is patient.",
        7,
      ),
    ],
  },
  {
    title: "What do I do with an offer that expires before my other interview?",
    text: "An offer of company A must be signed by Monday. The last round at company B, which I like more, is on Wednesday. Do I tell either of them?",
    tags: ["careers", "interviews"],
    votes: 10,
    answers: [
      accepted(
        "Tell B, today: *I have an offer that ends on Monday, is there a way to meet before?* They moved my interview in two hours. Ask A for three more days only if B says no.",
        17,
      ),
      given(
        "Never sign at A and leave for B. The placement office bars the whole branch from that company for a year.",
        12,
        ["Is that still so?", "It is, two years ago it happened to us."],
      ),
    ],
  },
  {
    title: "Which data structure fits a timetable without clashes?",
    text: "We write a planner for the clubs. Rooms, times, and people who can't be in two places. Is it a graph problem, or do I overthink it?\n\n```python\nslots = {(room, hour): club}\n```",
    tags: ["algorithms", "projects"],
    votes: 5,
    answers: [
      given(
        "It is graph colouring: clubs are nodes, an edge is a shared person, colours are hours. With thirty clubs try them greedily, the most connected first.",
        9,
      ),
      given("For thirty clubs write it down by hand. I mean it.", 4),
    ],
  },
  {
    title: "Where can I print a poster in A1 near the campus?",
    text: "For the project day, in colour, by Thursday evening.",
    tags: ["campus", "projects"],
    answers: [given("The shop opposite of gate 2, ask for matt paper. 180 rupees, one hour.", 5)],
  },
  {
    title: "Did anyone do an internship in a research lab after the second year?",
    text: "Everyone says that labs only take third-years. I would like to work on batteries, without pay if need be. Who do I write to?",
    tags: ["internships", "research"],
    votes: 7,
    answers: [
      given(
        "I wrote to eleven professors, with one sentence about a paper of each. Three answered, one said yes. Start in January.",
        14,
      ),
    ],
  },
  {
    title: "Does the bus to the city run on public holidays?",
    text: "The timetable at gate 1 doesn't say. I need to be at the station at seven on the 26th.",
    tags: ["travel"],
    answers: [given("Only the one at six.", 2)],
  },
  {
    title: "Can I use my own solver in the numerical methods exam?",
    text: "The exam is on the lab's computers, and *own notes* are allowed. Is a script on a stick a note?",
    tags: ["exams", "courses"],
    votes: 2,
    answers: [],
  },
  {
    title: "Has anybody from here gone into teaching after engineering?",
    text: "I like explaining more than building. Which way did you take: a degree in education, a school that takes engineers, something else?",
    tags: ["careers", "teaching"],
    votes: 4,
    answers: [],
  },
  {
    title: "How do I get a key of the robotics room at the weekend?",
    text: "Our team wants to work on Saturdays before the contest. The porter says *ask the office*, the office says *ask the porter*.",
    tags: ["projects", "campus", "robotics"],
    votes: 1,
    answers: [],
  },
];
