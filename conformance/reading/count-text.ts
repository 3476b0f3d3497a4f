/** A number as people read it: 250,000. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

const units = ['bytes', 'KB', 'MB'] as const;

/** How much came, as people say it: `817 bytes`, `2.6 KB`. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const unit = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  const size = bytes / 1024 ** unit;
  return `${unit === 0 || size >= 10 || Number.isInteger(size) ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
