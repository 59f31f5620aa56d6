import type { Question } from "./ask.ts";
import { findRoutes } from "./routes.ts";

/** @returns the key of a POST form: its target route, and one of its intents or "" */
export const formKey = (address: string, intent: string) =>
  `${findRoutes(address).at(-1)?.id.replace("/pages/", "/")} ${intent}`.trim();

/** @returns the keys of all POST forms on a page, by intent */
export function findForms({ address, answer }: Question): string[] {
  const forms = answer.text.matchAll(/<form\b([^>]*method="post"[^>]*)>([\s\S]*?)<\/form>/gi);
  return [...forms].flatMap(([, attributes = "", content = ""]) => {
    const action = /action="([^"]*)"/.exec(attributes)?.[1]?.replaceAll("&amp;", "&") ?? address;
    const controls = content.match(/<(?:button|input)\b[^>]*name="intent"[^>]*>/g) ?? [];
    const intents = controls.map((control) => /value="([^"]*)"/.exec(control)?.[1] ?? "");
    return (intents.length > 0 ? intents : [""]).map((intent) => formKey(action, intent));
  });
}
