import { connectionTexts } from "../../people/connection-texts.ts";
import { blockTexts } from "../../schemas/block-texts.ts";
import type { FormTexts } from "../../ui/form.tsx";

export const actTexts: FormTexts = (form) => ({
  failed: form.get("intent") === "block" ? blockTexts.saveFailed : connectionTexts.failed,
});
