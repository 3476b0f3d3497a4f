import { lettersSum } from '../../../model/nonce.ts';

/** The texts of the uses of a workspace: a price that depends on the text or its length must show in one of them. */

/** The shortest chat that contains this word. */
export const leastText = (word: string): string => `Hello ${word}! What can you do?`;

/** Short, since the text of a speech hardly matters here and a short one takes everybody less time. */
export const shortText = (word: string): string => `Hello ${word}.`;

/**
 * Exactly this many characters: only the end of the word where there is no room for more, and from 500 on mostly
 * blanks.
 */
export function textOfLength(word: string, length: number): string {
  if (length <= word.length) return word.slice(-length);
  const text = length < 500 ? shortText(word) + ' Hello.'.repeat(Math.ceil(length / 7)) : longText(word).padEnd(length);
  return `${text.slice(0, length - 1)}.`;
}

/** Two bytes or more for each letter in every encoding, for services that measure a text in bytes. */
export const emojiText = (word: string): string => `${shortText(word)} ${'\u{1f389}\u{1f642}'.repeat(6)}`;

/** No letters at all, for services that count letters. Each letter of the word becomes another emoji. */
export const emojiAlone = (word: string): string =>
  String.fromCodePoint(...[...word.toLowerCase()].map((letter) => 0x1f600 + (letter.charCodeAt(0) % 32)));

/** An ordinary sentence, repeated, which asks for no long reply: shows a price by length from 300 characters on. */
export const longMessage = (word: string): string => inAll(word, 'I only came to say hello.');
export const longText = (word: string): string => inAll(word, 'Hello.');

/**
 * More than 1,000 characters, of which a third are blanks: services that count characters count them, but nobody speaks
 * them.
 */
export const longerText = (word: string): string => longText(word).padEnd(1_200, ' Hello.    ');

/** More than 5,000 characters. Those beyond a long text are blanks: making the audio of so much text takes too long. */
export const longestText = (word: string): string => `${longText(word)}${' '.repeat(5_000)}Hello.`;
export const longestMessage = (word: string): string => Array.from({ length: 4 }, () => longMessage(word)).join(' ');

/** Only its last word is its own: a history that keeps only the beginning or the first line of a message lacks it. */
export const longEndingIn = (word: string): string =>
  `${'I have been thinking about our "old" garden; all week, | every day.\n\n'.repeat(6)}And this word: ${word}`;

/** Texts of different lengths. */
const inAll = (word: string, others: string): string =>
  [shortText(word), ...Array.from({ length: 50 + (lettersSum(word) % 20) }, () => others)].join(' ');

/** Short texts, each of which is longer in JSON, in bytes or in UTF-16 than in letters. */
const spellings: readonly ((word: string) => string)[] = [
  (word) => `Hello "${word}"!\n\u{c7}a va?`,
  (word) => `Hello ${word}!\nWhat can you do?`,
  (word) => `Hello, my name is "${word}".`,
  (word) => String.raw`Hello ${word}, what is in C:\Temp\new?`,
  (word) => `Gr\u{fc}\u{df}e von ${word}, \u{e7}a va?`,
  (word) => `\u{4f60}\u{597d}, ${word}\u{ff01}`,
  (word) => `Hello ${word} \u{1f44b}\u{1f3fd}`,
  (word) => `\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, ${word}!`,
  (word) => `Hello ${word},\r\n\thow are you?`,
  (word) => `<b>Hello</b> ${word} & all`,
];

/** The spelling at this place; places beyond the last begin again with the first. */
export const spelledText = (word: string, at: number): string =>
  spellings[at % spellings.length]?.(word) ?? leastText(word);
