import { describe, expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { judgedOn } from '../../conformance/judged.testing.ts';
import { selected } from '../../conformance/model/select.ts';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { matrixBehaviour } from '../matrix/bases.ts';
import { quickMisses } from './misses.ts';

const quick = selected(everyCheck, { only: [], profile: 'quick' });
const known = Object.keys(faults) as readonly FaultId[];

/** In a run on a busy machine one may be found by chance, or missed. */
const mostByChance = 1;

/** A machine with other work takes ten times as long. */
const timeout = 900_000;

/** Of the known mistakes every so many is tried. */
export function testQuickMistakes(every: number): void {
  describe(`one of every ${every} known mistakes`, () => {
    it('is found by the checks of the profile quick where the file says so, and else missed', { timeout }, async () => {
      const asked = known.filter((_, at) => at % every === 0);
      const missed: FaultId[] = [];
      for (const fault of asked) {
        const findings = await judgedOn(matrixBehaviour('valid', fault), quick);
        if (!findings.some(({ verdict }) => verdict.is === 'fail')) missed.push(fault);
      }
      const said = new Set(quickMisses);
      const otherwise = asked.filter((fault) => said.has(fault) !== missed.includes(fault));
      expect(asked.length).toBeGreaterThan(known.length / every - 1);
      expect(otherwise.length, otherwise.join(', ')).toBeLessThanOrEqual(mostByChance);
    });
  });
}
