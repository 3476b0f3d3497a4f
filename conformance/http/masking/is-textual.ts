import { isUtf8 } from 'node:buffer';

const looks = 512;

/** Whether most of the bytes are readable text in any encoding, and neither audio nor compressed. */
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
  // A letter of UTF-16 has one zero, one of UTF-32 three; UTF-8 and older encodings have few letters beyond ASCII.
  if (readable >= 0.2 * seen && readable + zeros >= 0.85 * seen) return true;
  return zeros < 0.1 * seen && isUtf8(bytes);
}
