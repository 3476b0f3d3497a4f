import { ownBytes } from '../../../reading/own-bytes.ts';
import { latin1, unescapedBy, type UnescapedText } from './unescaped-text.ts';

/** A character of UTF-8 that is none of ASCII, and may be a letter or a digit, one character a byte. */
const pattern =
  /\xc2[\xaa\xb2\xb3\xb9\xba]|[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/** Answers in other scripts than the Latin one have the same letters again and again. */
const known = new Map<string, Uint8Array | undefined>();
const mostKnown = 10_000;

/**
 * The text with each letter as its plain one: fullwidth, circled, raised, mathematical and accented letters (Unicode NFKD), small capitals, and
 * without what only changes how a letter before it looks, or whether it does. Undefined where all of it is plain. One
 * stray byte, such as an escape elsewhere has left, makes no difference to the letters beside it.
 */
export function folded(bytes: Uint8Array): UnescapedText | undefined {
  if (!/\xc2[\xaa\xb2\xb3\xb9\xba]|[\xc3-\xf4]/.test(latin1(bytes))) return undefined;
  return unescapedBy(bytes, { pattern, meantBy: ([found]) => plain(found) });
}

function plain(found: string): Uint8Array | undefined {
  if (known.has(found)) return known.get(found);
  const letter = Buffer.from(found, 'latin1').toString('utf8');
  const read = (smallCapitals.get(letter) ?? untagged(letter))
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  const meaning = read === letter ? undefined : ownBytes(Buffer.from(read, 'utf8'));
  if (known.size < mostKnown) known.set(found, meaning);
  return meaning;
}

/** Small capitals are letters of their own to Unicode, which takes them for no plain ones. */
const smallCapitals: ReadonlyMap<string, string> = new Map(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'].map((letter, at) => [letter, 'abcdefghijklmnopqrstuvwyz'.charAt(at)]),
);

/** Letters of tags (Unicode 23.9) are those of ASCII, and nobody sees them. */
function untagged(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return code > 0xe0020 && code < 0xe007f ? String.fromCodePoint(code - 0xe0000) : letter;
}
