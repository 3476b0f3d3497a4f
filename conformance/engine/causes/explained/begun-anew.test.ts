import { expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { isoOf } from '../../../model/moment.ts';
import { failure } from '../causes.testing.ts';
import { causesOf } from '../causes.ts';
import { changedSessionIdsIn } from './begun-anew.ts';

/** The turns of a session: each is sent with the id that the turn before got; `given` are the ids in turn. */
function session(name: string, ...given: readonly string[]): readonly Exchange[] {
  return given.map((id, at) => {
    const asked = at === 0 ? {} : { sessionId: given[at - 1] };
    const exchange = answered({
      id: `${name}#${at + 1}`,
      operation: 'chat',
      sent: { message: 'Hello!', ...asked },
      body: { sessionId: id, reply: 'Hello.' },
    });
    return { ...exchange, startedAt: isoOf(1_700_000_000_000 + 1_000 * at) };
  });
}

const anew = ['a', 'b', 'c'].flatMap((name) => session(name, name, name, `${name}2`));
const failed = ['a', 'b'].map((name) =>
  failure(`sessions.continue/${name}`, {
    subject: 'memory',
    expected: `the word of ${name}`,
    observed: 'none',
    exchanges: [1, 2, 3].map((place) => `${name}#${place}`),
  }),
);

it('is one cause of what is not known behind a turn that comes back with another id, and says which turn', () => {
  const found = changedSessionIdsIn(anew, failed);
  const explained = found === undefined ? [] : [found];
  const [cause, ...others] = causesOf(failed, { judged: new Set(), known: [], explained });
  expect(others).toEqual([]);
  expect(cause?.title).toBe(
    'a session goes on under another sessionId, without what it was told: 3 of 6 turns, each time in turn 3 of its session',
  );
  expect(cause?.counted).toBe(
    'Call 3 was sent with the sessionId "a", and its answer has another one, "a2": what is told and asked from then on is in that.',
  );
});
it('is none where ids last for one turn, few come back so, or what fails is of other sessions', () => {
  const eachTurn = ['a', 'b', 'c'].flatMap((name) => session(name, name, `${name}2`, `${name}3`));
  expect(changedSessionIdsIn(eachTurn, failed)).toBeUndefined();
  expect(changedSessionIdsIn(anew.slice(3), failed)).toBeUndefined();
  expect(changedSessionIdsIn(anew, [failure('sessions.continue/x', { exchanges: ['a#2'] })])).toBeUndefined();
});
