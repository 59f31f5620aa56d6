import type { ReactNode } from "react";
import { quiet, size, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./admin.css.ts";

interface Series {
  name: string;
  values: { label: string; count: number }[];
  total: string;
  text: string;
}

/** The last seven days, each series as a small chart with its numbers. @param children one more card */
export const Pulse = ({ series, children }: { series: Series[]; children: ReactNode }) => (
  <section className={stack[3]} aria-labelledby="pulse">
    <h2 id="pulse" className={size.large}>
      The last seven days
    </h2>
    <div className={styles.cards}>
      <ul>
        {series.map((each) => (
          <li key={each.name} className={styles.card}>
            <p>
              <span className={quiet}>{each.name}</span> <b className={size.large}>{each.total}</b>
            </p>
            <Bars {...each} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  </section>
);

const [width, height, foot, head] = [210, 92, 18, 18];
const step = width / 7;

const Bars = ({ values, text }: Series) => {
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <svg className={styles.bars} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text}>
      {values.map(({ label, count }, place) => {
        const tall = Math.max(2, Math.round((count / most) * (height - foot - head)));
        const middle = (place + 0.5) * step;
        return (
          <g key={label}>
            <rect x={middle - 9} y={height - foot - tall} width={18} height={tall} rx={2} />
            <text x={middle} y={height - foot - tall - 5}>
              {count}
            </text>
            <text x={middle} y={height - 4} className={styles.barDay}>
              {label}
            </text>
          </g>
        );
      })}
    </svg>
  );
};
