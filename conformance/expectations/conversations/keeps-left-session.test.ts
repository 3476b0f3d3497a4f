import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { afterLoss, keepsLeftSession, losesLeftSession } from './keeps-left-session.ts';

const begins = (sessionId: string) =>
  answered({ id: `begins ${sessionId}`, operation: 'chat', sent: { message: 'Hello!' }, body: { sessionId } });
const goesOn = (sessionId: string, status = 200) =>
  answered({
    id: `${sessionId} ${status}`,
    operation: 'chat',
    status,
    sent: { message: 'Hello again!', sessionId },
    body: { sessionId },
  });
const left = answered({ id: 'left', operation: 'stream', sent: { message: 'Please', sessionId: 'a' }, body: '' });
const unleft = [begins('b'), goesOn('b')];

describe('keepsLeftSession', () => {
  it('takes a session that goes on', async () => {
    const seen = [begins('a'), left, goesOn('a')];
    expect(losesLeftSession(seen)).toBe(false);
    expect(await keepsLeftSession(seen)).toEqual([]);
  });
  it('finds one that is gone, where one that nobody left went on twice', async () => {
    const seen = [begins('a'), left, goesOn('a', 404)];
    expect(losesLeftSession(seen)).toBe(true);
    expect(await keepsLeftSession([...seen, ...unleft, goesOn('b')])).toMatchObject([
      {
        subject: 'status',
        expected: 'success: the session goes on, as one did that nobody left',
        observed: 'status 404, {"sessionId":"a"}',
        exchange: 'a 404',
      },
    ]);
  });
  it('does not judge a service that takes no earlier id, nor one that gave none', async () => {
    const seen = [begins('a'), left, goesOn('a', 404), ...unleft, goesOn('b', 404)];
    expect(afterLoss(seen)).toHaveLength(3);
    expect(await keepsLeftSession(seen)).toEqual({
      inconclusive: 'the service takes no earlier id of a session that nobody left either',
      isUnspecified: true,
    });
    expect(await keepsLeftSession([left])).toEqual({
      inconclusive: 'the session was not continued after its stream was left',
    });
  });
  it('leaves a conflict and an error of the server to other checks', async () => {
    for (const status of [409, 423, 500])
      expect(await keepsLeftSession([begins('a'), left, goesOn('a', status)])).toEqual([]);
  });
});
