import { sizeText } from '../text/size.ts';
import { leadingGraphemes, graphemesOf } from '../text/graphemes.ts';

/** Longest body in bytes that is shown as text; for a longer one, its type and size say more. */
export const mostShown = 400;
/** Characters that fit on two lines of a terminal, behind a short path. */
export const mostForTexts = 110;

/**
 * A body in about `room` characters. Long strings are shortened first, since the other members differ from step to
 * step.
 */
export function bodyText(body: Uint8Array, room = mostForTexts): string {
  if (body.length === 0) return '';
  // Decodes as a stream, since the last character may be incomplete.
  const head = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, mostShown), {
    stream: body.length > mostShown,
  });
  const texts = [
    head,
    ...ends.map((most) => head.replaceAll(strings, (_, text: string) => `"${shortenedTo(most, text)}"`)),
  ];
  const text = texts.find((each) => each.length <= room) ?? texts.at(-1) ?? head;
  return body.length > mostShown ? `${leadingGraphemes(text, room)}… (${sizeText(body.length)})` : text;
}

const strings = /"((?:[^"\\]|\\.)*)"/g;

type Ends = { readonly first: number; readonly last: number };

/**
 * Parts of a long JSON string that are kept, the beginning and the end, by the room there is: the end may be what
 * matters.
 */
const ends: readonly Ends[] = [
  { first: 70, last: 20 },
  { first: 35, last: 15 },
  { first: 20, last: 0 },
];

/** Fewest characters that are worth leaving out. */
const leastLeftOut = 8;

function shortenedTo({ first, last }: Ends, text: string): string {
  if (text.length < first + last + leastLeftOut) return text;
  const letters = text.split(escapes).flatMap((part, at) => (at % 2 === 1 ? [part] : graphemesOf(part)));
  return `${beginning(letters, first).join('')}…${beginning(letters.toReversed(), last).toReversed().join('')}`;
}

/** Each escape stands for one character, as does an escaped surrogate pair. */
const escapes = /(\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u[\da-f]{4}|\\.)/i;

function beginning(letters: readonly string[], most: number): readonly string[] {
  let [end, left] = [0, most];
  for (; left >= (letters[end]?.length ?? Infinity); end += 1) left -= letters[end]?.length ?? 0;
  return letters.slice(0, end);
}
