import { expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { checksNamed } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

/** Time that a request takes, so that a simultaneous request meets it. */
const workMs = 150;

/** Locks a session by its given id until the answer is sent, before it checks whether that session exists. */
function locksSessions(): Partial<Behaviour> {
  const locked = new Map<string | undefined, string | number>();
  return {
    missingSession: (given, operation) => {
      if ([...locked.values()].includes(given)) return refuse('unknown-session', { cause: 'busy' });
      locked.set(operation, given);
      return undefined;
    },
    statusOf: (refusal, operation) => (refusal.cause === 'busy' ? 409 : valid.statusOf(refusal, operation)),
    delayMsFor: (_operation, askedMs) => askedMs + workMs,
    throughEdge: (answer, _call, operation) => {
      locked.delete(operation);
      return answer;
    },
  };
}

it('is not accused where it takes one request of a session at a time', async () => {
  const [finding] = await judgeService(
    validExcept(locksSessions),
    checksNamed('stream.request/treats-requests-as-chat-does'),
  );
  expect(finding?.verdict).toEqual({ is: 'pass' });
});
