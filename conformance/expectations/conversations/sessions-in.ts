import { sentMember } from '../../bodies/sent-json.ts';
import { chatFlags } from '../../contract/limits.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import type { Exchanges } from '../../model/check.ts';
import { callerOf, anonymousCaller } from '../caller.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { recallsWord } from '../words/said.ts';
import { startOf } from '../../model/moment.ts';
import { sessionIdGivenBy, sessionIdSentBy } from './planted-in-run.ts';

/** A session of a caller with a bot: its turns, in the order in which they were sent. */
export type Session = {
  readonly group: string;
  readonly caller: string | undefined;
  readonly turns: readonly Exchange[];
};

/**
 * True for a valid turn of a known caller. A proxy in front may answer raw bytes, and an invalid turn is refused for
 * being invalid.
 */
export function isPlainTurn(turn: Exchange): boolean {
  const caller = callerOf(turn);
  return turn.request.raw === undefined && caller !== undefined && caller !== anonymousCaller && isValid(turn);
}

/** The plain turns of chats and streams. */
export function plainTurnsIn(run: Exchanges): Exchanges {
  return run.filter((turn) => (turn.operation === 'chat' || turn.operation === 'stream') && isPlainTurn(turn));
}

function isValid({ request }: Exchange): boolean {
  const message = sentMember(request, 'message');
  const areFlags = chatFlags.every((flag) => [undefined, 'true', 'false'].includes(sentMember(request, flag)));
  return areFlags && message !== undefined && message.startsWith('"') && message.slice(1, -1).trim() !== '';
}

function botPathOf({ request }: Exchange): string {
  return request.url.replace(/\/chat(?:\/stream)?(?=[?#]|$)/, '');
}

/** The sessions that these turns began. */
export function sessionsIn(turns: Exchanges): readonly Session[] {
  const sessions: (Session & { readonly turns: Exchange[] })[] = [];
  const byId = new Map<string, (typeof sessions)[number]>();
  for (const turn of turns.toSorted((one, other) => startOf(one) - startOf(other))) {
    const caller = callerOf(turn);
    const group = `${caller} ${botPathOf(turn)}`;
    const [asked, given] = [sessionIdSentBy(turn), sessionIdGivenBy(turn)];
    let session = asked === undefined ? undefined : byId.get(`${group} ${asked}`);
    if (asked === undefined && isAccepted(turn)) sessions.push((session = { group, caller, turns: [] }));
    if (session === undefined) continue;
    session.turns.push(turn);
    const key = `${group} ${given}`;
    if (given !== undefined && !byId.has(key)) byId.set(key, session);
  }
  return sessions;
}

export function firstTurnOf({ turns }: Session): Exchange {
  const [first] = turns;
  if (first === undefined) throw new Error('a session has no turn');
  return first;
}

/** True for a turn that was accepted and answered to the end. */
export function isCompleteTurn(turn: Exchange): boolean {
  return isAccepted(turn) && turn.response.is === 'answer' && turn.response.ending === 'complete';
}

/**
 * A turn that told words, and a later question for them. `turns`: number of turns from the telling turn to the
 * question, which are all questions.
 */
export type PlantedQuestion = {
  readonly own: Session;
  readonly told: Exchange;
  readonly ask: Exchange;
  readonly turns: number;
  readonly isKnown: boolean;
};

/** Each question of a session for the words that were told last, where every turn since went well. */
export function plantedQuestionsOf(own: Session): readonly PlantedQuestion[] {
  return own.turns.flatMap((told, at): readonly PlantedQuestion[] => {
    const words = wordsPlantedIn(told);
    if (words.length === 0 || !isCompleteTurn(told)) return [];
    const behind = own.turns.slice(at + 1);
    const next = behind.findIndex((turn) => wordsPlantedIn(turn).length > 0 || !isCompleteTurn(turn));
    return behind.slice(0, next === -1 ? undefined : next).map((ask, place) => ({
      own,
      told,
      ask,
      turns: place + 1,
      isKnown: words.some((word) => recallsWord(ask, word)),
    }));
  });
}
