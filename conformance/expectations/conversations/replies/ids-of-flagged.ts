import { sentMember } from '../../../bodies/sent-json.ts';
import type { Judgement, Seen } from '../../../model/check.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import { sessionIdIn, type SessionId } from '../../bodies/carries-session-id.ts';
import { shown } from '../../shown-answer.ts';
import { flagSetBy } from '../../words/remembers-with-flags.ts';
import { wordsPlantedIn } from '../../words/remembers.ts';
import { recalls } from '../../words/said.ts';

/**
 * The newest turn with an option flag that was answered with another sessionId than the turns without any, which all got
 * one and the same. Where each turn gets an id of its own, the next is sent with it in any case.
 */
export function turnWithOtherId(seen: Seen): Exchange | undefined {
  const plain = plainIdIn(seen);
  if (plain === undefined) return undefined;
  return seen.findLast((turn) => {
    const id = flagSetBy(turn) === undefined ? undefined : sessionIdIn(turn);
    return id !== undefined && JSON.stringify(id) !== JSON.stringify(plain);
  });
}

/** The id that all turns without a flag were answered with, of two or more; not of what is asked by both ids later. */
export function plainIdIn(seen: Seen): SessionId | undefined {
  const ids = seen
    .filter((turn) => flagSetBy(turn) === undefined && turn.role !== 'asks')
    .flatMap((turn) => sessionIdIn(turn) ?? []);
  return ids.length > 1 && new Set(ids.map((id) => JSON.stringify(id))).size === 1 ? ids[0] : undefined;
}

/**
 * The sessionId of an answer continues the conversation (2.3), also where the turn set an option flag: asked by that id, the
 * bot knows the word which the turn told, as it does by the id that the session has with its other turns.
 */
export function continuesByEachId(seen: Seen): Judgement {
  const given = turnWithOtherId(seen);
  if (given === undefined) return [];
  const [word = ''] = wordsPlantedIn(given);
  const behind = seen.slice(seen.indexOf(given) + 1);
  const askedBy = (id: SessionId | undefined): Exchange | undefined =>
    behind.find((turn) => turn.role === 'asks' && sentMember(turn.request, 'sessionId') === JSON.stringify(id));
  const [asked, control] = [askedBy(sessionIdIn(given)), askedBy(plainIdIn(seen))];
  if (asked?.response.is !== 'answer' || control === undefined)
    return { inconclusive: 'the conversation could not be continued by the sessionId of the turn with an option flag' };
  if (isTaken(asked) && recalls(asked, word)) return [];
  if (!isTaken(control) || !recalls(control, word))
    return { inconclusive: 'the bot did not know the word by the id of its other turns either', isUnspecified: true };
  return [
    {
      subject: 'sessionId',
      expected: `the word ${word}, told in ${given.id} with ${flagSetBy(given) ?? 'a flag'}, by the sessionId of its answer, as ${control.id} knew it by that of the other turns`,
      observed: isTaken(asked)
        ? `another sessionId than the request's, and the reply to ${asked.id} by it lacks the word`
        : `another sessionId than the request's, and ${shown(asked.response)} to ${asked.id} by it`,
      exchange: asked.id,
      restsOn: [given.id, control.id],
      kind: { observed: 'the answer gave another sessionId, which does not continue the conversation' },
    },
  ];
}
