import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { error as errorStyle } from "../../ui/field.css.ts";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./profile.css.ts";
import type { ProfileReply } from "./profile-form.tsx";
import type { SeenAs, ShownProfile } from "./queries.server.ts";

/** The card at the left: who this is in five lines, and what its owner can do. */
export function Card({
  profile: { name, avatarUrl, role, work, location, cgpa },
  seenAs,
  isEditing,
  reply,
}: {
  profile: ShownProfile;
  seenAs: SeenAs;
  isEditing: boolean;
  reply: ProfileReply | undefined;
}) {
  const isOwner = seenAs === "owner";
  return (
    <div className={styles.card}>
      <Avatar name={name} avatarUrl={avatarUrl} size="2xl" />
      <h1 className={styles.name}>{name}</h1>
      <p>{role}</p>
      {work && <p>{work}</p>}
      <p className={styles.line}>
        <Icon name="pin" />
        {location ?? (isOwner ? "Location not added yet" : "Location not shown")}
      </p>
      <p className={styles.line}>
        <Icon name="target" />
        {cgpa === null ? (isOwner ? "CGPA not added yet" : "CGPA not shown") : `CGPA ${cgpa}`}
      </p>
      {/* Uploading a picture would lose what is being typed. */}
      {isOwner && !isEditing && (
        <>
          <ButtonLink to="/profile?edit#edit" fullWidth>
            Edit Profile
          </ButtonLink>
          <Picture hasOne={avatarUrl !== null} reply={reply} />
          <nav className={styles.links} aria-label="Your account" data-links>
            <a href="/connections">Connections</a>
            <a href="/blocks">Blocked members</a>
            <a href="/account">Account settings</a>
          </nav>
        </>
      )}
    </div>
  );
}

/** Changes and removes the picture. It lies folded, and open beside an error. */
function Picture({ hasOne, reply }: { hasOne: boolean; reply: ProfileReply | undefined }) {
  const { state, formData } = useNavigation();
  const error = reply?.picture;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (reply?.picture && document.activeElement?.role !== "alert") input.current?.focus();
  }, [reply]);
  const isSending = state === "submitting" && formData?.has("avatar");
  return (
    <details className={styles.picture} open={error ? true : undefined}>
      <summary className={styles.pictureSummary}>{hasOne ? "Change picture" : "Add a picture"}</summary>
      <ErrorSummary form={{ id: "picture", allErrors: error ? { avatar: [error] } : {} }} />
      <Form method="post" action="/profile" encType="multipart/form-data" className={styles.pictureForm}>
        <label htmlFor="picture-avatar">Picture</label>
        <input
          ref={input}
          id="picture-avatar"
          className={styles.file}
          type="file"
          name="avatar"
          accept="image/jpeg,image/png,image/gif,image/webp"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "avatar-error avatar-hint" : "avatar-hint"}
          required
        />
        {error && (
          <p className={errorStyle} id="avatar-error">
            <Icon name="warn" />
            {error}
          </p>
        )}
        <p className={styles.soft} id="avatar-hint">
          JPEG, PNG, GIF or WebP, at most 10MB. We cut it to a square.
        </p>
        <Button variant="outline" loading={isSending}>
          Upload picture
        </Button>
      </Form>
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
