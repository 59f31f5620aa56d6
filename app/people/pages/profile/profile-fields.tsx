import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { suggestedLocations } from "#app/jobs/labels.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import {
  Checkbox,
  FileInput,
  imageFormats,
  LinkInput,
  Select,
  TextArea,
  TextInput,
} from "#app/ui/forms/field.tsx";
import { Folded } from "#app/ui/forms/folded.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { useIsOn } from "#app/ui/page.tsx";
import { pair, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { askWays, audiences, type PrivateField } from "#db/vocabulary.ts";

import { type At, Positions, type PositionsProps } from "./positions.tsx";
import * as styles from "./profile.css.ts";
import { askWayLabels, audienceLabels } from "./profile-texts.ts";

const links = ["link1", "link2", "link3", "link4"];
const groups = {
  you: ["avatarFile", "avatar", "name", "about", "phone", "location", "birthday", "gender", ...links],
  study: ["batchYear", "branch", "programme", "roll", "cgpa", "skills"],
  work: ["company", "position"],
  asking: ["topics", "notNowUntil"],
  mentoring: ["mentoringPlaces", "mentoringNote"],
};

/** The group of a field, including the fields for audiences and positions. */
export function findGroup(name: string): string {
  const field = name.replace(/To$/, "");
  return Object.entries(groups).find(([, fields]) => fields.includes(field))?.[0] ?? "work";
}

interface GroupProps {
  at: At;
  /** The groups that are open at first. */
  opened: string[];
}

/** The label never says "optional": the form says once what is required. */
const Line = (props: ComponentProps<typeof TextInput>) => <TextInput optional={false} {...props} />;

/** Folded, it shows what is filled in. */
const Group = ({
  opened,
  id,
  title,
  note,
  hidden,
  children,
}: Omit<GroupProps, "at"> & {
  id: keyof typeof groups;
  title: string;
  note: string;
  hidden?: boolean;
  children: ReactNode;
}) => (
  <details className={styles.group} id={id} open={opened.includes(id) || undefined} hidden={hidden}>
    <summary>
      <b className={styles.legend}>{title}</b> <span className={quiet}>{note}</span>
    </summary>
    <div className={stack[4]}>{children}</div>
  </details>
);

const listValues = (at: At, names: string[]) =>
  names
    .map((name) => at(name).initialValue)
    .filter(Boolean)
    .join(" · ") || "Nothing yet";

export function You({
  at,
  opened,
  name,
  avatarUrl,
}: GroupProps & { name: string; avatarUrl: string | null }) {
  const linked = links.filter((each) => at(each).initialValue).length;
  return (
    <Group opened={opened} id="you" title="You" note={listValues(at, ["name", "location", "about"])}>
      <Picture field={at("avatar")} name={name} avatarUrl={avatarUrl} />
      <Line field={at("name")} label="Name" autoComplete="name" />
      <TextArea
        field={at("about")}
        label="About you"
        hint="One sentence, at most 280 characters"
        rows={2}
        optional={false}
        className={styles.short}
      />
      <Private at={at} name="phone" label="Phone" hint="With its country code" type="tel" />
      <Private at={at} name="location" label="Location" list="profile-locations" />
      <datalist id="profile-locations">
        {suggestedLocations.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <div className={pair}>
        <Private at={at} name="birthday" label="Birthday" type="date" min="1900-01-01" />
        <Private at={at} name="gender" label="Gender" />
      </div>
      <Folded
        className={styles.folded}
        title="Links"
        note={linked === 0 ? "None yet" : `${linked} of 4`}
        isOpen={links.some((each) => at(each).errors)}
      >
        {links.map((each, index) => (
          <LinkInput key={each} field={at(each)} label={`Link ${index + 1}`} optional={false} />
        ))}
      </Folded>
    </Group>
  );
}

export const Study = ({
  at,
  opened,
  branches,
  programmes,
}: GroupProps & { branches: string[]; programmes: readonly (readonly [string, string])[] }) => (
  <Group opened={opened} id="study" title="Study" note={listValues(at, ["batchYear", "branch", "skills"])}>
    <div className={pair}>
      <Line
        field={at("batchYear")}
        label="Batch year"
        hint="The year of graduation"
        type="number"
        inputMode="numeric"
        min={1950}
        max={2200}
        step={1}
        required
      />
      <Line field={at("branch")} label="Branch" list="profile-branches" />
    </div>
    <Suggestions id="profile-branches" texts={branches} />
    {programmes.length > 0 && (
      <Select field={at("programme")} label="Programme" options={programmes} placeholder="Not chosen" />
    )}
    <div className={pair}>
      <Private at={at} name="roll" label="Roll number" />
      <Private
        at={at}
        name="cgpa"
        label="CGPA"
        type="number"
        inputMode="decimal"
        min={0}
        max={10}
        step={0.01}
      />
    </div>
    <Line field={at("skills")} label="Skills" hint="Separate with commas" />
  </Group>
);

export const Work = ({
  at,
  opened,
  companies,
  ...rest
}: PositionsProps & GroupProps & { companies: string[] }) => (
  <Group opened={opened} id="work" title="Work" note={listValues(at, ["position", "company"])}>
    <div className={pair}>
      <Line field={at("company")} label="Company" list="profile-companies" autoComplete="organization" />
      <Line field={at("position")} label="Position" autoComplete="organization-title" />
    </div>
    <Suggestions id="profile-companies" texts={companies} />
    <Positions at={at} {...rest} />
  </Group>
);

const places = ["1", "2", "3", "4", "5"].map(
  (count) => [count, count === "1" ? "1 person" : `${count} people`] as const,
);

const Box = ({ at, name, label }: { at: At; name: string; label: string }) => (
  <Checkbox key={at(name).key} name={name} label={label} defaultChecked={at(name).initialValue === "on"} />
);

export function Asking({ at, opened }: GroupProps) {
  return (
    <Group opened={opened} id="asking" title="Asking" note={listValues(at, ["topics"])}>
      <Line
        field={at("topics")}
        label="Ask me about"
        hint="At most five tags that questions have. Separate with commas"
        autoCapitalize="none"
      />
      <fieldset className={styles.choices}>
        <legend className={styles.choicesLegend}>How you like to be asked</legend>
        {askWays.map((way) => (
          <Box key={way} at={at} name={`ask-${way}`} label={askWayLabels[way]} />
        ))}
      </fieldset>
      <Line
        field={at("notNowUntil")}
        label="Not now, until"
        hint="Leave it empty when people may ask"
        type="date"
      />
      <Box at={at} name="allowAnonymous" label="People can message me without their name" />
    </Group>
  );
}

/** While hidden, its fields are sent as well, so that their values are not lost. */
export function Mentoring({ at, opened }: GroupProps) {
  const isMentor = at("mentors").initialValue === "on";
  return (
    <Group
      opened={opened}
      id="mentoring"
      title="Mentoring"
      note={isMentor ? "You are open to it" : "Not offered"}
      hidden={!useIsOn()("/mentoring")}
    >
      <Box at={at} name="mentors" label="I am open to mentoring" />
      <Select
        field={at("mentoringPlaces")}
        label="At the same time"
        options={places}
        placeholder="Choose how many"
        optional={false}
      />
      <TextArea
        field={at("mentoringNote")}
        label="How you do it"
        hint="At most 280 characters"
        rows={2}
        optional={false}
        className={styles.short}
      />
      <Box at={at} name="showsMentored" label="My page says how many I have mentored" />
    </Group>
  );
}

const Suggestions = ({ id, texts }: { id: string; texts: string[] }) => (
  <datalist id={id}>
    {texts.map((text) => (
      <option key={text} value={text} />
    ))}
  </datalist>
);

const choices = audiences.map((value) => [value, audienceLabels[value]] as const);

/** A detail with a small control next to its label, for choosing its audience. */
function Private({
  at,
  name,
  ...rest
}: Pick<GroupProps, "at"> & { name: PrivateField } & Omit<ComponentProps<typeof Line>, "field" | "name">) {
  const { id, key, initialValue, errors, name: audience } = at(`${name}To`);
  return (
    <div className={styles.shared}>
      <Line field={at(name)} {...rest} />
      <span className={styles.audience}>
        <select
          key={key}
          id={id}
          name={audience}
          className={styles.audienceSelect}
          aria-label={`Who can see this: ${rest.label}`}
          aria-invalid={errors ? true : undefined}
          defaultValue={initialValue}
        >
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}

/** Previews the cropped picture before it is saved. Sending it needs no script. */
function Picture({ field, name, avatarUrl }: { field: Field; name: string; avatarUrl: string | null }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [chosenUrl, setChosenUrl] = useState<string | null>(null);
  useEffect(() => {
    const url = chosen?.type.startsWith("image/") ? URL.createObjectURL(chosen) : null;
    setChosenUrl(url);
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [chosen]);
  return (
    <div className={row[3]}>
      {chosenUrl ? (
        <img
          className={styles.square}
          src={chosenUrl}
          alt="What you chose, as a square"
          width={96}
          height={96}
        />
      ) : (
        <Avatar name={name} avatarUrl={avatarUrl} size="lg" />
      )}
      <div className={styles.pictureField}>
        <FileInput
          field={field}
          label="Picture"
          hint="JPEG, PNG, GIF or WebP, at most 10MB. We cut it to a square."
          accept={imageFormats}
          optional={false}
          onChange={(event) => setChosen(event.currentTarget.files?.[0] ?? null)}
        />
      </div>
    </div>
  );
}
