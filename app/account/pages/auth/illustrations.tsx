import { useIsOn } from "#app/ui/page.tsx";
import * as styles from "./illustrations.css.ts";

const chips = [
  ["/questions", "Q&A Threads"],
  ["/anonymous-post", "Anonymous Chats"],
  ["/resources", "Resource Sharing"],
] as const;

/** The left side of the log-in page: three drawings that rotate without scripts, the tagline and the features. */
export function Illustrations() {
  const isOn = useIsOn();
  return (
    <aside className={styles.aside}>
      <div className={styles.window} aria-hidden>
        <div className={styles.strip}>
          <Course />
          <Talk />
          <Shelf />
          <Course />
        </div>
      </div>
      <p className={styles.tagline}>
        From juniors to seniors, from doubts to <span className={styles.together}>direction —</span> all in
        one place.
      </p>
      <ul className={styles.chips}>
        {chips
          .filter(([address]) => isOn(address))
          .map(([address, text]) => (
            <li key={address}>{text}</li>
          ))}
      </ul>
    </aside>
  );
}

/** A course on a chart from the shore to the beacon. */
function Course() {
  return (
    <svg className={styles.scene} viewBox="0 0 480 340" aria-hidden>
      <path data-soft d="M0 85h480M0 170h480M0 255h480M120 0v340M240 0v340M360 0v340" />
      <path d="M0 292c46-10 58-34 96-38s52 22 92 18 44-30 34-58 10-46 48-44 66-18 70-50 44-44 140-40" />
      <path
        data-soft
        d="M0 312c56-10 66-34 104-38s58 22 104 14 56-38 44-66 6-34 38-32 82-22 86-56 40-40 104-38"
      />
      <path data-mark d="M84 222c40-70 110-20 150-72s72-62 142-62" strokeDasharray="2 12" />
      <circle data-dot cx="84" cy="222" r="6" />
      <path d="M376 88V52m-12 36h24l6 18h-36zM368 52h16v-12h-16zM364 40l12-12 12 12" />
      <path data-soft d="m396 46 34-14M396 50h40M396 54l34 14M356 46l-34-14M356 50h-40M356 54l-34 14" />
      <circle cx="84" cy="84" r="44" />
      <circle data-soft cx="84" cy="84" r="36" />
      <path d="m84 50 9 34-9 34-9-34zM50 84h10M108 84h10" />
    </svg>
  );
}

/** Two people at a table with a question and its answer between them. */
function Talk() {
  return (
    <svg className={styles.scene} viewBox="0 0 480 340" aria-hidden>
      <path d="M40 288h400" />
      <path data-soft d="M40 300h400M70 288v36M410 288v36" />
      <circle cx="126" cy="172" r="28" />
      <path d="M72 288c0-48 22-76 54-76s54 28 54 76M108 166c8-14 30-16 40-2" />
      <circle cx="354" cy="172" r="28" />
      <path d="M300 288c0-48 22-76 54-76s54 28 54 76M332 158c12 8 34 8 44-2" />
      <path d="M60 34h148a10 10 0 0 1 10 10v62a10 10 0 0 1-10 10h-56l-20 20v-20H60a10 10 0 0 1-10-10V44a10 10 0 0 1 10-10z" />
      <path data-soft d="M76 62h112M76 86h74" />
      <path data-mark d="M262 66h148M262 90h92" />
      <path d="M250 40h174a10 10 0 0 1 10 10v62a10 10 0 0 1-10 10h-60l-22 20v-20h-92a10 10 0 0 1-10-10V50a10 10 0 0 1 10-10z" />
      <path data-soft d="M206 288v-18h68v18M216 270v-14h48v14" />
    </svg>
  );
}

/** A shelf of shared notes. One is on its way to the next reader. */
function Shelf() {
  return (
    <svg className={styles.scene} viewBox="0 0 480 340" aria-hidden>
      <path d="M50 258h250M50 270h250M50 130h250M50 142h250" />
      <path d="M72 130V52h28v78M100 130V40h22v90M122 130V62h34v68M172 130l16-84 26 5-15 79M232 130V58h40v72" />
      <path data-soft d="M80 66h12M80 76h12M106 56h10M130 78h18M130 88h18M242 74h20M242 84h20M242 94h12" />
      <path d="M70 258v-74h38v74M108 258v-88h24v88M132 258v-66h30v66M186 258v-20h84v20M194 238v-18h70v18" />
      <path data-soft d="M80 200h18M80 210h18M140 208h14M196 248h62M204 228h48" />
      <path d="M350 92h62l22 22v104a6 6 0 0 1-6 6h-78a6 6 0 0 1-6-6V98a6 6 0 0 1 6-6zM412 92v22h22" />
      <path data-soft d="M362 136h54M362 154h54M362 172h38" />
      <path data-mark d="M296 196c18 44 52 66 92 66M374 250l16 12-14 14" />
      <path data-soft d="M330 300c30 12 92 12 122-4" />
    </svg>
  );
}
