import { folded } from './folded.ts';
import { unescapedBy, type UnescapedText, type Signs } from './unescaped-text.ts';

/** CSS Syntax 4.3.7: up to six hex digits, ended by a blank that may itself be escaped. */
const ofCss: Signs = {
  pattern: /(?<!\\)\\{1,64}([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f]|\\{1,64}[nrtf])?/gi,
  meantBy: ([, hex = '']) => {
    const code = Number.parseInt(hex, 16);
    return code < 0x20 || code > 0x10ffff ? undefined : Buffer.from(String.fromCodePoint(code), 'utf8');
  },
};

/** RFC 2045 6.7: `=41` stands for A, and `=` before a line end for nothing; the line end may be escaped. */
const quotedPrintable: Signs = {
  pattern: /=(?:([0-9a-f]{2})|[ \t]{0,8}(?:\\{1,64}(?:[nr]|u000[ad])|[\r\n]){1,4})/gi,
  meantBy: ([, hex]) => (hex === undefined ? new Uint8Array() : Uint8Array.of(Number.parseInt(hex, 16))),
};

/** Readings by signs that mean something else, or nothing, in most texts; each is a reading of its own. */
export function otherwiseRead(bytes: Uint8Array): readonly UnescapedText[] {
  return [
    bytes.includes(0x5c) ? unescapedBy(bytes, ofCss) : undefined,
    bytes.includes(0x3d) ? unescapedBy(bytes, quotedPrintable) : undefined,
    folded(bytes),
  ].filter((reading) => reading !== undefined);
}
