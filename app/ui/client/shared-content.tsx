import { useEffect, useState } from "react";
import { sharedCache, sharedNameHeader, sharedTitleHeader, sharePath } from "#app/device/names.ts";
import { Button } from "../button.tsx";
import { notice, summaryText } from "../forms/field.css.ts";

interface Offer {
  fileName: string;
  title: string;
  content: Blob;
  text: string;
}

/** Offers to fill the form with what another app shared, but only after a click, because any site can post here. */
export function SharedContentOffer() {
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    if (location.search === "?shared") readOffer().then(setOffer, () => {});
  }, []);
  if (!offer) return null;
  const drop = () => {
    setOffer(null);
    void forget();
  };
  return (
    <div className={notice} role="status">
      <div className={summaryText}>
        <p>
          Another app or site shared{" "}
          <b>
            <bdi>{offer.fileName || offer.title || offer.text.slice(0, 80)}</bdi>
          </b>
          .
        </p>
        <p>
          <Button
            type="button"
            variant="outline"
            size="sm"
            onClick={({ currentTarget: { form } }) => {
              if (form) fill(form, offer);
              drop();
            }}
          >
            Use it here
          </Button>{" "}
          <Button type="button" variant="ghost" size="sm" onClick={drop}>
            Don't use it
          </Button>
        </p>
      </div>
    </div>
  );
}

async function readOffer(): Promise<Offer | null> {
  const shared = await (await caches.open(sharedCache)).match(sharePath);
  if (!shared) return null;
  const read = (header: string) => decodeURIComponent(shared.headers.get(header) ?? "");
  const content = await shared.blob();
  const fileName = read(sharedNameHeader);
  return { fileName, title: read(sharedTitleHeader), content, text: fileName ? "" : await content.text() };
}

const forget = async () => (await caches.open(sharedCache)).delete(sharePath);

/** Puts a file into the upload, or a text into the question, and keeps what was typed. */
function fill(form: HTMLFormElement, { fileName, title, content, text }: Offer): void {
  const input = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    "input[type=file][name=file], textarea[name=body]",
  );
  const field = form.querySelector<HTMLInputElement>("input[name=title]");
  if (!input || !field) return;
  if (input instanceof HTMLInputElement) {
    const files = new DataTransfer();
    files.items.add(new File([content], fileName, { type: content.type }));
    input.files = files.files;
  } else if (input.value === "") input.value = text;
  if (field.value === "") field.value = title || fileName.replace(/\.\w+$/, "");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
}
