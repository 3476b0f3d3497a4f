import { describe, expect, it } from 'vitest';
import { lawful } from '../fixtures/index.ts';
import { checks } from './index.ts';
import { judgedOn } from './judged.testing.ts';
import { testVariants } from './variants.testing.ts';

describe('the lawful service', () => {
  it('passes every check', async () => {
    const findings = await judgedOn(lawful, checks);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});

testVariants(0);
