import { blockTexts } from "#app/messages/block-texts.ts";
import { connectionTexts } from "../../connection-texts.ts";

export const actTexts = (form: FormData) => ({
  failed: String(form.get("intent")).endsWith("block") ? blockTexts.saveFailed : connectionTexts.failed,
});
