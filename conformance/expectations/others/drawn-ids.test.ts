import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uniqueIdParts } from './drawn-ids.ts';

/** As good as random, and the same in every run. */
const hex = (seed: number, digits: number): string =>
  createHash('sha256').update(String(seed)).digest('hex').slice(0, digits);
const uuid = (seed: number): string => hex(seed, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const many = (count: number, idOf: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => JSON.stringify(idOf(at)));
const partsOf = (ids: readonly string[], ...addresses: readonly string[]) => [
  ...uniqueIdParts(ids, addresses).values(),
];

describe('the drawn part of session ids', () => {
  it('is not what the ids of a bot or a tenant have in common', () => {
    const [bot, parts] = [uuid(999), Array.from({ length: 5 }, (_, at) => uuid(at))];
    const ids = many(5, (at) => `${bot}:${parts[at]}`);
    expect(partsOf(ids)).toEqual(parts);
  });
  it('is not what stands in the address of its request', () => {
    const bot = uuid(999);
    const [id] = many(1, () => `${bot}:${uuid(0)}`);
    expect(partsOf([id ?? ''], `http://127.0.0.1/v1/bots/${bot.toUpperCase()}/chat`)).toEqual([uuid(0)]);
  });
  it('is one of 16 hexadecimal digits where two dozen ids show how much they differ', () => {
    expect(partsOf(many(24, (at) => hex(at, 16)))).toHaveLength(24);
    expect(partsOf(many(4, (at) => hex(at, 16)))).toEqual([]);
  });
  it.each<[string, (at: number) => string]>([
    ['counters', (at) => `session-${at + 1}`],
    ['counters of eight digits', (at) => `s-${String(at).padStart(8, '0')}-a`],
    ['moments', (at) => `s-${1_732_791_234_567 + 7 * at}-x`],
    ['moments in hexadecimal digits', (at) => `${(1_732_791_234_567 + 7 * at).toString(16)}-s`],
  ])('is none of %s', (_, idOf) => {
    expect(partsOf(many(100, idOf))).toEqual([]);
  });
});
