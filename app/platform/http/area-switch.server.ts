import { type Area, areaNames, areaOfCard, areaOfFrame, areaOfKind, areasOf, patternOf } from "../areas.ts";
import { settings } from "../settings.server.ts";
import { HttpError } from "./problem.server.ts";

/** @param area any text that is not an area is always on */
export const isAreaOn = (area: string | undefined): boolean => !settings.offAreas.some((off) => off === area);

export const isAddressOn = (address: string): boolean => areasOf(address).every(isAreaOn);

/** @param source the name of a source of Today's cards */
export const isCardOn = (source: string): boolean => isAreaOn(areaOfCard(source));

/** @param kind the name of a kind of notice */
export const isKindOn = (kind: string): boolean => isAreaOn(areaOfKind(kind));

export const isFrameOn = (event: string, room: string): boolean => isAreaOn(areaOfFrame(event, room));

/** A pattern of the addresses that are switched off, for the browser. Undefined if everything is on. */
export const offPattern = (): string | undefined =>
  areaNames
    .filter((area) => !isAreaOn(area))
    .map(patternOf)
    .join("|") || undefined;

export const areaOff = (): HttpError =>
  HttpError.withCode("area-off", "An administrator has switched this part of the site off.");

/** @throws HttpError 404 for an area that is off, on pages and calls of another area */
export function requireArea(area: Area): void {
  if (!isAreaOn(area)) throw areaOff();
}
