import { describe, expect, it } from 'vitest';
import { checks } from '../../conformance/index.ts';
import { judgedOn } from '../../conformance/judged.testing.ts';
import { matrixBaseIds, matrixBases, matrixBehaviour } from './bases.ts';

/** The reference service itself is met by conformance/variants-sample.test.ts. */
const unlikeIt = matrixBaseIds.filter((id) => matrixBases[id].length > 0);

describe('a service of many variants at once', { timeout: 180_000 }, () => {
  it.each(unlikeIt)('%s is accused of nothing', async (base) => {
    const findings = await judgedOn(matrixBehaviour(base), checks, { timeoutMs: 3_000 });
    const accused = findings.filter(
      ({ verdict, level }) => verdict.is === 'fail' || (verdict.is === 'inconclusive' && level === 'MUST'),
    );
    expect(accused).toEqual([]);
  });
});
