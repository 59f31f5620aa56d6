const units = ["Bytes", "KB", "MB", "GB"] as const;

/** Formats a file's size in Bytes, KB, MB or GB, with 2 decimals from KB on (specification, section 9). */
export function formatFileSize(bytes: number): string {
  // A value that rounds up to 1024 of one unit is shown as 1 of the next.
  const unit = units.findIndex(
    (_, index) => index === 3 || Number((bytes / 1024 ** index).toFixed(2)) < 1024,
  );
  return `${(bytes / 1024 ** unit).toFixed(unit === 0 ? 0 : 2)} ${units[unit]}`;
}
