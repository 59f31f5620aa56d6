/** A field's name, its text or whether it is ticked, and what it had before. */
export type Typed = [name: string, value: string, over?: string | undefined];

/** What is stored of a form. */
export interface StoredDraft {
  at: number;
  title: string | undefined;
  version: string | undefined;
  typed: Typed[];
}

const maxAgeMs = 7 * 86_400_000;

export const isOutdated = (draft: StoredDraft, now: number): boolean => now - draft.at > maxAgeMs;

/** Numbers fields that share a name. */
export function createNaming(): (name: string) => string {
  const counts: Record<string, number> = {};
  return (name) => {
    const count = (counts[name] ?? 0) + 1;
    counts[name] = count;
    return count === 1 ? name : `${name} ${count}`;
  };
}

/** Drafts from earlier versions contain every field, without number and without its value before the change. */
export function readTyped({ typed }: StoredDraft): Typed[] {
  const nameOf = createNaming();
  return typed.map(([name, value, over]) => [over === undefined ? nameOf(name) : name, value, over]);
}

/** Whether a value whose field does not exist yet stays in the draft. In drafts of earlier versions, only texts do. */
export const isWaiting = (value: string, over: string | undefined): boolean =>
  over !== undefined || !/^(true|false|)$/.test(value);

/**
 * Whether a draft's value replaces what a field shows. If the field was typed in before the script loaded, a shorter text
 * must not replace a longer one.
 * @param before what the field had before anything was typed
 */
export function isRestored(value: string, shown: string, before: string, isTicked: boolean): boolean {
  const isTyped = shown !== before;
  return value !== shown && !(isTyped && (isTicked || value.length <= shown.length));
}
