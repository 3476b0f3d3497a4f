import { describe, expect, it } from 'vitest';
import { validExcept, withFault, type Behaviour, type Change } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { acceptsIdOfFlaggedChat, chatsBegunWithFlags } from './begun-with-flags.ts';
import { isWorthRepeating } from '../../model/probe.ts';

const answers = (...statuses: readonly number[]) =>
  statuses.map((status, at) =>
    answered({ operation: 'chat', id: `chat ${at}`, status, body: status === 200 ? { sessionId: 's' } : {} }),
  );

describe('acceptsIdOfFlagged', () => {
  it('takes a success, at once or by itself', async () => {
    expect(await acceptsIdOfFlaggedChat(answers(200, 200, 200))).toEqual([]);
    expect(await acceptsIdOfFlaggedChat(answers(200, 200, 404, 200, 200, 200, 200, 200))).toEqual([]);
  });
  it('finds a refusal where a conversation without flags goes on', async () => {
    expect(await acceptsIdOfFlaggedChat(answers(200, 200, 404, 200, 404, 404, 200, 200))).toMatchObject([
      { expected: 'success, any 2xx', exchange: 'chat 4' },
    ]);
  });
  it('does not judge where the same flags are wanted, or no conversation goes on', async () => {
    expect(await acceptsIdOfFlaggedChat(answers(200, 200, 400, 200, 400, 200, 200, 200))).toMatchObject({
      isUnspecified: true,
    });
    for (const seen of [answers(200, 200, 404, 200, 404, 404, 200, 404), answers(200, 200, 404, 403)])
      expect(await acceptsIdOfFlaggedChat(seen)).toEqual({
        inconclusive: 'a conversation without option flags did not go on beside it either',
      });
  });
  it('does not judge where no chat with flags was answered', async () => {
    expect(await acceptsIdOfFlaggedChat(answers(403, 403))).toEqual({
      inconclusive: 'no chat with option flags was answered with a sessionId',
      isUnspecified: true,
    });
  });
});

describe('a conversation that begins with flags, and does not go on', () => {
  const turns = (...statuses: readonly number[]) =>
    statuses.map((status, at) =>
      answered({ operation: 'chat', id: `chat ${at}`, status, sent: { message: 'Hello again!', sessionId: 's' } }),
    );
  const isRepeated = (...statuses: readonly number[]) => isWorthRepeating(chatsBegunWithFlags([]), turns(...statuses));
  it('is sent once more by itself, whether or not one without flags goes on: others may have begun meanwhile', () => {
    expect(isRepeated(200, 200, 404, 200, 404, 404, 200, 200)).toBe(true);
    expect(isRepeated(200, 200, 404, 200, 404, 404, 200, 404)).toBe(true);
  });
  it('is not where it went on by itself', () => {
    expect(isRepeated(200, 200, 404, 200, 200, 404, 200, 200)).toBe(false);
    expect(isRepeated(200, 200, 200)).toBe(false);
  });
});

const checks = checksNamed('chat.flags/begin-a-session', 'chat.flags/accepts-all-together');
const unknownRefused: Change = { missingSession: () => refuse('unknown-session', { field: 'sessionId' }) };

/** Continues a session that began with tools only where the chat sets them too. */
function wantsTools(base: Behaviour): Partial<Behaviour> {
  const withTools = new Set<string>();
  return {
    remember: (session, message, operation, fields) => {
      if (session.turns.length === 0 && fields?.['useMcp'] === true) withTools.add(String(session.id));
      base.remember(session, message, operation, fields);
    },
    sessionIdOf: (fields, operation) => {
      const isWanting = withTools.has(String(fields['sessionId'])) && fields['useMcp'] !== true;
      return isWanting ? refuse('bad-session', { field: 'sessionId' }) : base.sessionIdOf(fields, operation);
    },
  };
}

describe.concurrent('a conversation that begins with flags', () => {
  it('goes on where the newest session alone is kept', async () => {
    // One request at a time: otherwise a session that another request begins replaces the kept one.
    const service = validExcept(unknownRefused, { sessionsKept: 1 });
    expect(verdictsIn(await judgeService(service, checks, { concurrency: 1 }))).toEqual(['pass', 'pass']);
  });
  it('is not told where it goes on with its flags only', async () => {
    const [begins, accepts] = verdictsIn(await judgeService(validExcept(wantsTools), checks));
    expect(begins).toMatch(/^notApplicable: .*goes on with these flags only/u);
    expect(accepts).toBe('pass');
  });
  it('is missed where it is not kept', async () => {
    const [begins, accepts] = verdictsIn(await judgeService(withFault('session-begun-with-flags-not-kept'), checks));
    expect(begins).toMatch(/^fail: status: expected success, any 2xx, observed status 404/u);
    expect(accepts).toBe('pass');
  });
});
