import { isUtf8 } from 'node:buffer';

/**
 * The offset of the first byte that is not UTF-8, if any, found by halving: the shortest prefix that does not decode.
 */
export function firstInvalidUtf8(bytes: Uint8Array): number | undefined {
  const isValid = (end: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end), { stream: end < bytes.length });
      return true;
    } catch {
      return false;
    }
  };
  if (isValid(bytes.length)) return undefined;
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isValid(middle)) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** How many bytes before an invalid byte belong to the letter that it interrupts. */
export function begunBefore(bytes: Uint8Array, invalidAt: number): number {
  return [0, 1, 2, 3].find((back) => isUtf8(bytes.subarray(0, invalidAt - back))) ?? 0;
}
