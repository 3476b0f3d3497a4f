import { describe, expect, it } from 'vitest';
import type { Exchange } from '../model/exchange.ts';
import { workspacePlaceholder } from '../model/probe.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { chargesMatchLedger } from './charges.ts';
import { drawnWorkspaceName } from './inputs/drawn-workspace.ts';

/** Answers of a workspace with these credits, in turn. */
const inOne = (credits: number, ...answers: readonly Partial<Parameters<typeof answered>[0]>[]): readonly Exchange[] =>
  answers.map((parts) => {
    const exchange = answered({ operation: 'chat', sent: { message: 'a' }, ...parts });
    const bearer = `Bearer ${workspacePlaceholder(drawnWorkspaceName({ kind: 'credit-balance', credits }, 1))}`;
    const headers = [['authorization', bearer] as const, ['content-type', 'application/json'] as const];
    return { ...exchange, request: { ...exchange.request, headers } };
  });

const spelt = { sent: { message: 'é' } };
const invalid = { sent: { message: 1 }, status: 400 };

describe('what is charged', () => {
  it('agrees where the ledger covers what is answered, and nothing else', async () => {
    const seen = inOne(4, invalid, spelt, { operation: 'speech', sent: { text: 'a' } }, { status: 402 });
    expect(await chargesMatchLedger(seen)).toEqual([]);
  });

  it('disagrees where something was charged that costs nothing, and says after what', async () => {
    expect(await chargesMatchLedger(inOne(1, invalid, { status: 402 }))).toMatchObject([
      {
        subject: 'charge',
        expected: 'success, any 2xx',
        observed: 'status 402, no body after bad chat, with 1 credit left for a chat at 1',
        exchange: 'probe#1',
      },
    ]);
  });

  it('disagrees where nothing was charged, with the same words for any balance', async () => {
    for (const credits of [0, 1]) {
      const [mismatch] = (await chargesMatchLedger(
        inOne(credits, ...Array.from({ length: credits + 1 }, () => spelt)),
      )) as readonly { subject: string; expected: string }[];
      expect(mismatch).toMatchObject({ subject: 'charge', expected: '402' });
    }
  });

  it('takes a refusal of unusual spelling for a refusal, and asks 402 of a plain chat', async () => {
    expect(await chargesMatchLedger(inOne(1, { ...spelt, status: 400 }, {}, { status: 402 }))).toEqual([]);
    expect(await chargesMatchLedger(inOne(0, { status: 403 }))).toMatchObject([{ expected: '402' }]);
  });

  it('is open after an accident', async () => {
    expect(await chargesMatchLedger(inOne(1, { ...spelt, status: 500 }, { status: 402 }))).toMatchObject({
      inconclusive: expect.stringContaining('server error') as unknown,
    });
  });
});
