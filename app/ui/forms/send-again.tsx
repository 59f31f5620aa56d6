import { useLocation, useRouteLoaderData } from "react-router";
import { Button } from "../button.tsx";
import { page } from "../load-failure.css.ts";
import { Title } from "../page.tsx";
import { quiet, stack } from "../styles/layout.css.ts";
import { Alert, TextArea, TextInput } from "./field.tsx";
import type { UnsentForm } from "./form.tsx";
import { LoginInNewTab } from "./form-alert.tsx";

/** The refused form that this page responds to, if it has a text or was sent after the session had ended. */
export function useUnsentForm(): UnsentForm | null {
  const form = useRouteLoaderData<{ unsentForm?: UnsentForm }>("root")?.unsentForm;
  const { pathname } = useLocation();
  if (!form || form.action.split("?", 1)[0] !== pathname) return null;
  return form.isLoggedOut || form.fields.some(({ label }) => label) ? form : null;
}

/** A refused form whose page cannot be shown, because the session has ended or the store failed. */
export const SendAgain = ({
  form: { errors, isLoggedOut, action, isMultipart, fields },
}: {
  form: UnsentForm;
}) => (
  <div className={page}>
    <Title heading>Not sent yet</Title>
    <Alert texts={errors.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))} />
    {isLoggedOut && <LoginInNewTab />}
    <form
      method="post"
      action={action}
      encType={isMultipart ? "multipart/form-data" : undefined}
      className={stack[4]}
    >
      {fields.map(({ name, value, label, isLong }) => {
        if (!label) return <input key={name} type="hidden" name={name} value={value} />;
        const Control = isLong ? TextArea : TextInput;
        const field = { id: `again-${name}`, name, initialValue: value };
        return <Control key={name} field={field} label={label} optional={false} />;
      })}
      {isMultipart && <p className={quiet}>Files are not sent along. Add them afterwards.</p>}
      <div>
        <Button>Send again</Button>
      </div>
    </form>
  </div>
);
