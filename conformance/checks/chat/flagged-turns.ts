import { chatFlags } from '../../contract/limits.ts';
import { chatCall } from '../../model/calls.ts';
import { isFailed } from '../../model/check.ts';
import { repeatAloneIf, stepIf, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn, sessionIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { mayHaveLostSession } from '../../expectations/conversations/evicted-sessions.ts';
import {
  continuesByEachId,
  unflaggedSessionId,
  flaggedTurnWithOtherId,
} from '../../expectations/conversations/replies/ids-of-flagged.ts';
import { sessionEndOf } from '../../expectations/conversations/endings/ended.ts';
import { beginsSession } from '../../expectations/words/declined/may-have-declined.ts';
import { retryCount, wordsPlantedIn } from '../../expectations/words/remembers.ts';
import {
  flagOfTurn,
  flagThatForgets,
  recallsWordBesideQuestion,
  recallsInRepliesWithFlags,
  remembersWithFlags,
  seemsNewSession,
} from '../../expectations/words/remembers-with-flags.ts';
import { rememberText, wordQuestion } from '../conversation.ts';

type Flag = (typeof chatFlags)[number];
type ChatOperation = 'chat' | 'stream';

const operations: readonly ChatOperation[] = ['chat', 'stream'];

const turnsBetween = 8;
const talk = `Go on, please. ${'Tell me of the sea, and of the weather there. '.repeat(24)}`;

/**
 * The id that all turns without flags received, if it is the same: a service that ignores the id of a turn with a flag
 * gives that turn another id, so that it belongs to another conversation. Otherwise the newest id, as a service may
 * give a new one each turn.
 */
function sessionOf(known: StepInputs): SessionId | undefined {
  const seen = (sessionsOf(known.seen).at(-1) ?? []).filter(({ role }) => role !== 'asks');
  const plain = seen.filter((exchange) => flagOfTurn(exchange) === undefined).map(sessionIdIn);
  const [first] = plain;
  const isOne = new Set(plain.map((id) => JSON.stringify(id))).size === 1 && plain.length > 1;
  return isOne ? first : newestSessionId(seen);
}

const goesOn = (known: StepInputs, by: ChatOperation, message: string, flag?: Flag): ReturnType<Step> => {
  const sessionId = sessionOf(known);
  if (known.seen.length > 0 && sessionId === undefined) return noIdIn(known.seen);
  return [chatCall(by, known.bot, { message, sessionId, ...(flag === undefined ? {} : { [flag]: true }) })];
};

/**
 * Plants a word. The question in the same message shows whether the turn knows earlier turns; some bots hear only the
 * question.
 */
const tell =
  (by: ChatOperation, flag?: Flag, mayAsk: (seen: StepInputs['seen']) => boolean = recallsWordBesideQuestion): Step =>
  (known) => {
    const told = rememberText(known.nonce(`word of turn ${known.seen.length}`));
    return goesOn(known, by, mayAsk(known.seen) ? `${told}. ${wordQuestion}` : told, flag);
  };

/** Asks only where a word was planted right before. */
const ask: Step = (known) => {
  const last = known.seen.at(-1);
  return last === undefined || wordsPlantedIn(last).length === 0 ? [] : goesOn(known, 'chat', wordQuestion);
};

/**
 * Plants a word with the flag that seems to lose words, and then one without a flag by the same operation: what streams
 * lose without a flag too was not lost by the flag. Each word is asked for.
 */
const again = (by: ChatOperation): readonly Step[] => {
  const flagOf = ({ seen }: StepInputs): Flag | undefined => flagThatForgets(seen, by);
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

/** The sessions in their order, each from the turn that begins it. */
function sessionsOf(seen: StepInputs['seen']): readonly StepInputs['seen'][] {
  const starts = seen.flatMap((turn, at) => (at === 0 || beginsSession(turn) ? [at] : []));
  return starts.map((from, at) => seen.slice(from, starts[at + 1]));
}

/** A turn that plants a word, and the turn that asks for it. */
const turnsOfPair = 2;

/**
 * Where a session was refused from some turn on (8.2: how long sessions last is not shown), begins a new session
 * whenever the next two turns would lie beyond that point. Its first turn plants a word, so that no turn with a flag
 * begins a session.
 */
const anewBefore: Step = ({ bot, seen, nonce }) => {
  const sessions = sessionsOf(seen);
  const lasting = Math.min(...sessions.flatMap((session) => sessionEndOf(session)?.taken.length ?? []));
  const present = sessions.at(-1)?.length ?? 0;
  return lasting > turnsOfPair && present + turnsOfPair > lasting
    ? [chatCall('chat', bot, { message: rememberText(nonce(`word of turn ${seen.length}`)) })]
    : [];
};

function ifBegunAnew(step: Step): Step {
  return stepIf(({ seen }) => operations.some((by) => seemsNewSession(seen, by)), step);
}

/**
 * A word, and the question for it behind at least as much other talk as a turn with a flag puts between them: shows
 * whether the bot looks back that far. Only sent where turns with flags seem to have begun another conversation.
 */
const farBack: readonly Step[] = [
  tell('chat'),
  ...Array.from({ length: turnsBetween }, (): Step => (known) => goesOn(known, 'chat', talk)),
  (known: StepInputs) => goesOn(known, 'chat', wordQuestion),
].map(ifBegunAnew);

/**
 * Where a turn with a flag was answered with another id than those without: such a turn once more, and its word asked for by
 * the id that it gives, and by that of the others.
 */
const byEachId: readonly Step[] = [
  (known) => {
    const turn = flaggedTurnWithOtherId(known.seen);
    const flag = turn === undefined ? undefined : flagOfTurn(turn);
    return flag === undefined ? [] : tell(turn?.operation === 'stream' ? 'stream' : 'chat', flag)(known);
  },
  ({ bot, seen }) => {
    const turn = flaggedTurnWithOtherId(seen);
    const ids = turn === undefined ? [] : [sessionIdIn(turn), unflaggedSessionId(seen)];
    return ids.map((sessionId) =>
      chatCall('chat', bot, { message: `Once more: ${wordQuestion}`, sessionId }, { role: 'asks' }),
    );
  },
];

/** The second shows whether the bot knows more than the newest word, and one that is told with a question. */
const opening: readonly Step[] = [tell('chat', undefined, () => false), ask, tell('chat', undefined, () => true), ask];
const flagged = operations.flatMap((by) => chatFlags.flatMap((flag) => [anewBefore, tell(by, flag), ask]));
const repeated = Array.from({ length: retryCount }, () => operations.flatMap(again)).flat();

/**
 * A conversation: two plain turns with words, then with each option flag a chat and a stream with a word, which the
 * next turn asks for without a flag. A word that is not known is planted again, with a plain word behind it.
 */
export const flaggedTurns: Probe = {
  name: 'a conversation with turns that set option flags',
  needs: ['token', 'bot'],
  costs: {
    chats: opening.length + flagged.length + byEachId.length + 1 + repeated.length + farBack.length,
    speeches: 0,
  },
  again: repeatAloneIf((seen) => isCutShort(seen) || isAccused(seen)),
  steps: [...opening, ...flagged, ...byEachId, ...repeated, ...farBack],
};

/** Judged by turns without flags: a turn with a flag may be refused for the flag. */
function isCutShort(seen: StepInputs['seen']): boolean {
  return mayHaveLostSession(seen.filter((turn) => flagOfTurn(turn) === undefined));
}

/**
 * True where a judge would fail the bot, or a flag seems to lose words: the probe is then repeated. Three words may be
 * missing by chance, or one word and another that no flag can have lost.
 */
function isAccused(seen: StepInputs['seen']): boolean {
  const judges = [recallsInRepliesWithFlags, continuesByEachId, ...operations.map(remembersWithFlags)];
  return (
    operations.some((by) => flagThatForgets(seen, by) !== undefined) || judges.some((judge) => isFailed(judge(seen)))
  );
}
