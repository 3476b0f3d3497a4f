import { describe, expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { judgeService } from '../../conformance/judged.testing.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { matrixBehaviour } from '../matrix/bases.ts';
import { quickMisses } from './misses.ts';

const quick = selectChecks(everyCheck, { only: [], profile: 'quick' });
/** A fault that may fail any check is met by chance, so it is chance whether quick finds it. */
const known = (Object.keys(faults) as readonly FaultId[]).filter((id) => {
  const { alsoFails = [] }: { readonly alsoFails?: readonly string[] } = faults[id];
  return !alsoFails.includes('*');
});

/** Timeout in milliseconds: a busy machine takes ten times as long. */
const timeout = 900_000;

/** Tests every `every`th known fault, starting at place `from`. */
export function testQuickFaults(every: number, from = 0): void {
  describe(`one of every ${every} known faults`, () => {
    it('is found by the checks of the profile quick where the file says so, and else missed', { timeout }, async () => {
      const asked = known.filter((_, at) => at % every === from);
      const isOtherwise = async (fault: FaultId): Promise<boolean> => {
        const findings = await judgeService(matrixBehaviour('valid', fault), quick);
        return quickMisses.includes(fault) === findings.some(({ verdict }) => verdict.is === 'fail');
      };
      const otherwise: FaultId[] = [];
      // On a busy machine a single run may find or miss one by chance, but hardly two runs.
      for (const fault of asked) if ((await isOtherwise(fault)) && (await isOtherwise(fault))) otherwise.push(fault);
      expect(otherwise).toEqual([]);
    });
  });
}
