import { formatFileSize } from "#app/platform/files/file-size.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Select, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import type { Field, FormRules } from "#app/ui/forms/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { halves, row as line, quiet, stack } from "#app/ui/styles/layout.css.ts";
import { examChoices, resourceTypeChoices, yearChoices } from "../rules.ts";
import { codesId, type ResourceFieldName } from "./resource-fields.tsx";
import { SameFileLine } from "./same-file-line.tsx";
import * as styles from "./upload.css.ts";
import { formatFiles } from "./upload-fields.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { rowField, type UploadRow } from "./use-upload-rows.ts";

interface Props {
  years: number;
  rows: readonly UploadRow[];
  categories: readonly (readonly [id: string, name: string])[];
  rules: FormRules<Exclude<ResourceFieldName, "eventId">>;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

/** Several chosen files, each with its title, optional details and result. */
export function UploadRows({ rows, ...props }: Props) {
  const shared = rows.filter(({ state }) => state === "shared").length;
  return (
    <section className={stack[2]} aria-labelledby="files">
      <div role="status">
        <h2 id="files">
          {shared > 0 ? `${shared} of ${formatFiles(rows.length)} are shared` : formatFiles(rows.length)}
        </h2>
      </div>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.key} className={styles.uploadRow}>
            {row.state === "shared" ? <SharedRow row={row} /> : <OpenRow row={row} {...props} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SharedRow = ({ row: { title, href, reason } }: { row: UploadRow }) => (
  <>
    <a href={href ?? undefined} target="_blank" rel="noopener">
      <bdi>{title}</bdi>
    </a>
    <span className={styles.shared}>
      <Icon name="check" />
      Shared
    </span>
    {reason && <p className={`${styles.rowWide} ${quiet}`}>{reason}</p>}
  </>
);

function OpenRow({
  row,
  rules,
  years,
  categories,
  onRetry,
  onRemove,
}: { row: UploadRow } & Omit<Props, "rows">) {
  const { key, file, state, reason } = row;
  const isSending = state === "sending";
  const canSend = state !== "refused" || row.canRetry;
  const field = (name: keyof typeof rules, isRequired = false): Field => ({
    id: rowField(name, key),
    name: rowField(name, key),
    initialValue: name === "title" ? row.title : "",
    rules: { ...rules[name], isRequired },
  });
  return (
    <>
      {canSend ? (
        <TextInput field={field("title")} label={`Title of ${file.name}`} optional={false} />
      ) : (
        <b>
          <bdi>{file.name}</bdi>
        </b>
      )}
      {!isSending && (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          aria-label={`Remove ${file.name}`}
          onClick={() => onRemove(key)}
        >
          <Icon name="close" />
        </Button>
      )}
      {canSend && (
        <div className={styles.rowWide}>
          <details className={styles.own}>
            <summary>
              <span className={quiet}>{formatFileSize(file.size)}</span>
              <span className={styles.ownText}>
                Change for this file
                <Icon name="down" size={16} />
              </span>
            </summary>
            <div className={stack[3]}>
              <div className={halves}>
                <Select
                  field={field("categoryId")}
                  label="Category"
                  options={categories}
                  placeholder="Same for all"
                  aria-label={`Category of ${file.name}`}
                />
                <Select
                  field={field("year")}
                  label="Year"
                  options={yearChoices(years)}
                  placeholder="Same for all"
                  aria-label={`Year of ${file.name}`}
                />
                <Select
                  field={field("resourceType")}
                  label="Kind"
                  options={resourceTypeChoices}
                  placeholder="Same for all"
                  aria-label={`Kind of ${file.name}`}
                />
                <TextInput
                  field={field("courseCode")}
                  label="Course code"
                  placeholder="Same for all"
                  list={codesId}
                  autoComplete="off"
                  aria-label={`Course code of ${file.name}`}
                />
                <TextInput
                  field={field("paperYear")}
                  label="Paper of"
                  placeholder="Same for all"
                  type="number"
                  inputMode="numeric"
                  aria-label={`Paper of ${file.name}`}
                />
                <Select
                  field={field("exam")}
                  label="Exam"
                  options={examChoices}
                  placeholder="Same for all"
                  aria-label={`Exam of ${file.name}`}
                />
              </div>
              <TextArea
                field={field("description")}
                label="Description"
                placeholder="Same for all"
                rows={3}
                aria-label={`Description of ${file.name}`}
              />
            </div>
          </details>
          <SameFileLine file={state === "refused" ? null : file} />
        </div>
      )}
      {isSending && <UploadProgress progress={row.progress} isPaused={row.isPaused} of={file.name} />}
      {state === "refused" && reason && (
        <div className={`${styles.rowWide} ${line[3]}`}>
          <Alert texts={[reason]} />
          {row.canRetry && (
            <Button
              type="button"
              variant="outline"
              size="sm"
              aria-label={`Retry ${file.name}`}
              onClick={() => onRetry(key)}
            >
              Retry
            </Button>
          )}
        </div>
      )}
    </>
  );
}
