import type { StreamEvent } from './stream-event.ts';
import { collapseWhitespace, type JoinedReply } from './joined.ts';

/** What a bot was asked to repeat word for word, and its words, which occur nowhere else. */
export type SampleQuestion = { readonly message: string; readonly words: readonly string[] };

/** A stream that answered the question. */
export type SampleStream = SampleQuestion & { readonly events: readonly StreamEvent[] };

/** A whole chat that answered the question, with every text in its body that may be the reply. */
export type SampleChat = SampleQuestion & { readonly texts: readonly string[] };

/** Whether the text contains all words, each once and in their order. */
export function containsWordsInOrder(text: string, { words }: SampleQuestion): boolean {
  const found = text.toLowerCase().match(new RegExp(words.join('|'), 'g')) ?? [];
  return words.length > 0 && found.join(' ') === words.join(' ');
}

/** Whether the text consists of the words, punctuation and white space only. */
export function containsOnlyWords(text: string, asked: SampleQuestion): boolean {
  if (!containsWordsInOrder(text, asked)) return false;
  return /^[\s\p{P}\p{S}]*$/u.test(text.toLowerCase().replaceAll(new RegExp(asked.words.join('|'), 'g'), ''));
}

/** Whether the text is the question in a single piece: some services state the question before they answer. */
export function isEchoedQuestion({ text, events }: JoinedReply, { message }: SampleQuestion): boolean {
  return events === 1 && collapseWhitespace(text) === collapseWhitespace(message);
}

/**
 * Smallest share of the longer of two texts, and fewest characters, that the shorter text must have so that both count
 * as the same reply.
 */
const alike = { share: 0.6, characters: 12 };

/** Whether the stream begins like a whole reply, apart from the requested words. */
export function beginsLikeChatReply(text: string, asked: SampleQuestion, chat: SampleChat): boolean {
  const own = withoutWords(text, asked);
  return chat.texts.some((said) => {
    const whole = withoutWords(said, chat);
    if (whole === withoutWords(chat.message, chat)) return false;
    const [short, long] = own.length < whole.length ? [own, whole] : [whole, own];
    return short.length >= Math.max(alike.characters, alike.share * long.length) && long.startsWith(short);
  });
}

/** Whether a whole reply begins within the text of the stream: what comes before it may not belong to the reply. */
export function hasTextBeforeChatReply(text: string, asked: SampleQuestion, chat: SampleChat): boolean {
  const own = withoutWords(text, asked);
  return chat.texts
    .filter((said) => containsWordsInOrder(said, chat) && collapseWhitespace(said) !== collapseWhitespace(chat.message))
    .some((said) => own.indexOf(withoutWords(said, chat)) > 0);
}

/**
 * Whether the stream says more before the words than every whole reply, or no whole reply says the words: the surplus
 * may be a thought. A bot may word its greeting differently each time, but not by a whole sentence.
 */
export function hasMoreBeforeWords(text: string, asked: SampleQuestion, chat: SampleChat): boolean {
  const before = (said: string, { words }: SampleQuestion): number =>
    collapseWhitespace(said)
      .toLowerCase()
      .indexOf(words[0] ?? '');
  return !chat.texts
    .filter((said) => containsWordsInOrder(said, chat))
    .some((said) => before(text, asked) <= before(said, chat) + aSentence);
}

const aSentence = 60;

/**
 * Whether letters stand between the words in more than a single place: the text is markup, or otherwise not the reply.
 */
export function isMarkedUp(text: string, { words }: SampleQuestion): boolean {
  const between = text
    .toLowerCase()
    .split(new RegExp(words.join('|')))
    .slice(1, -1);
  return between.filter((piece) => /\p{L}/u.test(piece)).length > 1;
}

function withoutWords(text: string, { words }: SampleQuestion): string {
  return words.reduce(
    (rest, word, place) => rest.replaceAll(new RegExp(word, 'gi'), `<${place}>`),
    collapseWhitespace(text),
  );
}
