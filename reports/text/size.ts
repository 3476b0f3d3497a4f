const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `817 bytes`, `2.6 KB`, `32 MB`: a number of bytes in readable units. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) [size, unit] = [size / 1024, unit + 1];
  const count = unit === 0 || size >= 10 || Number.isInteger(size) ? Math.round(size) : size.toFixed(1);
  return `${count} ${units[unit]}`;
}
