import { isUtf8 } from 'node:buffer';

const looks = 512;

/** Whether people could read most of it, in whichever encoding of text: not audio, and nothing compressed. */
export function isTextual(bytes: Uint8Array): boolean {
  const step = Math.max(1, Math.floor(bytes.length / looks));
  let seen = 0;
  let readable = 0;
  let zeros = 0;
  for (let at = 0; at < bytes.length; at += step) {
    const byte = bytes[at] ?? 0;
    seen += 1;
    if ((byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d)) readable += 1;
    else if (byte === 0) zeros += 1;
  }
  // UTF-16 and UTF-32 have one and three zeros a letter; in UTF-8, or in an older encoding, few letters are odd.
  if (readable >= 0.2 * seen && readable + zeros >= 0.85 * seen) return true;
  return zeros < 0.1 * seen && isUtf8(bytes);
}
