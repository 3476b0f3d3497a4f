import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import { creditPrices } from '../../../contract/limits.ts';
import { openLedger } from './ledger.ts';
import { creditsTakenIn, creditsTakenText } from './credits-taken.ts';
import { meteredAs, type Use } from './uses.ts';

const ledgerOf = (credits: number) => openLedger({ kind: 'credit-balance', credits });
const seenOf = (statuses: readonly number[]) =>
  statuses.map((status, at) => ({ ...answered({ status }), id: `probe#${at + 1}` }));
const told = (credits: number, uses: readonly Use[], statuses: readonly number[]): string =>
  creditsTakenText(ledgerOf(credits), uses, seenOf(statuses));

describe('what uses took', () => {
  const speeches: readonly Use[] = ['slow speech', 'fast speech by another voice', 'speech with instructions'];
  it('is exact where one use behind them is covered and the next is not', () => {
    expect(told(13, [...speeches, 'speech', 'chat', 'chat'], [200, 200, 200, 402, 200, 402])).toBe(
      'the balance fell by 12 credits over uses 1–3 of the ledger; 9 were due: 3 too many, by slow speech, fast speech by another voice or speech with instructions',
    );
  });
  it('has a bound where no more was asked', () => {
    expect(
      told(
        12,
        ['speech as opus', 'speech as aac', 'speech as mp3', 'speech as pcm', 'chat'],
        [200, 200, 200, 200, 200],
      ),
    ).toBe(
      'the balance fell by at most 11 credits over uses 1–4 of the ledger; 12 were due: at least 1 too few, by speech as opus, speech as aac, speech as mp3 or speech as pcm, or use 5 was answered without cover',
    );
    expect(told(13, [...speeches, 'speech with long instructions', 'chat', 'chat'], [200, 200, 200, 402])).toBe(
      'uses 1–4 of the ledger needed at least 14 credits; 12 were due: at least 2 too many, by slow speech, fast speech by another voice, speech with instructions or speech with long instructions',
    );
  });
  it('shows what a refused request took, or a list', () => {
    expect(told(1, ['bad chat: no such bot', 'chat'], [404, 402])).toBe(
      'the balance fell by 1 credit over use 1 of the ledger; none was due: 1 too many, by bad chat: no such bot',
    );
    expect(told(1, ['list voices', 'chat'], [200, 402])).toBe(
      'the balance fell by 1 credit over use 1 of the ledger; none was due: 1 too many, by list voices',
    );
  });
  it('is not told of what is refused for itself as if its balance were too low', () => {
    expect(told(2, ['stream', 'bad chat', 'chat in chunks', 'chat'], [200, 400, 411, 402])).toBe(
      'the balance fell by 2 credits over uses 1–3 of the ledger; 1 was due: 1 too many, perhaps by chat in chunks, which was refused with 411, or by bad chat',
    );
  });
  it('suspects what was refused for its balance, and says of no charge that it is certain', () => {
    expect(told(2, ['speech', 'bad chat', 'stream', 'stream'], [402, 400, 402, 402])).toBe(
      'as if the balance fell by 2 credits over uses 1–2 of the ledger; none was due: 2 too many, perhaps by speech, which was refused with 402, or by bad chat',
    );
    expect(told(2, ['stream', 'speech of all options', 'chat as text', 'chat'], [200, 402, 415, 402])).toBe(
      'as if the balance fell by 2 credits over uses 1–3 of the ledger; 1 was due: 1 too many, perhaps by speech of all options, which was refused with 402, or by chat as text, which was refused with 415',
    );
  });
  it('suspects first what was refused for now and sent again', () => {
    const [bots, chat] = seenOf([200, 402]);
    const again = bots === undefined || chat === undefined ? [] : [{ ...bots, attempt: 2 }, chat];
    expect(creditsTakenText(ledgerOf(1), ['list bots', 'chat'], again)).toBe(
      'the balance fell by 1 credit over use 1 of the ledger; none was due: 1 too many, perhaps by an attempt of list bots that came to nothing',
    );
  });
  it('is not told where all is right, nor where several ledgers may be right, nor of what is included', () => {
    expect(told(2, ['long chat', 'chat', 'chat'], [200, 200, 402])).toBe('');
    expect(told(3, ['bad speech', 'long chat', 'chat'], [400, 402, 402])).toBe('');
    const pooled = openLedger({ kind: 'enterprise-pooled', includedRequests: 1 });
    expect(creditsTakenText(pooled, ['long chat', 'chat'], seenOf([200, 200]))).toBe('');
  });
  it('holds what they truly took, whatever each form costs', () => {
    const forms = ['long chat', 'stream with useMcp', 'slow speech', 'chat', 'speech', 'stream'] as const;
    const plain: readonly Use[] = ['chat', 'speech', 'stream'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...forms), { minLength: 1, maxLength: 6 }),
        fc.record({
          'long chat': fc.nat(4),
          'stream with useMcp': fc.nat(4),
          'slow speech': fc.nat(8),
        }),
        fc.integer({ min: 1, max: 20 }),
        (first, dear, credits) => {
          const uses: readonly Use[] = [...first, 'chat', 'speech', 'chat', 'chat'];
          const costOf = (use: Use): number =>
            plain.includes(use) ? creditPrices[meteredAs(use) ?? 'chat'] : dear[use as keyof typeof dear];
          let left = credits;
          const spent: number[] = [0];
          const statuses = uses.map((use) => {
            const isCovered = left >= costOf(use);
            if (isCovered) left -= costOf(use);
            spent.push(credits - left);
            return isCovered ? 200 : 402;
          });
          const took = creditsTakenIn(ledgerOf(credits), uses, seenOf(statuses));
          if (took === undefined) return;
          const truth = took.withLast
            ? (spent[took.to - 1] ?? 0) + costOf(uses[took.to - 1] ?? 'chat')
            : (spent[took.to] ?? 0);
          expect(truth).toBeGreaterThanOrEqual(took.least);
          expect(truth).toBeLessThanOrEqual(took.most);
        },
      ),
      { numRuns: 500 },
    );
  });
});
