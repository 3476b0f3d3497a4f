import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { continuesByEachId, unflaggedSessionId, flaggedTurnWithOtherId } from './ids-of-flagged.ts';

const word = 'zqaaaaaaaaaa';
type More = { readonly sent?: object; readonly reply?: string; readonly gives?: string; readonly status?: number };
const turn = (id: string, { sent = {}, reply = '', gives = 's', status = 200 }: More) =>
  answered({
    id,
    operation: 'chat',
    status,
    sent: { message: 'Hello!', sessionId: 's', ...sent },
    body: { sessionId: gives, reply },
  });
const asks = (sessionId: string, reply: string, status = 200) => ({
  ...turn(`by ${sessionId}`, { sent: { sessionId }, gives: sessionId, reply, status }),
  role: 'asks' as const,
});
const plain = [turn('1', {}), turn('2', {})];
const flagged = turn('flagged', { sent: { message: `A word: ${word}`, useMcp: true }, gives: 't' });

describe('continuesByEachId', () => {
  it('has nothing to ask where each turn got the same id, or each one of its own', () => {
    const same = turn('flagged', { sent: { useMcp: true } });
    expect(continuesByEachId([...plain, same])).toEqual([]);
    expect(flaggedTurnWithOtherId([turn('1', { gives: 'a' }), turn('2', { gives: 'b' }), flagged])).toBeUndefined();
    expect(unflaggedSessionId([...plain, flagged, asks('t', '')])).toBe('s');
  });
  it('takes another id by which the word is known', () =>
    expect(continuesByEachId([...plain, flagged, asks('t', word), asks('s', word)])).toEqual([]));
  it.each([
    ['lacks the word', asks('t', 'Which?'), 'the reply to by t by it lacks the word'],
    ['is refused', asks('t', 'x', 404), 'status 404, {"sessionId":"t","reply":"x"} to by t by it'],
  ])('finds one by which the next turn %s, where the other id knows it', (_, asked, observed) =>
    expect(continuesByEachId([...plain, flagged, asked, asks('s', word)])).toEqual([
      {
        subject: 'sessionId',
        expected: `the word ${word}, told in flagged with useMcp, by the sessionId of its answer, as by s knew it by that of the other turns`,
        observed: `another sessionId than the request's, and ${observed}`,
        exchange: 'by t',
        restsOn: ['flagged', 'by s'],
        kind: { observed: 'the answer gave another sessionId, which does not continue the conversation' },
      },
    ]),
  );
  it('does not judge a bot that knows it by neither', () =>
    expect(continuesByEachId([...plain, flagged, asks('t', ''), asks('s', '')])).toEqual({
      inconclusive: 'the bot did not know the word by the id of its other turns either',
      isUnspecified: true,
    }));
  it('does not judge what was not asked', () =>
    expect(continuesByEachId([...plain, flagged])).toEqual({
      inconclusive: 'the conversation could not be continued by the sessionId of the turn with an option flag',
    }));
});
