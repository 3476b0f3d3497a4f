import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seenIndexes } from './record-checks.ts';

it('tells which indexes came before, wherever they lie', () => {
  const index = fc.oneof(fc.nat(300), fc.integer({ min: -5, max: 2 ** 28 }), fc.constantFrom(2 ** 27, 1e15, 0.5));
  fc.assert(
    fc.property(fc.array(index, { maxLength: 100 }), (indexes) => {
      const seen = seenIndexes();
      const before = new Set<number>();
      for (const each of indexes) {
        expect(seen.again(each)).toBe(before.has(each));
        before.add(each);
      }
    }),
  );
});
