import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { FileInput, imageFormats } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useIsOn } from "#app/ui/page.tsx";
import { size, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./profile.css.ts";
import type { SeenAs, ShownProfile } from "./read-profile.server.ts";

/** The card on the left: five lines about the member, and the owner's actions. */
export function ProfileCard({
  profile: { name, avatarUrl, role, work, location, cgpa },
  seenAs,
}: {
  profile: ShownProfile;
  seenAs: SeenAs;
}) {
  const failure = useFailure();
  const isOn = useIsOn();
  const isOwner = seenAs === "owner";
  return (
    <div className={styles.card}>
      <Avatar name={name} avatarUrl={avatarUrl} size="2xl" />
      <div className={stack[3]}>
        <h1 className={size.title}>
          <bdi>{name}</bdi>
        </h1>
        <p>{role}</p>
        {work && <p>{work}</p>}
        {(isOwner || location) && (
          <p className={styles.line}>
            <Icon name="pin" />
            {location ?? "Location not added yet"}
          </p>
        )}
        {(isOwner || cgpa) && (
          <p className={styles.line}>
            <Icon name="book" />
            {cgpa === null ? "CGPA not added yet" : `CGPA ${cgpa}`}
          </p>
        )}
      </div>
      {isOwner && (
        <div className={styles.acts}>
          <ButtonLink to="/profile?edit#edit" fullWidth>
            Edit Profile
          </ButtonLink>
          <Picture hasOne={avatarUrl !== null} error={failure?.error?.avatar?.[0]} />
          <nav className={styles.links} aria-label="Your account" data-client-nav>
            <a href="/people/me">Your page</a>
            <a href="/connections">Connections</a>
            {isOn("/people/me/thanks") && <a href="/people/me/thanks">Thanks</a>}
            <a href="/blocks">Blocked people</a>
            <a href="/account">Account settings</a>
          </nav>
        </div>
      )}
    </div>
  );
}

const pictureField = { id: "picture-avatar", name: "avatar" };

/** Changes and removes the picture. Collapsed unless it shows an error. */
function Picture({ hasOne, error }: { hasOne: boolean; error: string | undefined }) {
  const { state, formData } = useNavigation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error && document.activeElement?.role !== "alert") input.current?.focus();
  }, [error]);
  const isSending = state === "submitting" && formData?.has("avatar") === true;
  return (
    <details className={styles.picture} open={error ? true : undefined}>
      <summary>{hasOne ? "Change picture" : "Add a picture"}</summary>
      <ErrorSummary form={{ id: "picture", allErrors: error ? { avatar: [error] } : {} }} />
      <UnlessMuted>
        <Form method="post" action="/profile" encType="multipart/form-data" className={styles.pictureForm}>
          <FileInput
            ref={input}
            field={{ ...pictureField, errors: error === undefined ? undefined : [error] }}
            label="Picture"
            hint="JPEG, PNG, GIF or WebP, at most 10MB. We cut it to a square."
            accept={imageFormats}
            required
          />
          <Button variant="outline" loading={isSending}>
            Upload picture
          </Button>
        </Form>
      </UnlessMuted>
      {hasOne && (
        <Form method="post" action="/profile">
          <Button variant="link" name="intent" value="remove-avatar">
            Remove picture
          </Button>
        </Form>
      )}
    </details>
  );
}
