import { chatFlags } from '../../contract/limits.ts';
import { chatCall } from '../../model/calls.ts';
import { isFailed } from '../../model/check.ts';
import { byItselfIf, type Known, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn, sessionIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { mayHaveLostSession } from '../../expectations/conversations/crowded-out.ts';
import { endIn } from '../../expectations/conversations/endings/ended.ts';
import { beginsSession } from '../../expectations/words/declined/now-and-then.ts';
import { timesAgain, wordsPlantedIn } from '../../expectations/words/remembers.ts';
import {
  flagSetBy,
  flagThatForgets,
  knowsWhatIsToldWithAQuestion,
  recallsInRepliesWithFlags,
  remembersWithFlags,
  seemsBegunAnew,
} from '../../expectations/words/remembers-with-flags.ts';
import { asksToRemember, question } from '../conversation.ts';

type Flag = (typeof chatFlags)[number];
type By = 'chat' | 'stream';

const operations: readonly By[] = ['chat', 'stream'];

const turnsBetween = 8;
const talk = `Go on, please. ${'Tell me of the sea, and of the weather there. '.repeat(24)}`;

/**
 * The id that the turns without flags got, where they all got the same: whoever ignores the id of a turn with a flag gives
 * it another one, and that turn is then of another conversation. Else the newest, as a service may give a new one each turn.
 */
function sessionOf(known: Known): SessionId | undefined {
  const seen = sessionsOf(known.seen).at(-1) ?? [];
  const plain = seen.filter((exchange) => flagSetBy(exchange) === undefined).map(sessionIdIn);
  const [first] = plain;
  const isOne = new Set(plain.map((id) => JSON.stringify(id))).size === 1 && plain.length > 1;
  return isOne ? first : newestSessionId(seen);
}

const goesOn = (known: Known, by: By, message: string, flag?: Flag): ReturnType<Step> => {
  const sessionId = sessionOf(known);
  if (known.seen.length > 0 && sessionId === undefined) return noIdIn(known.seen);
  return [chatCall(by, known.bot, { message, sessionId, ...(flag === undefined ? {} : { [flag]: true }) })];
};

/** What is asked along with it shows in the reply whether the turn knows of those before; some bots hear only the question. */
const tell =
  (by: By, flag?: Flag, mayAsk: (seen: Known['seen']) => boolean = knowsWhatIsToldWithAQuestion): Step =>
  (known) => {
    const told = asksToRemember(known.nonce(`word of turn ${known.seen.length}`));
    return goesOn(known, by, mayAsk(known.seen) ? `${told}. ${question}` : told, flag);
  };

/** Only where a word was told right before: what is not told anew is not asked for anew. */
const ask: Step = (known) => {
  const last = known.seen.at(-1);
  return last === undefined || wordsPlantedIn(last).length === 0 ? [] : goesOn(known, 'chat', question);
};

/**
 * A word with the flag that seems to lose it, and one without any behind it, by the same operation: what streams lack with
 * and without a flag, no flag has lost. Both are asked for.
 */
const again = (by: By): readonly Step[] => {
  const flagOf = ({ seen }: Known): Flag | undefined => flagThatForgets(seen, by);
  return [
    (known) => {
      const flag = flagOf(known);
      return flag === undefined ? [] : tell(by, flag)(known);
    },
    ask,
    (known) => (flagOf(known) === undefined ? [] : tell(by)(known)),
    ask,
  ];
};

/** One behind the other, each from the turn that begins it on. */
function sessionsOf(seen: Known['seen']): readonly Known['seen'][] {
  const starts = seen.flatMap((turn, at) => (at === 0 || beginsSession(turn) ? [at] : []));
  return starts.map((from, at) => seen.slice(from, starts[at + 1]));
}

/** A turn that tells a word, and the one that asks for it. */
const turnsOfPair = 2;

/**
 * Where a session was refused from a turn on (8.2: how long they last is not shown), another one, whenever the next two
 * turns would lie behind that: a word, so that a turn with a flag begins none.
 */
const anewBefore: Step = ({ bot, seen, nonce }) => {
  const sessions = sessionsOf(seen);
  const lasting = Math.min(...sessions.flatMap((session) => endIn(session)?.taken.length ?? []));
  const present = sessions.at(-1)?.length ?? 0;
  return lasting > turnsOfPair && present + turnsOfPair > lasting
    ? [chatCall('chat', bot, { message: asksToRemember(nonce(`word of turn ${seen.length}`)) })]
    : [];
};

function ifBegunAnew(step: Step): Step {
  return (known) => (operations.some((by) => seemsBegunAnew(known.seen, by)) ? step(known) : []);
}

/**
 * A word, and the question for it behind so much talk about nothing that no turn with a flag puts more between: whether the
 * bot looks back that far. Only where such turns seem to have begun another conversation.
 */
const farBack: readonly Step[] = [
  tell('chat'),
  ...Array.from({ length: turnsBetween }, (): Step => (known) => goesOn(known, 'chat', talk)),
  (known: Known) => goesOn(known, 'chat', question),
].map(ifBegunAnew);

/** The second shows whether the bot knows more than the newest word, and one that is told with a question. */
const opening: readonly Step[] = [tell('chat', undefined, () => false), ask, tell('chat', undefined, () => true), ask];
const flagged = operations.flatMap((by) => chatFlags.flatMap((flag) => [anewBefore, tell(by, flag), ask]));
const repeated = Array.from({ length: timesAgain }, () => operations.flatMap(again)).flat();

/**
 * One conversation: words in two plain turns, then one in a chat and one in a stream with each option flag, each of which is
 * asked for in the next turn, without a flag. What is not known is told again, and a plain word after it.
 */
export const flaggedTurns: Probe = {
  name: 'a conversation with turns that set option flags',
  needs: ['token', 'bot'],
  costs: { chats: opening.length + flagged.length + repeated.length + farBack.length, speeches: 0 },
  again: byItselfIf((seen) => isCutShort(seen) || isAccused(seen)),
  steps: [...opening, ...flagged, ...repeated, ...farBack],
};

/** By turns without flags: one with a flag may be refused for that. */
function isCutShort(seen: Known['seen']): boolean {
  return mayHaveLostSession(seen.filter((turn) => flagSetBy(turn) === undefined));
}

/** Three words may be missing by chance, or one and a word that no flag can have lost. */
function isAccused(seen: Known['seen']): boolean {
  const judges = [recallsInRepliesWithFlags, ...operations.map(remembersWithFlags)];
  return (
    operations.some((by) => flagThatForgets(seen, by) !== undefined) || judges.some((judge) => isFailed(judge(seen)))
  );
}
