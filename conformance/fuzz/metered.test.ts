import { describe, expect, it } from 'vitest';
import { startService, type Behaviour } from '../../fixtures/index.ts';
import { withDeepFault } from '../../fixtures/faults/deep/index.ts';
import { withFault } from '../../fixtures/faults/index.ts';
import { createEngine } from '../engine/engine.ts';
import type { Exchange } from '../model/exchange.ts';
import { checks } from '../index.ts';
import { requestsText } from './fuzzed.testing.ts';
import { properties } from './index.ts';
import { judgeCase, type CaseVerdict } from './judge-case.ts';
import { plainSpelling, type Input, type Request } from './inputs/request.ts';

const property = properties.find(({ id }) => id === 'metering.generated/charges-as-listed');
if (property === undefined) throw new Error('there is no property of metering');
const metered = property;

async function judged(input: Input, behaviour: Partial<Behaviour> = {}): Promise<CaseVerdict> {
  const { url: target, provisioner, close } = await startService({ behaviour, seed: 1 });
  const options = { target, provisioner, seed: 1, timeoutMs: 5_000, concurrency: 4, headers: [], http2: false };
  const engine = createEngine(options, checks, () => undefined, new AbortController().signal);
  try {
    return await judgeCase(metered, input, 'a case', engine);
  } finally {
    await engine.close();
    await close();
  }
}

const chat: Request = { operation: 'chat', members: [['message', { text: 'a' }]], spelling: plainSpelling };
const stream: Request = { ...chat, operation: 'stream' };
const escaped: Request = { ...chat, spelling: { ...plainSpelling, escapes: [{ at: 0, as: 'hex' }] } };
const bad: Request = { ...chat, deviation: { is: 'absent', name: 'message' }, continues: true };
const inCredits = (credits: number, first: Request, ...more: Input): Input => [
  { ...first, workspace: { kind: 'credit-balance', credits } },
  ...more,
];
const statuses = (seen: readonly Exchange[]): readonly number[] =>
  seen.map(({ response }) => (response.is === 'answer' ? response.status : 0));

describe('the uses of a drawn workspace', () => {
  it('are made in turn, and what is left is spent', async () => {
    const { is, seen } = await judged(inCredits(4, chat, bad, stream));
    expect(is).toBe('pass');
    expect(statuses(seen)).toEqual([200, 400, 200, 200, 200, 402]);
    expect(requestsText(seen).split('\n')[1]).toMatch(/^\{"sessionId":"\w+"\}$/u);
  });

  it('end where the ledger says otherwise', async () => {
    const verdict = await judged(
      inCredits(2, escaped, chat, chat),
      withDeepFault('deep-chat-escape-in-key-charged-twice'),
    );
    expect(verdict).toMatchObject({ is: 'fail', because: expect.stringContaining('status 402') as unknown });
    expect(statuses(verdict.seen)).toEqual([200, 402]);
    expect(verdict.is === 'fail' && verdict.decisive?.id).toBe(verdict.seen[1]?.id);
  });

  it('of a service that charges nothing end with the first that nothing covers', async () => {
    const { is, seen } = await judged(inCredits(2, chat), withFault('chat-free'));
    expect({ is, statuses: statuses(seen) }).toEqual({ is: 'fail', statuses: [200, 200, 200] });
  });

  it('draw on what is included first', async () => {
    const pool = { kind: 'enterprise-pooled', includedRequests: 1, includedTts: 0 } as const;
    const { is, seen } = await judged([{ ...stream, workspace: pool }]);
    expect({ is, statuses: statuses(seen) }).toEqual({ is: 'pass', statuses: [200, 402] });
  });
});
