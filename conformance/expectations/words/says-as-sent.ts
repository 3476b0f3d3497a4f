import type { Expectation, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { retryCount } from './remembers.ts';
import { plantedTextBetween, answerTextsBetween } from './said-between.ts';
import { noRepetitionShown } from './stream-readings.ts';

/** A way to misread a text, and what it makes of the text. */
type Misreading = { readonly is: MisreadingKind; readonly words: string; readonly of: (text: string) => string };
type MisreadingKind = 'form' | 'template' | 'markup' | 'letters';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const joiners = /\u200d|\ufe0f/g;

const readings: readonly Misreading[] = [
  { is: 'form', words: '%20 as a space', of: (text) => text.replaceAll('%20', ' ') },
  { is: 'form', words: '+ as a space', of: (text) => text.replaceAll('+', ' ') },
  // As in a replacement text of a pattern (ECMA-262 22.1.3.19.1), or in a template of Python or of a shell.
  { is: 'template', words: '$$ as $', of: (text) => text.replaceAll('$$', () => '$') },
  { is: 'markup', words: 'tags taken out', of: (text) => text.replaceAll(/<[^<>]*>/g, '') },
  {
    is: 'markup',
    words: 'entities decoded',
    of: (text) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => entities[name] ?? all),
  },
  {
    is: 'letters',
    words: 'accents taken off',
    of: (text) => text.normalize('NFD').replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1'),
  },
  { is: 'letters', words: 'joined emoji taken apart', of: (text) => text.replaceAll(joiners, '') },
];

/**
 * Encoders that know only letters of two or three bytes write a mark for a letter of four bytes: one for the letter,
 * for each of its UTF-16 units or for each of its bytes. There is no reading that drops emoji: a bot may leave them
 * out, but it does not write question marks for them.
 */
const marks: readonly Misreading[] = ['?', '??', '????'].map((mark) => ({
  is: 'letters',
  words: `${mark} for each emoji`,
  of: (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, mark),
}));

const subsets: readonly (readonly Misreading[])[] = Array.from({ length: 2 ** readings.length }, (_, bits) =>
  readings.filter((_reading, at) => (bits >> at) % 2 === 1),
);
/** All combinations of misreadings, those with the fewest first. */
const mistakes = [[], ...marks.map((mark) => [mark])]
  .flatMap((some) => subsets.map((others) => [...others, ...some]))
  .toSorted((one, other) => one.length - other.length);

/** Normalizes blanks and composed letters, which do not count as differences. */
const plain = (text: string): string => text.normalize().replaceAll(/\s+/g, ' ').trim();

/**
 * The fewest misreadings by which the message becomes what the chat says between the planted words; empty where it says
 * them as sent. Undefined where nothing else explains what it says.
 */
function readAs(chat: Exchange): readonly Misreading[] | undefined {
  const sent = plantedTextBetween(chat);
  const said = answerTextsBetween(chat).map(plain);
  if (sent === undefined) return undefined;
  return mistakes.find((some) => said.includes(plain(some.reduce((text, { of }) => of(text), sent))));
}

const chatsIn = (seen: Exchanges): Exchanges => seen.filter((each) => each.operation === 'chat' && isAccepted(each));

/**
 * message is the user's message text (2.2). A bot was given another text where it always repeats a line as misread: as
 * a form or a template, with its markup undone or with its letters simplified, and with no other difference. A bot that
 * repeats the line in its own words shows nothing.
 */
export function saysAsSent(kind: MisreadingKind): Expectation {
  return (seen) => {
    const read = chatsIn(seen).map((chat) => ({ chat, as: readAs(chat) }));
    const isMistaken = (as: readonly Misreading[] | undefined): boolean => as?.some(({ is }) => is === kind) === true;
    if (read.some(({ as }) => as !== undefined && !isMistaken(as))) return [];
    const last = read.at(-1);
    if (last === undefined || read.length <= retryCount || !read.every(({ as }) => isMistaken(as)))
      return noRepetitionShown;
    const words = (last.as ?? []).flatMap((each) => (each.is === kind ? [each.words] : []));
    return [
      {
        subject: 'reply',
        expected: `${JSON.stringify(plain(plantedTextBetween(last.chat) ?? ''))}, as it was sent`,
        observed: `${JSON.stringify(answerTextsBetween(last.chat).map(plain)[0])} in each of ${read.length} chats: ${words.join(', ')}`,
        exchange: last.chat.id,
      },
    ];
  };
}

/** True where the newest chat says its message as misread. */
export function repliesAsMisread(seen: Exchanges): boolean {
  const last = chatsIn(seen).at(-1);
  return last !== undefined && (readAs(last) ?? []).length > 0;
}
