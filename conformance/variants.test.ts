import { describe, expect, it } from 'vitest';
import { lawful, variants, withVariant, type VariantId } from '../fixtures/index.ts';
import { checks } from './index.ts';
import { judgedOn } from './judged.ts';

const variantIds = Object.keys(variants) as readonly VariantId[];

describe('the lawful service', () => {
  it('passes every check', async () => {
    const findings = await judgedOn(lawful, checks);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});

describe('a lawful service of another kind', () => {
  // Slow variants answer late on purpose, and rate-limited ones ask for a pause.
  it.each(variantIds)('%s is accused of nothing', async (id) => {
    const findings = await judgedOn(withVariant(id), checks, { timeoutMs: 3_000 });
    const open = findings.filter(
      ({ level, verdict }) => verdict.is === 'fail' || (verdict.is === 'inconclusive' && level === 'MUST'),
    );
    expect(open).toEqual([]);
  });
});
