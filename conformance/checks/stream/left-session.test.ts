import { describe, expect, it } from 'vitest';
import { valid, validExcept, withFault, type Behaviour } from '../../../fixtures/index.ts';
import { slowStreams } from '../../../fixtures/faults/unhurried.ts';
import type { Session } from '../../../fixtures/service/accounts/state.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { runOnService } from '../../judged.testing.ts';
import { wordQuestion } from '../conversation.ts';

const chosen = checksNamed('stream.disconnect/leaves-its-session-whole');

/** The verdict of the check, and the number of chats and streams sent for it. */
async function judged(behaviour: Behaviour): Promise<readonly [verdict: string | undefined, chats: number]> {
  const { findings, exchanges } = await runOnService(behaviour, chosen);
  const own = exchanges.filter(({ probe }) => probe.includes('of which a stream was left'));
  return [verdictsIn(findings)[0], own.length];
}

/** Declines every second question for words. */
function declines(from: number): Partial<Behaviour> {
  let asked = 0;
  return {
    ...slowStreams,
    replyTo: (message, ...more) => {
      if (message === wordQuestion) asked += 1;
      return message === wordQuestion && asked % 2 === from
        ? 'I would rather not say.'
        : valid.replyTo(message, ...more);
    },
  };
}

/** Forgets only a turn whose reply was not received to its end. */
function forgetsTheLeftTurn(): Partial<Behaviour> {
  let latest: Session | undefined;
  return {
    ...slowStreams,
    remember: (session, ...more) => {
      latest = session;
      valid.remember(session, ...more);
    },
    writeStream: async (stream, sink) => {
      const session = latest;
      await valid.writeStream(stream, sink);
      if (sink.signal.aborted) session?.turns.pop();
    },
  };
}

describe('a session whose stream was left', () => {
  it('is asked once by a bot that knows what it was told', async () => {
    expect(await judged(validExcept(slowStreams))).toEqual(['pass', 5]);
    expect(await judged(validExcept(forgetsTheLeftTurn()))).toEqual(['pass', 5]);
  });
  it('is not judged by a bot that remembers nothing', async () => {
    const [verdict] = await judged(validExcept({ ...slowStreams, recall: () => [] }));
    expect(verdict).toMatch(/^inconclusive: the bot showed no memory/);
  });
  it('is not judged by a bot that remembers the latest turn alone', async () => {
    const latest = validExcept({
      ...slowStreams,
      recall: (session) => session.turns.slice(-1).map(({ said }) => said),
    });
    expect((await judged(latest))[0]).toMatch(/^inconclusive: the bot showed no memory/);
  });
  it.each([0, 1])('is not taken for empty where a bot declines every second question (%i)', async (from) => {
    expect((await judged(validExcept(declines(from))))[0]).toBe('pass');
  });
  it('is found where it was emptied, by a session that goes on to know its word', async () => {
    const [verdict] = await judged(withFault('stream-left-empties-its-session'));
    expect(verdict).toMatch(/^fail: memory: expected the word zq/);
  });
});
