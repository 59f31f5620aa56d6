import * as styles from "./qr-code.css.ts";

export const QrCode = ({
  code: { path, size },
  label,
  className = styles.qr,
}: {
  code: { path: string; size: number };
  label: string;
  className?: string;
}) => (
  <svg
    className={className}
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
  >
    <path d={path} />
  </svg>
);
