import type { ComponentProps } from "react";
import { Link } from "react-router";
import * as styles from "./button.css.ts";

export type ButtonLook = {
  variant?: keyof typeof styles.variant | undefined;
  size?: keyof typeof styles.size | undefined;
  fullWidth?: boolean | undefined;
};

export function buttonClass(
  { variant = "primary", size = "md", fullWidth }: ButtonLook = {},
  className = "",
): string {
  const extra = `${variant === "link" ? ` ${styles.plain}` : ""}${fullWidth ? ` ${styles.full}` : ""}`;
  return `${styles.button} ${styles.variant[variant]} ${styles.size[size]}${extra}${className && ` ${className}`}`;
}

export function Button({
  variant,
  size,
  fullWidth,
  loading = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonLook & { loading?: boolean } & ComponentProps<"button">) {
  return (
    <button
      type="submit"
      {...rest}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, size, fullWidth }, className)}
    >
      {children}
      {/* Last in the DOM but shown first: React cannot insert before a text that a translation has replaced. */}
      {loading && <Spinner />}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  fullWidth,
  className,
  ...rest
}: ButtonLook & ComponentProps<typeof Link>) {
  return <Link {...rest} className={buttonClass({ variant, size, fullWidth }, className)} />;
}

export function Spinner({ label }: { label?: string }) {
  return label ? (
    <span className={styles.spinner} role="status" aria-label={label} />
  ) : (
    <span className={styles.spinner} aria-hidden />
  );
}
