import { Form } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { addDays, formatShortDay, today } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { More } from "#app/ui/more.tsx";
import { Title } from "#app/ui/page.tsx";
import { drawQrCode } from "#app/ui/qr-code.server.ts";
import { QrCode } from "#app/ui/qr-code.tsx";
import { ShareAddress } from "#app/ui/share.tsx";
import { prose, quiet, size, stack } from "#app/ui/styles/layout.css.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import {
  describePlace,
  findAnnouncerBatch,
  isAdmittingDirectly,
  joinLinkFields,
  joinLinkSchema,
  lastJoinDay,
  listJoinLinks,
  makeJoinLink,
  revokeJoinLink,
} from "../../join-links.server.ts";
import { listProgrammeChoices } from "../../programmes.server.ts";
import { joinTexts } from "../../texts.ts";
import type { Route } from "./+types/join-links.ts";
import * as styles from "./join-links.css.ts";
import { MakeForm } from "./make-form.tsx";

export const handle = { title: "Join links", failed: joinTexts.loadFailed };

const pageSize = 10;
const usualDays = 14;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const ownBatch = await requireMaker(viewer);
  const rows = await listJoinLinks(viewer, { limit: pageSize + 1, before: readIdCursor(args.url) });
  const day = today();
  return {
    ownBatch,
    college: settings.collegeName || settings.siteName,
    mayAdmitDirectly: viewer.isAdmin && env.REGISTRATION === "approval",
    days: { first: day, usual: addDays(day, usualDays), last: lastJoinDay(day) },
    rules: getFieldRules(joinLinkFields),
    programmes: listProgrammeChoices(),
    ...pageOf(rows, pageSize, (link) => present(link, viewer)),
  };
}

/** @returns the batch of an announcer, null for administrators. @throws HttpError 403 */
async function requireMaker(viewer: Viewer): Promise<number | null> {
  if (viewer.isAdmin) return null;
  const ownBatch = await findAnnouncerBatch(viewer.id);
  if (ownBatch === null) throw new HttpError(403, joinTexts.notYours);
  return ownBatch;
}

type LinkRow = Awaited<ReturnType<typeof listJoinLinks>>[number];

const present = (link: LinkRow, viewer: Viewer) => ({
  id: link.id,
  title: describePlace(link),
  joined: `${link.used} of ${link.places} joined`,
  until: `Until ${formatShortDay(link.until)}`,
  maker: link.makerId === viewer.id ? null : link.maker.name,
  isDirect: isAdmittingDirectly(link),
  isRevoked: link.revokedAt !== null,
  posterHref: viewer.isAdmin && link.url !== null && !link.isDirect ? `/admin/poster?link=${link.id}` : null,
  shown: link.url === null ? null : { url: link.url, code: drawQrCode(link.url) },
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = (form: FormData) => ({
  failed: form.get("intent") === "revoke" ? joinTexts.revokeFailed : joinTexts.failed,
});

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: [...Object.keys(joinLinkFields), "direct", "id"], texts },
    { "": make(args), make: make(args), revoke: revoke(args) },
  );

const make =
  ({ context }: Route.ActionArgs) =>
  async (form: PostedForm, viewer: Viewer) => {
    await requireMaker(viewer);
    const id = await makeJoinLink(viewer, form.parse(joinLinkSchema));
    return redirectWithFlash(context, `/join#link-${id}`, { text: joinTexts.made });
  };

const revoke =
  ({ context }: Route.ActionArgs) =>
  async (form: PostedForm, viewer: Viewer) => {
    await requireMaker(viewer);
    await revokeJoinLink(viewer, toId(form.text("id")));
    return redirectWithFlash(context, "/join", { text: joinTexts.revoked });
  };

export const clientAction = preserveForm(texts);

export default function JoinLinks({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, college } = loaderData;
  const isRevoking = actionData?.failure?.initialValue?.intent === "revoke";
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <div>
          {loaderData.ownBatch === null && <Back to="/admin">Overview</Back>}
          <Title heading>Join links</Title>
        </div>
        <p className={prose}>
          Post a link in a class's group, or show its code in a lecture. Students register with it themselves,
          and can't change its batch.
        </p>
        {isRevoking && <FormAlert />}
      </div>
      <UnlessMuted>
        <MakeForm page={loaderData} />
      </UnlessMuted>
      <section aria-labelledby="links" className={stack[3]}>
        <h2 id="links" className={size.large}>
          Your links
        </h2>
        <List rows={rows} next={next} empty={["No links yet", "A link that you make appears here."]}>
          {(link) => (
            <LinkItem key={link.id} link={link} college={college} isOpen={link.id === rows[0]?.id} />
          )}
        </List>
      </section>
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

const LinkItem = ({
  link,
  college,
  isOpen,
}: {
  link: Loaded["rows"][number];
  college: string;
  isOpen: boolean;
}) => (
  <li className={styles.link} id={`link-${link.id}`}>
    <div className={styles.place}>
      <h3 className={size.body}>
        <bdi>{link.title}</bdi>
      </h3>
      <p className={styles.facts}>
        <span>{link.joined}</span>
        <span>{link.isRevoked ? "Revoked" : link.until}</span>
        {link.maker !== null && (
          <span>
            Made by <bdi>{link.maker}</bdi>
          </span>
        )}
      </p>
      {link.isDirect && <p className={quiet}>{joinTexts.direct}</p>}
      {!link.isRevoked && link.shown === null && <p className={quiet}>{joinTexts.ended}</p>}
    </div>
    {!link.isRevoked && (
      <More label={`More about the link for ${link.title}`}>
        {link.posterHref && (
          <ButtonLink to={link.posterHref} variant="link" size="sm">
            Poster
          </ButtonLink>
        )}
        <Form method="post" action="/join">
          <input type="hidden" name="id" value={link.id} />
          <Button name="intent" value="revoke" variant="link" size="sm">
            Revoke
          </Button>
        </Form>
      </More>
    )}
    {link.shown && (
      <details className={styles.shown} open={isOpen || undefined}>
        <summary className={styles.summary}>Link and code</summary>
        <div className={styles.both}>
          <ShareAddress url={link.shown.url} text={`Join ${college}: ${link.title}`} />
          <QrCode code={link.shown.code} label={`QR code of the link for ${link.title}`} />
        </div>
      </details>
    )}
  </li>
);
