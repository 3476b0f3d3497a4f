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

/** A turn of the session that the first turn begins. */
function turn({ bot, seen }: Known, message: string, change: CallChange = {}): Call | { readonly stop: string } {
  const sessionId = newestSessionId(seen);
  if (sessionId === undefined && seen.length > 0) return noIdIn(seen);
  return chatCall('chat', bot, { message, ...(sessionId === undefined ? {} : { sessionId }) }, change);
}

const tell =
  (label: string, isWorth: (seen: Seen) => boolean): Step =>
  (known) =>
    isWorth(known.seen) ? inOne(turn(known, asksToRemember(known.nonce(label)))) : [];

const ask =
  (isWorth: (seen: Seen) => boolean, change: CallChange, more: Pick<Call, 'pauseMs'> = {}): Step =>
  (known) =>
    isWorth(known.seen) ? inOne(turn(known, question, change), more) : [];

function inOne(call: Call | { readonly stop: string }, more: Pick<Call, 'pauseMs'> = {}): ReturnType<Step> {
  return 'stop' in call ? call : [{ ...call, ...more }];
}

function wasTold(seen: Seen): boolean {
  return seen.slice(-1).some((last) => wordsPlantedIn(last).length > 0);
}

const round = (at: number): readonly Step[] => [
  tell(`word ${at}`, at === 0 ? () => true : isRoundWorthTelling),
  ask(wasTold, { goes: 'rightBehind' }),
  ask(isWorthAskingAgain, {}, { pauseMs }),
];

/**
 * Plants a word in a turn and asks for it with no time between: a program, or the next click of a user, may be as fast.
 * A word that is not known is asked for once more. Where most words are known only then, a further word is asked for
 * after a pause.
 */
export const nextTurnsAtOnce: Probe = {
  name: 'words of a session, each asked for right behind its turn',
  needs: ['token', 'bot'],
  pace: 'aloneThroughout',
  costs: { chats: 3 * mostRounds + 2, speeches: 0 },
  again: byItselfIf((seen) => mayHaveLostSession(seen) || isFailed(knowsTheTurnBefore(seen))),
  steps: [
    ...Array.from({ length: mostRounds }, (_, at) => round(at)).flat(),
    tell('word after a while', isMostlyLate),
    ask((seen) => isMostlyLate(seen) && wasTold(seen), { role: 'control' }, { pauseMs }),
  ],
};
