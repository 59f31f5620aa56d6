import { settings } from "#app/platform/settings.server.ts";

/** The choices of a programme field, empty if there is only one. @param current the member's own, which may be hidden */
export function listProgrammeChoices(current: number | null = null): readonly (readonly [string, string])[] {
  const offered = settings.programmes.filter(({ id, isHidden }) => !isHidden || id === current);
  return offered.length > 1 ? offered.map(({ name }) => [name, name] as const) : [];
}

/**
 * The programme stored for a new member who had no choice: the only visible one. Null, which means the first, if that
 * is the first.
 */
export function usualProgramme(): number | null {
  const [only, ...others] = settings.programmes.filter(({ isHidden }) => !isHidden);
  return only && others.length === 0 && only !== settings.programmes[0] ? only.id : null;
}
