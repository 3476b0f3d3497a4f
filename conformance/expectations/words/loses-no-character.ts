import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { hasReplacementCharacter } from './tears-no-character.ts';
import { plantedTextBetween, answerTextsBetween } from './said-between.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { pairChatsWithStreams, noRepetitionShown, notReadInStreams } from './stream-readings.ts';

/**
 * Judges a chat and then a stream with the same message, once or, where that went wrong, several times. Letters and
 * emoji that each chat repeats between the planted words are not missing or replaced in every stream (4.3: it carries
 * the reply). What the bot repeats is up to the bot, and may differ once. `tearsNoCharacter` judges U+FFFD.
 */
export const losesNoCharacter: Expectation = (seen) => {
  const pairs = pairsIn(seen);
  const last = pairs.at(-1);
  if (last === undefined) return { inconclusive: 'one of the two requests was not answered' };
  const compared = pairs.filter((pair) => pair.lost !== undefined);
  if (compared.some(({ lost = [] }) => lost.length === 0)) return [];
  if (pairs.every(({ isInChat }) => isInChat) && compared.length < pairs.length) return notReadInStreams;
  if (compared.length < pairs.length) return noRepetitionShown;
  const always = (last.lost ?? []).filter((character) => pairs.every(({ lost = [] }) => lost.includes(character)));
  if (always.length === 0) return [];
  const expected = `${always.join(' ')} between the words, as in the chat with the same message`;
  return [{ subject: 'reply', expected, observed: JSON.stringify(last.inStream.trim()) }];
};

/** True where the newest stream lacks characters that its chat has, so that it is worth asking again. */
export function losesCharacters(seen: Exchanges): boolean {
  return (pairsIn(seen).at(-1)?.lost ?? []).length > 0;
}

/** `lost` is undefined where chat and stream cannot be compared. */
type Pair = { readonly lost: readonly string[] | undefined; readonly inStream: string; readonly isInChat: boolean };

function pairsIn(seen: Exchanges): readonly Pair[] {
  return pairChatsWithStreams(seen).map(({ chat, stream }) => compared(chat, stream));
}

function compared(chat: Exchange, stream: Exchange): Pair {
  const asked = charactersOf(plantedTextBetween(chat) ?? '');
  const [inChat, inStream] = [chat, stream].map((each) => fullestOf(answerTextsBetween(each), asked));
  const repeated = asked.filter((character) => charactersOf(inChat ?? '').includes(character));
  const isInChat = repeated.length > 0;
  if (!isInChat || inStream === undefined || hasReplacementCharacter(inStream) || escaped.test(inStream))
    return { lost: undefined, inStream: '', isInChat };
  const said = charactersOf(inStream);
  const lost = repeated.filter((character) => !said.includes(character));
  return { lost: lost.length > 0 && mayBeEdited(stream) ? undefined : lost, inStream, isInChat };
}

/** A character may be spelled as an HTML entity or percent-encoded. */
const escaped = /&#?\w+;|%[\da-f]{2}/i;

/**
 * The different letters and emoji beyond ASCII. Other signs and joiners do not count: a bot may write them in its own
 * way.
 */
function charactersOf(text: string): readonly string[] {
  return [...new Set(text.normalize().match(/(?![\0-\x7f])[\p{L}\p{Extended_Pictographic}]/gu))];
}

/** The stretch with most of the asked characters: a reply may say the line several times, and once cut short. */
function fullestOf(stretches: readonly string[], asked: readonly string[]): string | undefined {
  const countIn = (text: string): number => charactersOf(text).filter((character) => asked.includes(character)).length;
  return stretches.toSorted((one, other) => countIn(other) - countIn(one))[0];
}
