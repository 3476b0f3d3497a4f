import type { Mismatch, Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { mayBeEdited } from '../../words/may-be-edited.ts';
import { misreadingsOf } from '../../words/misreads-no-letters.ts';
import { answerTexts } from '../../words/said.ts';
import { mayCarryRest, readingsOf, reportsFailure } from '../../words/stream-readings.ts';
import { headOf, tailOf } from '../../../reading/whole-letters.ts';

const [fewestChats, fewestStreams] = [4, 3];
/**
 * Shortest and longest text, in characters, that counts as the one reply: a shorter text may be a name or a notice, and
 * no longer text answers every message.
 */
const [shortest, longest] = [40, 4_000];
const shortestBeginning = 20;
const [mostCandidates, mostShown, mostQuoted] = [8, 3, 60];

/**
 * A bot that answers every chat with the same text says this text in its streams too, if it says anything of it (4.3).
 * Fails where every stream has only its beginning, torn within a word, or its bytes read in another encoding. Streams
 * may say something else by design, or end where a word does, or have enough other letters for the rest.
 */
export const streamsTheOneReply = (seen: Exchanges): readonly Mismatch[] => {
  const by = (operation: string) => seen.filter((exchange) => exchange.operation === operation);
  const [chats, streams] = [by('chat'), by('stream')];
  const messages = new Set(chats.map(({ request }) => Buffer.from(request.body).toString('latin1')));
  if (messages.size < fewestChats || streams.length < fewestStreams) return [];
  const replies = repliesOfAll(chats);
  if (replies.length === 0 || streams.some((stream) => reportsFailure(stream) || mayBeEdited(stream))) return [];
  const read = streams.map((stream) => ({ stream, texts: readingsOf(stream) }));
  for (const reply of replies) {
    if (read.some(({ texts }) => texts.some((text) => text.includes(reply)))) continue;
    const wrong = read.flatMap((each) => wrongIn(each, reply, chats.length));
    if (wrong.length === streams.length) return wrong.slice(0, mostShown);
  }
  return [];
};

/** The whole texts that all of these chats have. */
function repliesOfAll(chats: Exchanges): readonly string[] {
  const [first, ...others] = chats;
  if (first === undefined) return [];
  const candidates = answerTexts(first).filter(({ length }) => length >= shortest && length <= longest);
  return others.reduce<readonly string[]>(
    (left, chat) => (left.length === 0 ? left : left.filter((text) => answerTexts(chat).includes(text))),
    [...new Set(candidates)].slice(0, mostCandidates),
  );
}

type Read = { readonly stream: Exchange; readonly texts: readonly string[] };

function wrongIn({ stream, texts }: Read, reply: string, many: number): readonly Mismatch[] {
  const mismatch = (observed: string): readonly Mismatch[] => [
    {
      subject: `reply in ${stream.id}`,
      kind: { subject: 'reply' },
      expected: `${quoted(reply)}, as each of ${many} chats has it, whatever was asked`,
      observed,
      exchange: stream.id,
    },
  ];
  const misread = misreadingsOf(reply).find((wrong) => texts.some((text) => text.includes(wrong)));
  if (misread !== undefined) return mismatch(`${quoted(misread)}, its UTF-8 bytes read as another encoding`);
  const torn = texts.find((text) => isTornFrom(text, reply));
  if (torn === undefined || mayCarryRest(stream, reply, torn) !== false) return [];
  return mismatch(`its first ${torn.length} of ${reply.length} characters, up to ${JSON.stringify(tailOf(torn, 12))}`);
}

/** Scripts without spaces between words may be torn anywhere, so they do not count as within a word. */
const inAWord = /[\p{L}\p{N}]/u;
const withoutSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** True where the text is a beginning of the reply that ends between two letters of a word. */
function isTornFrom(text: string, reply: string): boolean {
  if (text.length < shortestBeginning || text.length >= reply.length || !reply.startsWith(text)) return false;
  const around = [[...text].at(-1) ?? '', String.fromCodePoint(reply.codePointAt(text.length) ?? 0)];
  return around.every((letter) => inAWord.test(letter) && !withoutSpaces.test(letter));
}

const quoted = (text: string): string =>
  JSON.stringify(text.length > mostQuoted ? `${headOf(text, mostQuoted)}…` : text);
