import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nonceOf } from '../model/nonce.ts';
import type { Exchange } from '../model/exchange.ts';
import { challengeFlaw, drawnIn, isChallenge, newChallenge, otherChallenge, seedOf } from './challenge.ts';

const mine = 'ab'.repeat(32);
const other = 'cd'.repeat(32);

const exchange = (sent: string, heard: string | undefined): Exchange =>
  ({
    request: { body: Buffer.from(sent) },
    response: heard === undefined ? { is: 'noAnswer' } : { is: 'answer', body: Buffer.from(heard) },
  }) as unknown as Exchange;

describe('a challenge', () => {
  it('is new each time, and only 64 hexadecimal digits are one', () => {
    expect(newChallenge()).not.toBe(newChallenge());
    expect(isChallenge(newChallenge())).toBe(true);
    for (const wrong of ['', 'ab', mine.toUpperCase(), `${mine}0`, ` ${mine}`, true, undefined])
      expect(isChallenge(wrong)).toBe(false);
  });
  it('gives one seed that JSON keeps, and another challenge another one', () => {
    const challenge = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(
      fc.property(challenge, challenge, (a, b) => {
        expect(Number.isSafeInteger(seedOf(a))).toBe(true);
        expect(JSON.parse(JSON.stringify(seedOf(a)))).toBe(seedOf(a));
        expect(seedOf(a) === seedOf(b)).toBe(a === b);
      }),
    );
  });
  it('is refused to a run of another seed, and to one that draws nothing from it', () => {
    const drawn = { exchanges: 3, requests: 1, answers: 0 };
    expect(challengeFlaw(mine, seedOf(mine), drawn)).toBeUndefined();
    expect(challengeFlaw(mine, seedOf(other), drawn)).toMatch(/do not follow from the challenge/);
    expect(challengeFlaw(mine, seedOf(mine), { ...drawn, requests: 0 })).toMatch(
      /bounds nothing: none of its 3 requests/,
    );
  });
  it('is answered by the certificate that names it alone', () => {
    expect(otherChallenge(mine, mine)).toBeUndefined();
    expect(otherChallenge(other, mine)).toMatch(/^it is for the challenge cd.* the given one is ab/);
    expect(otherChallenge(undefined, mine)).toMatch(/^it is self-attested and names no challenge/);
  });
});

describe('what is drawn from a seed', () => {
  it('is counted by requests that carry a word, and answers that repeat one of their own', () => {
    const [one, two] = ['one', 'two'].map((label) => nonceOf(seedOf(mine), 'a probe', label));
    const exchanges = [
      exchange('{}', one),
      exchange(`Say ${one}.`, `You said ${one}.`),
      exchange(`Say ${one}.`, `You said ${two}.`),
      exchange(`Say ${two}.`, undefined),
    ];
    expect(drawnIn(exchanges)).toEqual({ exchanges: 4, requests: 3, answers: 1 });
  });
});
