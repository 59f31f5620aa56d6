import { parse } from "@conform-to/react";
import { type ClientActionFunctionArgs, data, replace } from "react-router";
import { isForTheRouter, isLoginRedirect } from "../client/requests.ts";
import { type FormReply, type FormTexts, findTexts } from "./form.tsx";

/** Keeps the form when the server is unreachable or fails. Its type has only what it adds to the server's action. */
export const preserveForm =
  (texts: FormTexts) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<FormReply> => {
    const form = await request.clone().formData();
    try {
      return (await serverAction()) as FormReply;
    } catch (error) {
      const { failed, loggedOut, field = "" } = findTexts(texts, form);
      const isLoggedOut = loggedOut !== undefined && isLoginRedirect(error);
      if (!isLoggedOut && isForTheRouter(error)) throw stayInPlace(error);
      const typed = new FormData();
      for (const [name, value] of form) if (typeof value === "string") typed.append(name, value);
      const { reply } = parse<unknown, string[]>(typed, { resolve: (value) => ({ value }) });
      const failure = {
        ...reply({ fieldErrors: { [field]: [isLoggedOut ? loggedOut : failed] } }),
        isLoggedOut,
        isPasswordEasy: false,
        repliedAt: null,
      };
      // The status keeps React Router from loading the page again.
      return data<FormReply>({ failure }, isLoggedOut ? 401 : 503) as never;
    }
  };

function stayInPlace(error: unknown): unknown {
  const location = error instanceof Response && error.headers.get("Location");
  const target = location && URL.parse(location, window.location.href);
  if (!target || target.href.split("#")[0] !== window.location.href.split("#")[0]) return error;
  return replace(target.pathname + target.search);
}
