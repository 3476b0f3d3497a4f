import { describe, expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { judgedOn } from '../../conformance/judged.testing.ts';
import { selected } from '../../conformance/model/select.ts';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { matrixBehaviour } from '../matrix/bases.ts';
import { quickMisses } from './misses.ts';

const quick = selected(everyCheck, { only: [], profile: 'quick' });
/** Whom a mistake meets that may fail any check is chance, and so is whether quick finds it. */
const known = (Object.keys(faults) as readonly FaultId[]).filter((id) => {
  const { alsoFails = [] }: { readonly alsoFails?: readonly string[] } = faults[id];
  return !alsoFails.includes('*');
});

/** A machine with other work takes ten times as long. */
const timeout = 900_000;

/** Of the known faults every so many is tried, from the one at this place on. */
export function testQuickFaults(every: number, from = 0): void {
  describe(`one of every ${every} known faults`, () => {
    it('is found by the checks of the profile quick where the file says so, and else missed', { timeout }, async () => {
      const asked = known.filter((_, at) => at % every === from);
      const isOtherwise = async (fault: FaultId): Promise<boolean> => {
        const findings = await judgedOn(matrixBehaviour('valid', fault), quick);
        return quickMisses.includes(fault) === findings.some(({ verdict }) => verdict.is === 'fail');
      };
      const otherwise: FaultId[] = [];
      // In a run on a busy machine one may be found by chance, or missed: hardly twice.
      for (const fault of asked) if ((await isOtherwise(fault)) && (await isOtherwise(fault))) otherwise.push(fault);
      expect(otherwise).toEqual([]);
    });
  });
}
