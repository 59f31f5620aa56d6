import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import { file as fileField } from "#app/ui/forms/field.css.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { ComposerFiles } from "../chat/composer.tsx";
import * as styles from "./chosen-files.css.ts";
import { loadFiles } from "./message-files.ts";

/** Files chosen, pasted or dropped for the next message. Both fields belong to the form and work without scripts. */
export function useChosenFiles(
  isAnonymous: boolean,
  onRefused: (text: string) => void,
): ComposerFiles & { putBack: (files: File[]) => void } {
  const [files, setFiles] = useState<File[]>([]);

  async function choose(added: File[]) {
    // The script may not be loaded while offline. The server checks the files again.
    const script = await loadFiles().catch(() => null);
    const refusal = script?.checkFiles(added, files.length, isAnonymous);
    if (refusal) onRefused(refusal);
    else putBack(added);
  }
  const putBack = (added: File[]) => setFiles((before) => [...before, ...added]);
  function add(list: FileList) {
    if (list.length > 0) void choose([...list]);
    return list.length > 0;
  }
  const drop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") add(event.dataTransfer.files);
  });
  useEffect(() => {
    const ends = new AbortController();
    for (const event of ["dragover", "drop"] as const)
      document.addEventListener(event, drop, { signal: ends.signal });
    return () => ends.abort();
  }, []);

  /** Takes files from an input, including those chosen before hydration. */
  function take(input: HTMLInputElement | null) {
    if (input?.files && add(input.files)) input.value = "";
  }
  const field = (icon: string, label: string, more: ComponentProps<"input">) => (
    <label className={more.capture ? styles.camera : styles.attach} title={label}>
      <Icon name={icon} size={24} />
      <input
        type="file"
        name="file"
        className={fileField}
        aria-label={label}
        ref={take}
        onChange={({ currentTarget }) => take(currentTarget)}
        {...more}
      />
    </label>
  );
  return {
    count: files.length,
    fields: (
      <>
        {files.length > 0 && (
          <ul className={styles.chosen} aria-label="Files to send">
            {files.map((file) => (
              <Chosen
                key={`${file.name} ${file.lastModified} ${file.size}`}
                file={file}
                onRemove={() => setFiles(files.filter((each) => each !== file))}
              />
            ))}
          </ul>
        )}
        {field("clip", "Attach files", { multiple: true, accept: isAnonymous ? "image/*,.txt" : undefined })}
        {field("camera", "Take a picture", { accept: "image/*", capture: "environment" })}
      </>
    ),
    add,
    putBack,
    take() {
      setFiles([]);
      return files;
    },
  };
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [preview] = useState(() => file.type.startsWith("image/") && URL.createObjectURL(file));
  return (
    <li>
      {preview ? <img src={preview} alt="" /> : <Icon name="file" />}
      <bdi>{file.name}</bdi>
      <button type="button" onClick={onRemove} aria-label={`Remove ${file.name}`}>
        <Icon name="close" size={16} />
      </button>
    </li>
  );
}
