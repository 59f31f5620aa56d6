import { type Area, areaNames, areaOfCard, areaOfFrame, areasOf, patternOf } from "../areas.ts";
import { settings } from "../settings.server.ts";
import { HttpError } from "./problem.server.ts";

export const isAreaOn = (area: Area | undefined): boolean => !area || !settings.offAreas.includes(area);

export const isAddressOn = (address: string): boolean => areasOf(address).every(isAreaOn);

/** @param source the name of a source of Today's cards */
export const isCardOn = (source: string): boolean => isAreaOn(areaOfCard(source));

export const isFrameOn = (event: string, room: string): boolean => isAreaOn(areaOfFrame(event, room));

/** A pattern of the addresses that are switched off, for the browser. Undefined if everything is on. */
export const offPattern = (): string | undefined =>
  areaNames
    .filter((area) => !isAreaOn(area))
    .map(patternOf)
    .join("|") || undefined;

export const areaOff = (): HttpError =>
  HttpError.withCode("area-off", "An administrator has switched this part of the site off.");
