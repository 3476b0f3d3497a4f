import { chatCall, type CallChange } from '../../model/calls.ts';
import { isFailed } from '../../model/check.ts';
import { repeatAloneIf, type Call, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { mayHaveLostSession } from '../../expectations/conversations/evicted-sessions.ts';
import {
  isMostlyLate,
  needsAnotherRound,
  needsRepeatedQuestion,
  recallsPreviousTurn,
  maxRounds,
} from '../../expectations/words/memory/known-at-once.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { rememberText, wordQuestion } from '../conversation.ts';

/** Longer than a healthy queue or database replica lags behind. */
const pauseMs = 1_500;

type Seen = StepInputs['seen'];
type ChatOperation = 'chat' | 'stream';

/** Of one session, whose first turn begins it. */
function turn(
  { bot, seen }: StepInputs,
  { by, message, change = {} }: { readonly by: ChatOperation; readonly message: string; readonly change?: CallChange },
): Call | { readonly stop: string } {
  const sessionId = newestSessionId(seen);
  if (sessionId === undefined && seen.length > 0) return noIdIn(seen);
  return chatCall(by, bot, { message, ...(sessionId === undefined ? {} : { sessionId }) }, change);
}

const tell =
  (by: ChatOperation, label: string, isWorth: (seen: Seen) => boolean): Step =>
  (known) =>
    isWorth(known.seen) ? inOne(turn(known, { by, message: rememberText(known.nonce(label)) })) : [];

const ask =
  (isWorth: (seen: Seen) => boolean, change: CallChange, more: Pick<Call, 'pauseMs'> = {}): Step =>
  (known) =>
    isWorth(known.seen) ? inOne(turn(known, { by: 'chat', message: wordQuestion, change }), more) : [];

function inOne(call: Call | { readonly stop: string }, more: Pick<Call, 'pauseMs'> = {}): ReturnType<Step> {
  return 'stop' in call ? call : [{ ...call, ...more }];
}

function wasTold(seen: Seen): boolean {
  return seen.slice(-1).some((last) => wordsPlantedIn(last).length > 0);
}

const round = (by: ChatOperation, at: number): readonly Step[] => [
  tell(by, `word ${at}`, at === 0 ? () => true : needsAnotherRound),
  ask(wasTold, { goes: 'rightBehind' }),
  ask(needsRepeatedQuestion, {}, { pauseMs }),
];

/**
 * Plants a word in a turn and asks for it with no time between: a program, or the next click of a user, may be as fast.
 * A word that is not known is asked for once more. Where most words are known only then, a further word is asked for
 * after a pause.
 */
function nextTurnsBehind(
  by: ChatOperation,
  { name, opening }: { readonly name: string; readonly opening: readonly Step[] },
): Probe {
  return {
    name,
    needs: ['token', 'bot'],
    pace: 'aloneThroughout',
    costs: { chats: opening.length + 3 * maxRounds + 2, speeches: 0 },
    again: repeatAloneIf((seen) => mayHaveLostSession(seen) || isFailed(recallsPreviousTurn(seen))),
    steps: [
      ...opening,
      ...Array.from({ length: maxRounds }, (_, at) => round(by, at)).flat(),
      tell(by, 'word after a while', isMostlyLate),
      ask((seen) => isMostlyLate(seen) && wasTold(seen), { role: 'control' }, { pauseMs }),
    ],
  };
}

export const nextTurnsAtOnce = nextTurnsBehind('chat', {
  name: 'words of a session, each asked for right behind its turn',
  opening: [],
});

/** A chat begins it: whether a stream shows the id of its session is left open. */
export const nextTurnsBehindStreams = nextTurnsBehind('stream', {
  name: 'words of a session, each told in a stream and asked for right behind its end',
  opening: [(known) => inOne(turn(known, { by: 'chat', message: 'Hello!' }))],
});
