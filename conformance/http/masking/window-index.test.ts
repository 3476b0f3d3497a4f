import { describe, expect, it } from 'vitest';
import { createWindowIndex } from './window-index.ts';

const index = (secrets: Readonly<Record<string, string>>, window = 12) => {
  const made = createWindowIndex(window);
  for (const [name, secret] of Object.entries(secrets)) made.add(name, Buffer.from(secret));
  return (text: string) => made.placesIn(Buffer.from(text));
};

/** Random-looking letters, the same each time for the same number. */
function lettersOf(number: number, length: number): string {
  let state = number + 1;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 26;
  return Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'[next()]).join(
    '',
  );
}

describe('letters of secrets', () => {
  it('are found in either case, with whether all of the secret is there', () => {
    const placesIn = index({ token: 'secret-of-mine-1' });
    expect(placesIn('It says SECRET-of-mine-1.')).toEqual([{ from: 8, to: 24, name: 'token', isWhole: true }]);
    expect(placesIn('It says ret-of-mine-1.')).toEqual([{ from: 8, to: 21, name: 'token', isWhole: false }]);
    expect(placesIn('It says secret-of-m.')).toEqual([]);
  });
  it('are of the secret that stands there whole, in its own letters, and that was known first', () => {
    const both = { small: 'secret-of-mine', large: 'SECRET-OF-MINE', longer: 'secret-of-mine-too' };
    const named = (text: string) => index(both)(text).map(({ name }) => name);
    expect(named('secret-of-mine')).toEqual(['small']);
    expect(named('SECRET-OF-MINE')).toEqual(['large']);
    expect(named('secret-of-mine-too')).toEqual(['longer']);
    expect(named('Secret-of-mine')).toEqual(['small']);
    expect(index({ first: 'secret-of-mine', second: 'secret-of-mine' })('secret-of-mine')[0]?.name).toBe('first');
  });
  it('do not reach into those of the next', () => {
    const placesIn = index({ one: 'secret-of-mine', two: 'and-of-another' });
    expect(placesIn('secret-of-mineand-of-another')).toEqual([
      { from: 0, to: 14, name: 'one', isWhole: true },
      { from: 14, to: 28, name: 'two', isWhole: true },
    ]);
  });
  it('are found of each of a thousand secrets, and not of any other', () => {
    const secrets = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`secret ${at}`, lettersOf(at, 36)]));
    const placesIn = index(secrets);
    for (const [name, secret] of Object.entries(secrets))
      expect(placesIn(`<${secret}>`)).toEqual([{ from: 1, to: 37, name, isWhole: true }]);
    expect(Array.from({ length: 1_000 }, (_, at) => placesIn(lettersOf(at + 5_000, 36))).flat()).toEqual([]);
  });
});

it('a thousand secrets take less than two megabytes', () => {
  const secrets = Array.from({ length: 1_000 }, (_, at) => Buffer.from(lettersOf(at, 48)));
  const used = (): number => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const made = createWindowIndex(12);
  for (const [at, secret] of secrets.entries()) made.add(`secret ${at}`, secret);
  expect(used() - before).toBeLessThan(2 * 2 ** 20);
  expect(made.placesIn(secrets[7] ?? Buffer.alloc(0))).toHaveLength(1);
});
