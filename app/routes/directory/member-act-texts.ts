import { connectionTexts } from "../../people/connection-texts.ts";
import { blockTexts } from "../../schemas/block-texts.ts";

export const actTexts = (form: FormData) => ({
  failed: String(form.get("intent")).endsWith("block") ? blockTexts.saveFailed : connectionTexts.failed,
});
