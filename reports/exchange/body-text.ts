import { sizeText } from '../text/size.ts';
import { headOf, lettersOf } from '../text/whole-letters.ts';

/** What is longer says less at a glance than its type and its size. */
export const mostShown = 400;
/** Two lines of a terminal have room for so much. */
const mostForTexts = 110;

/** A body in about so many letters: its long strings are shortened first, since what else it has differs from step to step. */
export function bodyText(body: Uint8Array, room = mostForTexts): string {
  if (body.length === 0) return '';
  // As a stream, since its last letter may lack bytes.
  const head = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, mostShown), {
    stream: body.length > mostShown,
  });
  const texts = [
    head,
    ...ends.map((most) => head.replaceAll(strings, (_, text: string) => `"${shortenedTo(most, text)}"`)),
  ];
  const text = texts.find((each) => each.length <= room) ?? texts.at(-1) ?? head;
  return body.length > mostShown ? `${headOf(text, room)}… (${sizeText(body.length)})` : text;
}

const strings = /"((?:[^"\\]|\\.)*)"/g;

type Ends = { readonly first: number; readonly last: number };

/** Of a long string of JSON the beginning and the end, as much as there is room for: how it ends may be what it was sent for. */
const ends: readonly Ends[] = [
  { first: 70, last: 20 },
  { first: 35, last: 15 },
  { first: 20, last: 0 },
];

/** What is left out has to be worth the sign for it. */
const leastLeftOut = 8;

function shortenedTo({ first, last }: Ends, text: string): string {
  if (text.length < first + last + leastLeftOut) return text;
  const letters = text.split(escapes).flatMap((part, at) => (at % 2 === 1 ? [part] : lettersOf(part)));
  return `${beginning(letters, first).join('')}…${beginning(letters.toReversed(), last).toReversed().join('')}`;
}

/** Each stands for one letter, those of a pair of halves too. */
const escapes = /(\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u[\da-f]{4}|\\.)/i;

function beginning(letters: readonly string[], most: number): readonly string[] {
  let [end, left] = [0, most];
  for (; left >= (letters[end]?.length ?? Infinity); end += 1) left -= letters[end]?.length ?? 0;
  return letters.slice(0, end);
}
