import type { StreamEvent } from './stream-event.ts';
import { spaced, type Joined } from './joined.ts';

/** What a bot was asked to say again, word for word: words that nobody else says. */
export type SampleQuestion = { readonly message: string; readonly words: readonly string[] };

/** A stream that answered it. */
export type SampleStream = SampleQuestion & { readonly events: readonly StreamEvent[] };

/** A whole chat that answered it: every text that its body may be saying. */
export type SampleChat = SampleQuestion & { readonly texts: readonly string[] };

/** All words, once and in their order. */
export function saysTheWords(text: string, { words }: SampleQuestion): boolean {
  const found = text.toLowerCase().match(new RegExp(words.join('|'), 'g')) ?? [];
  return words.length > 0 && found.join(' ') === words.join(' ');
}

/** Nothing but the words, and what stands between words. */
export function saysOnlyTheWords(text: string, asked: SampleQuestion): boolean {
  if (!saysTheWords(text, asked)) return false;
  return /^[\s\p{P}\p{S}]*$/u.test(text.toLowerCase().replaceAll(new RegExp(asked.words.join('|'), 'g'), ''));
}

/** A question that comes back in one piece may be no reply: some tell what they were asked before they answer. */
export function isTheQuestion({ text, events }: Joined, { message }: SampleQuestion): boolean {
  return events === 1 && spaced(text) === spaced(message);
}

/** So much of the longer one of two texts the shorter one has, and so many characters, when both are one reply. */
const alike = { share: 0.6, characters: 12 };

/** True where the stream begins as a whole reply does, the words that were asked for put in each other's place. */
export function beginsAsTheChat(text: string, asked: SampleQuestion, chat: SampleChat): boolean {
  const own = withoutWords(text, asked);
  return chat.texts.some((said) => {
    const whole = withoutWords(said, chat);
    if (whole === withoutWords(chat.message, chat)) return false;
    const [short, long] = own.length < whole.length ? [own, whole] : [whole, own];
    return short.length >= Math.max(alike.characters, alike.share * long.length) && long.startsWith(short);
  });
}

/** True where a whole reply begins within what the stream says: what comes before it may be no reply. */
export function beginsBeforeTheChat(text: string, asked: SampleQuestion, chat: SampleChat): boolean {
  const own = withoutWords(text, asked);
  return chat.texts
    .filter((said) => saysTheWords(said, chat) && spaced(said) !== spaced(chat.message))
    .some((said) => own.indexOf(withoutWords(said, chat)) > 0);
}

/**
 * True where no whole reply says the words, or where each says so much less before them that what a stream has there may be a
 * thought. A bot words its greeting in another way each time, and no two of those differ by a sentence.
 */
export function saysMore(text: string, asked: SampleQuestion, chat: SampleChat): boolean {
  const before = (said: string, { words }: SampleQuestion): number =>
    spaced(said)
      .toLowerCase()
      .indexOf(words[0] ?? '');
  return !chat.texts
    .filter((said) => saysTheWords(said, chat))
    .some((said) => before(text, asked) <= before(said, chat) + aSentence);
}

const aSentence = 60;

/** More than once between the words stands something with letters: markup, or what else is no text of a reply. */
export function isMarkedUp(text: string, { words }: SampleQuestion): boolean {
  const between = text
    .toLowerCase()
    .split(new RegExp(words.join('|')))
    .slice(1, -1);
  return between.filter((piece) => /\p{L}/u.test(piece)).length > 1;
}

function withoutWords(text: string, { words }: SampleQuestion): string {
  return words.reduce((rest, word, place) => rest.replaceAll(new RegExp(word, 'gi'), `<${place}>`), spaced(text));
}
