import { lettersSum } from '../../../model/nonce.ts';

/** What the uses of a workspace say: a price by what is said, or by how much of it, has to show in one of them. */

/** The least chat that says this word. */
export const leastText = (word: string): string => `Hello ${word}! What can you do?`;

/** What a speech says hardly matters here, and a short one costs everybody less. */
export const shortText = (word: string): string => `Hello ${word}.`;

/** With exactly so many characters: of the word its end where there is no room for more, and from 500 on mostly blanks. */
export function textOfLength(word: string, length: number): string {
  if (length <= word.length) return word.slice(-length);
  const text = length < 500 ? shortText(word) + ' Hello.'.repeat(Math.ceil(length / 7)) : longText(word).padEnd(length);
  return `${text.slice(0, length - 1)}.`;
}

/** Two bytes and more a letter, by whichever count, where a text is taken for as long as its bytes are. */
export const emojiText = (word: string): string => `${shortText(word)} ${'\u{1f389}\u{1f642}'.repeat(6)}`;

/** No letter at all: who counts letters counts none. Another face for each letter of the word. */
export const emojiAlone = (word: string): string =>
  String.fromCodePoint(...[...word.toLowerCase()].map((letter) => 0x1f600 + (letter.charCodeAt(0) % 32)));

/** A usual sentence time after time, which asks for no long reply: a price by length would show, from 300 characters on. */
export const longMessage = (word: string): string => inAll(word, 'I only came to say hello.');
export const longText = (word: string): string => inAll(word, 'Hello.');

/** More than 1,000 characters, of which a third are blanks: who counts characters counts them, and nobody speaks them. */
export const longerText = (word: string): string => longText(word).padEnd(1_200, ' Hello.    ');

/** More than 5,000. Beyond those of a long one all are blanks: the audio of a text of that length takes too long to make. */
export const longestText = (word: string): string => `${longText(word)}${' '.repeat(5_000)}Hello.`;
export const longestMessage = (word: string): string => Array.from({ length: 4 }, () => longMessage(word)).join(' ');

/** With nothing of its own but its last word: a history that keeps its beginning only, or its first line, has none of it. */
export const longEndingIn = (word: string): string =>
  `${'I have been thinking about our "old" garden; all week, | every day.\n\n'.repeat(6)}And this word: ${word}`;

/** Not all are of one length. */
const inAll = (word: string, others: string): string =>
  [shortText(word), ...Array.from({ length: 50 + (lettersSum(word) % 20) }, () => others)].join(' ');

/** Short texts, each of which is longer in JSON, in bytes or in UTF-16 than it is in letters. */
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

/** The spelling of this place, and from the last on the first ones again. */
export const spelledText = (word: string, at: number): string =>
  spellings[at % spellings.length]?.(word) ?? leastText(word);
