import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLockstep, type LockstepReader } from './lockstep.ts';

/** Goes through these places, and notes each in `seen`. */
async function walk(sweeper: LockstepReader, places: readonly number[], seen: number[]): Promise<void> {
  for (const place of places) {
    await sweeper.reach(place);
    seen.push(place);
  }
  sweeper.leave();
}

describe('those who go through a list together', () => {
  it('are at each place at the same time, whichever places each of them stops at', async () => {
    const stops = fc.uniqueArray(fc.nat(20)).map((places) => places.toSorted((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(fc.array(stops, { maxLength: 6 }), async (walks) => {
        const sweep = createLockstep();
        const seen: number[] = [];
        const all = walks.map((places) => ({ places, sweeper: sweep.join() }));
        await Promise.all(all.map(({ places, sweeper }) => walk(sweeper, places, seen)));
        expect(seen).toEqual(walks.flat().toSorted((a, b) => a - b));
      }),
    );
  });
  it('do not wait for one that has left, nor for one that has not come yet', async () => {
    const sweep = createLockstep();
    const seen: number[] = [];
    const leaves = sweep.join();
    const first = walk(sweep.join(), [1, 2], seen);
    leaves.leave();
    leaves.leave();
    await first;
    await walk(sweep.join(), [1], seen);
    expect(seen).toEqual([1, 2, 1]);
  });
});
