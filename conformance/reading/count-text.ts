/**
 * A number with separators: 250,000. Whole numbers do without the language tables, which take longer to load than most
 * modules.
 */
export function countText(count: number): string {
  if (!Number.isSafeInteger(count)) return count.toLocaleString('en-US');
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

const units = ['bytes', 'KB', 'MB'] as const;

/** A size for readers: `817 bytes`, `2.6 KB`. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const unit = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  const size = bytes / 1024 ** unit;
  return `${unit === 0 || size >= 10 || Number.isInteger(size) ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
