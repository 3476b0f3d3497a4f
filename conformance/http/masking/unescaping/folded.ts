import { ownBytes } from '../../../reading/own-bytes.ts';
import { latin1, unescapedBy, type UnescapedText } from './unescaped-text.ts';

/** A character of UTF-8 beyond ASCII that may be a letter or a digit, with one character for each byte. */
const pattern =
  /\xc2[\xaa\xb2\xb3\xb9\xba]|[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/** Cache of folded characters: answers in other scripts have the same letters again and again. */
const known = new Map<string, Uint8Array | undefined>();
const mostKnown = 10_000;

/**
 * The text with each letter replaced by its plain one: fullwidth, circled, raised, mathematical and accented letters
 * (Unicode NFKD) and small capitals. Characters that only change how the letter before them looks, or hide it, are
 * dropped. Undefined where the whole text is plain. A stray byte, such as another escape may leave, does not affect the
 * letters beside it.
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

/** Small capitals, which Unicode does not fold to plain letters. */
const smallCapitals: ReadonlyMap<string, string> = new Map(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'].map((letter, at) => [letter, 'abcdefghijklmnopqrstuvwyz'.charAt(at)]),
);

/** Tag characters (Unicode 23.9) are invisible copies of the ASCII letters. */
function untagged(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return code > 0xe0020 && code < 0xe007f ? String.fromCodePoint(code - 0xe0000) : letter;
}
