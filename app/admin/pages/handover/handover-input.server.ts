import { z } from "zod";
import { optionalEmail, optionalName, optionalText } from "#app/platform/schemas/fields.server.ts";

const words = () => optionalText(1_000);

export const handoverFields = {
  domain: words(),
  server: words(),
  mail: words(),
  backupKey: words(),
  logIn: words(),
  contact1Name: optionalName(120),
  contact1Email: optionalEmail(),
  contact2Name: optionalName(120),
  contact2Email: optionalEmail(),
};
export const handoverSchema = z.object(handoverFields);
