import { connectionTexts } from "../../people/connection-texts.ts";
import { blockTexts } from "../../schemas/block-texts.ts";
import type { FormTexts } from "../../ui/form.tsx";

export const actTexts: FormTexts = (form) => ({
  failed: String(form.get("intent")).endsWith("block") ? blockTexts.saveFailed : connectionTexts.failed,
});
