import { describe, expect, it } from 'vitest';
import { validExcept } from '../../fixtures/index.ts';
import { checks, observations } from '../index.ts';
import { selectChecks } from '../model/select.ts';
import { examine } from './examine.ts';
import { refusalOf } from './may-certify.ts';
import { recordRun } from './recorded.testing.ts';

describe('a bundle that says that a second workspace was shut out', () => {
  it('is found wanting where its control was not seen: the second token was refused', async () => {
    const profile = 'chat';
    const chosen = selectChecks(checks, { only: [], profile });
    const told = await recordRun(validExcept(), chosen, { otherToken: 'garbage', provisioner: undefined });
    const lied = told.findings.map((finding) => ({
      ...finding,
      verdict: { is: 'pass' } as const,
      controls: finding.exchanges,
    }));
    const { header } = told.record;
    const selfTest = { schema: 'assay.self-test/1', tool: header.tool, startedAt: '', endedAt: '' } as const;
    const { problems, run } = await examine({
      evidence: {
        record: told.record,
        findings: lied,
        run: {},
        selfTest: { ...selfTest, accusations: [], faults: [] },
      },
      claimed: {
        profile,
        document: header.document,
        tool: header.tool,
        requirements: { release: header.tool.version, sha256: 'ab' },
      },
      build: { version: header.tool.version, document: header.document, checks, observations, sets: [] },
    });
    const says = problems.map((problem) => problem.says);
    const ofTheSecond = chosen.filter(
      ({ probe, id }) => probe.needs.includes('otherWorkspace') && /^sessions.*other-workspace/.test(id),
    );
    expect(
      says.filter((each) => /sessions.*other-workspace.*: stored as pass; judged again: inconclusive \(/.test(each)),
    ).toHaveLength(ofTheSecond.length);
    expect(ofTheSecond).not.toEqual([]);
    expect(says.some((each) => each.startsWith('nothing may be certified on it: '))).toBe(true);
    expect(run === undefined ? undefined : refusalOf(run, checks)?.code).toBe(2);
    const lying =
      run === undefined ? undefined : { ...run, findings: lied.map((finding) => ({ ...finding, controls: [] })) };
    expect(lying === undefined ? '' : refusalOf(lying, checks)?.because).toMatch(
      /^\d+ checks passed without their control: /,
    );
  });
});
