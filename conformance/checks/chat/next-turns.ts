import { chatCall, type CallChange } from '../../model/calls.ts';
import { isFailed } from '../../model/check.ts';
import { byItselfIf, type Call, type Known, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { mayHaveLostSession } from '../../expectations/conversations/crowded-out.ts';
import {
  isMostlyLate,
  isRoundWorthTelling,
  isWorthAskingAgain,
  knowsTheTurnBefore,
  mostRounds,
} from '../../expectations/words/memory/known-at-once.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { asksToRemember, question } from '../conversation.ts';

/** Longer than a healthy queue or database replica lags behind. */
const pauseMs = 1_500;

type Seen = Known['seen'];
type By = 'chat' | 'stream';

/** Of one session, whose first turn begins it. */
function turn(
  { bot, seen }: Known,
  { by, message, change = {} }: { readonly by: By; readonly message: string; readonly change?: CallChange },
): Call | { readonly stop: string } {
  const sessionId = newestSessionId(seen);
  if (sessionId === undefined && seen.length > 0) return noIdIn(seen);
  return chatCall(by, bot, { message, ...(sessionId === undefined ? {} : { sessionId }) }, change);
}

const tell =
  (by: By, label: string, isWorth: (seen: Seen) => boolean): Step =>
  (known) =>
    isWorth(known.seen) ? inOne(turn(known, { by, message: asksToRemember(known.nonce(label)) })) : [];

const ask =
  (isWorth: (seen: Seen) => boolean, change: CallChange, more: Pick<Call, 'pauseMs'> = {}): Step =>
  (known) =>
    isWorth(known.seen) ? inOne(turn(known, { by: 'chat', message: question, change }), more) : [];

function inOne(call: Call | { readonly stop: string }, more: Pick<Call, 'pauseMs'> = {}): ReturnType<Step> {
  return 'stop' in call ? call : [{ ...call, ...more }];
}

function wasTold(seen: Seen): boolean {
  return seen.slice(-1).some((last) => wordsPlantedIn(last).length > 0);
}

const round = (by: By, at: number): readonly Step[] => [
  tell(by, `word ${at}`, at === 0 ? () => true : isRoundWorthTelling),
  ask(wasTold, { goes: 'rightBehind' }),
  ask(isWorthAskingAgain, {}, { pauseMs }),
];

/**
 * Plants a word in a turn and asks for it with no time between: a program, or the next click of a user, may be as fast.
 * A word that is not known is asked for once more. Where most words are known only then, a further word is asked for
 * after a pause.
 */
function nextTurnsBehind(
  by: By,
  { name, opening }: { readonly name: string; readonly opening: readonly Step[] },
): Probe {
  return {
    name,
    needs: ['token', 'bot'],
    pace: 'aloneThroughout',
    costs: { chats: opening.length + 3 * mostRounds + 2, speeches: 0 },
    again: byItselfIf((seen) => mayHaveLostSession(seen) || isFailed(knowsTheTurnBefore(seen))),
    steps: [
      ...opening,
      ...Array.from({ length: mostRounds }, (_, at) => round(by, at)).flat(),
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
