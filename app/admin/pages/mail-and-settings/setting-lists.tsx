const levels = { fail: "Repair", look: "Have a look", ok: "Fine" } as const;

import type { Finding } from "#app/platform/store/doctor.server.ts";
import { quiet, size, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";
import type { listSettings } from "./settings-list.server.ts";
import { SettingsGroup } from "./site-settings-forms.tsx";

export function Findings({ findings }: { findings: Finding[] }) {
  const sorted = Object.keys(levels).flatMap((level) =>
    findings.filter((finding) => finding.level === level),
  );
  return (
    <section className={stack[3]} aria-labelledby="findings" role="status">
      <h2 id="findings" className={size.large}>
        What was found
      </h2>
      <ul className={styles.steps}>
        {sorted.map(({ level, text }) => (
          <li key={text} className={level === "ok" ? styles.stepDone : styles.step}>
            <p>
              <b>{levels[level]}</b>: {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Settings are read-only here. They are changed in the server's environment. */
export function SettingLists({ settings }: { settings: ReturnType<typeof listSettings> }) {
  const set = settings.filter(({ source }) => source !== null);
  const unset = settings.filter(({ source }) => source === null);
  return (
    <SettingsGroup
      id="environment"
      title="Environment"
      note={`${set.length} set, ${unset.length} default`}
      isOpen={false}
    >
      <p className={quiet}>To change a setting, change the server's environment and restart it.</p>
      <dl>
        {set.map(({ name, value, source }) => (
          <div key={name} className={styles.setting}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{value}</dd>
            <dd className={quiet}>{source}</dd>
          </div>
        ))}
      </dl>
      <h3 className={size.body}>Not set</h3>
      <ul className={styles.unset}>
        {unset.map(({ name, value }) => (
          <li key={name}>
            <code>{name}</code> {value && <span className={quiet}>{`${value} (default)`}</span>}
          </li>
        ))}
      </ul>
    </SettingsGroup>
  );
}
