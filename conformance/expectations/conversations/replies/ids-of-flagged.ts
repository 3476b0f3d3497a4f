import { sentMember } from '../../../bodies/sent-json.ts';
import type { Judgement, Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { sessionIdIn, type SessionId } from '../../bodies/carries-session-id.ts';
import { describeAnswer } from '../../describe-answer.ts';
import { flagOfTurn } from '../../words/remembers-with-flags.ts';
import { wordsPlantedIn } from '../../words/remembers.ts';
import { recallsWord } from '../../words/said.ts';

/**
 * The newest turn with an option flag that was answered with another sessionId than the turns without any, which all got
 * one and the same. Where each turn gets an id of its own, the next is sent with it in any case.
 */
export function flaggedTurnWithOtherId(seen: Exchanges): Exchange | undefined {
  const plain = unflaggedSessionId(seen);
  if (plain === undefined) return undefined;
  return seen.findLast((turn) => {
    const id = flagOfTurn(turn) === undefined ? undefined : sessionIdIn(turn);
    return id !== undefined && JSON.stringify(id) !== JSON.stringify(plain);
  });
}

/** The id that all turns without a flag were answered with, of two or more; not of what is asked by both ids later. */
export function unflaggedSessionId(seen: Exchanges): SessionId | undefined {
  const ids = seen
    .filter((turn) => flagOfTurn(turn) === undefined && turn.role !== 'asks')
    .flatMap((turn) => sessionIdIn(turn) ?? []);
  return ids.length > 1 && new Set(ids.map((id) => JSON.stringify(id))).size === 1 ? ids[0] : undefined;
}

/**
 * The sessionId of an answer continues the conversation (2.3), also where the turn set an option flag: asked by that id, the
 * bot knows the word which the turn told, as it does by the id that the session has with its other turns.
 */
export function continuesByEachId(seen: Exchanges): Judgement {
  const given = flaggedTurnWithOtherId(seen);
  if (given === undefined) return [];
  const [word = ''] = wordsPlantedIn(given);
  const behind = seen.slice(seen.indexOf(given) + 1);
  const askedBy = (id: SessionId | undefined): Exchange | undefined =>
    behind.find((turn) => turn.role === 'asks' && sentMember(turn.request, 'sessionId') === JSON.stringify(id));
  const [asked, control] = [askedBy(sessionIdIn(given)), askedBy(unflaggedSessionId(seen))];
  if (asked?.response.is !== 'answer' || control === undefined)
    return { inconclusive: 'the conversation could not be continued by the sessionId of the turn with an option flag' };
  if (isAccepted(asked) && recallsWord(asked, word)) return [];
  if (!isAccepted(control) || !recallsWord(control, word))
    return { inconclusive: 'the bot did not know the word by the id of its other turns either', isUnspecified: true };
  return [
    {
      subject: 'sessionId',
      expected: `the word ${word}, told in ${given.id} with ${flagOfTurn(given) ?? 'a flag'}, by the sessionId of its answer, as ${control.id} knew it by that of the other turns`,
      observed: isAccepted(asked)
        ? `another sessionId than the request's, and the reply to ${asked.id} by it lacks the word`
        : `another sessionId than the request's, and ${describeAnswer(asked.response)} to ${asked.id} by it`,
      exchange: asked.id,
      restsOn: [given.id, control.id],
      kind: { observed: 'the answer gave another sessionId, which does not continue the conversation' },
    },
  ];
}
