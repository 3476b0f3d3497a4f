import { expect, it } from 'vitest';
import { memoizedByContent } from './by-content.ts';

function counting(most?: number): { lengthOf: (bytes: Uint8Array) => Promise<number>; reads: () => number } {
  let reads = 0;
  const lengthOf = memoizedByContent((bytes) => {
    reads += 1;
    return Promise.resolve(bytes.length);
  }, most);
  return { lengthOf, reads: () => reads };
}

it('reads the same bytes once, whichever answer they came in', async () => {
  const { lengthOf, reads } = counting();
  const bytes = Uint8Array.of(1, 2, 3);
  expect([await lengthOf(bytes), await lengthOf(bytes), await lengthOf(Uint8Array.of(1, 2, 3))]).toEqual([3, 3, 3]);
  expect(reads()).toBe(1);
});

it('tells apart what differs in one byte, or in its length', async () => {
  const { lengthOf, reads } = counting();
  for (const bytes of [[1, 2], [1, 3], [1, 2, 0], []])
    expect(await lengthOf(Uint8Array.from(bytes))).toBe(bytes.length);
  expect(reads()).toBe(4);
});

it('forgets what was not asked for longest', async () => {
  const { lengthOf, reads } = counting(2);
  for (const byte of [1, 2, 1, 3, 1]) await lengthOf(Uint8Array.of(byte));
  expect(reads()).toBe(3);
  await lengthOf(Uint8Array.of(2));
  expect(reads()).toBe(4);
});
