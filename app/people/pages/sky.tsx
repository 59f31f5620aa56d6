import { Link } from "react-router";
import { useIsOn } from "#app/ui/page.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import type { ThankedKind } from "#db/vocabulary.ts";
import * as styles from "./person.css.ts";
import type { PersonPage } from "./read-person.server.ts";
import { lowTop, type Sky, skySize } from "./sky.ts";

/** Shapes of stars with a radius of 1. */
const shapes: Record<ThankedKind, React.ReactNode> = {
  answer: <circle r=".8" />,
  comment: <circle r=".6" fill="none" stroke="#dce6f2" strokeWidth=".35" />,
  resource: <path d="M0-1 1 0 0 1-1 0z" />,
  event: <path d="M0-1Q.2-.2 1 0 .2.2 0 1-.2.2-1 0-.2-.2 0-1" />,
  experience: <path d="M0-1 .9.7H-.9z" />,
};

/** What helped others as stars, and at most two lines of thanks. The sheet is dark in both themes. */
export function SkyFigure({ person: { sky, lines, firstName, topics, seenAs } }: { person: PersonPage }) {
  const isOn = useIsOn();
  if (!isOn("/people/me/thanks")) return null;
  const tag = topics[0] ? `&tag=${encodeURIComponent(topics[0])}` : "";
  return (
    <figure className={styles.sky}>
      {sky ? <Drawing sky={sky} /> : <EmptyDrawing />}
      <figcaption className={styles.caption}>
        {sky ? (
          <div aria-hidden>
            <b>{sky.people}</b>
            <p className={row[3]}>
              {sky.things.map(({ kind, text }) => (
                <span key={kind} className={row[2]}>
                  <svg width={12} height={12} aria-hidden viewBox="-1 -1 2 2" fill="#dce6f2">
                    {shapes[kind]}
                  </svg>
                  {text}
                </span>
              ))}
            </p>
          </div>
        ) : (
          <p>
            {seenAs ? (
              "Your"
            ) : (
              <>
                <bdi>{firstName}</bdi>’s
              </>
            )}{" "}
            sky waits for its first star
            {isOn("/questions") && (
              <>
                : <Link to={`/questions?sort=unanswered${tag}`}>see questions that need an answer</Link>
              </>
            )}
            .
          </p>
        )}
        {lines.map((line) => (
          <blockquote key={line} className={styles.quote} dir="auto">
            “{line}”
          </blockquote>
        ))}
      </figcaption>
    </figure>
  );
}

const { width, height } = skySize;
const ground = `M0 ${height - 6}H${width}`;
/** The scale of an instrument that measures the height of stars. */
const arcs = `M24 ${height - 6}a216 150 0 0 1 432 0M128 ${height - 6}a112 78 0 0 1 224 0`;
const viewBoxFrom = (top: number) => `0 ${top} ${width} ${height - top}`;

function Drawing({ sky: { people, things, stars, lines, haze, top = 0, brightest, years } }: { sky: Sky }) {
  const { x, y, kind } = brightest;
  return (
    <>
      <svg
        className={styles.drawing}
        viewBox={viewBoxFrom(top)}
        role="img"
        aria-label={`${people}: ${things.map(({ text }) => text).join(", ")}`}
        fill="#dce6f2"
      >
        <defs>
          {stars.map(([kind]) => (
            <marker key={kind} id={`sky-${kind}`} viewBox="-1 -1 2 2" markerWidth="2" markerHeight="2">
              {shapes[kind]}
            </marker>
          ))}
          <radialGradient id="sky-glow">
            <stop stopColor="#f2b33d" stopOpacity=".5" />
            <stop offset="1" stopColor="#f2b33d" stopOpacity="0" />
          </radialGradient>
          {haze.length > 0 && (
            <radialGradient id="sky-haze">
              <stop stopColor="#dce6f2" stopOpacity=".16" />
              <stop offset="1" stopColor="#dce6f2" stopOpacity="0" />
            </radialGradient>
          )}
        </defs>
        <g fill="url(#sky-haze)">
          {haze.map(([x, y, radius]) => (
            <circle key={x} cx={x} cy={y} r={radius} />
          ))}
        </g>
        <path d={ground} stroke="#dce6f2" opacity=".35" />
        <path d={arcs} stroke="#dce6f2" fill="none" strokeDasharray="1 6" opacity=".45" />
        <path d={lines} fill="none" stroke="#dce6f2" strokeWidth=".75" opacity=".4" />
        {stars.map(([kind, sizes]) => {
          const star = `url(#sky-${kind})`;
          return (
            <g key={kind} fill="none" markerStart={star} markerMid={star} markerEnd={star}>
              {sizes.map(([radius, path]) => (
                <path key={radius} strokeWidth={radius} d={path} />
              ))}
            </g>
          );
        })}
        <circle cx={x} cy={y} r="16" fill="url(#sky-glow)" />
        <g transform={`translate(${x} ${y})scale(5.5)`} fill="#f2b33d">
          {shapes[kind]}
        </g>
      </svg>
      <ol className={styles.years} aria-hidden>
        {years.map((label, year) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing's columns, some without a label
          <li key={year}>{label}</li>
        ))}
      </ol>
    </>
  );
}

const EmptyDrawing = () => (
  <svg className={styles.drawing} viewBox={viewBoxFrom(lowTop)} fill="none" stroke="#dce6f2" aria-hidden>
    <path d={ground} opacity=".35" />
    <path d={arcs} strokeDasharray="1 6" opacity=".45" />
    <path d={`M240 ${height - 6} 309 83`} opacity=".35" />
    <circle cx="312" cy="79" r="5" stroke="#f2b33d" strokeDasharray="2 2" />
  </svg>
);
