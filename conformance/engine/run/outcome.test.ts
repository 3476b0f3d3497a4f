import { describe, expect, it } from 'vitest';
import { exitCodeFor } from './outcome.ts';
import type { Finding, Verdict } from '../../model/run.ts';

describe('the exit code', () => {
  const finding = (is: Verdict['is'], level: Finding['level'] = 'MUST'): Finding => {
    const verdict = is === 'pass' ? { is } : { is, because: 'x' };
    return {
      check: 't/a',
      clause: '1',
      also: [],
      level,
      title: 'a title',
      requirement: '',
      verdict,
      mismatches: [],
      exchanges: [],
      reproduce: '',
    };
  };
  it.each([
    [
      [finding('pass'), finding('fail', 'SHOULD'), finding('inconclusive', 'SHOULD'), finding('notApplicable')],
      false,
      false,
      0,
    ],
    [[finding('fail'), finding('inconclusive')], false, false, 1],
    [[finding('fail'), { ...finding('inconclusive', 'SHOULD'), defect: 'Error: oh' }], false, false, 70],
    [[finding('fail', 'SHOULD')], true, false, 1],
    [[finding('inconclusive')], false, false, 2],
    [[finding('notApplicable')], false, true, 2],
    [[finding('inconclusive', 'SHOULD')], true, false, 0],
    [[finding('fail', 'HTTP'), finding('inconclusive', 'HTTP')], false, false, 0],
    [[finding('fail', 'HTTP')], 'http', false, 1],
    [[finding('fail', 'HTTP')], true, false, 1],
    [[finding('inconclusive', 'HTTP')], 'http', false, 2],
    [[finding('inconclusive', 'HTTP')], true, false, 2],
    [[finding('fail', 'SHOULD'), finding('inconclusive', 'SHOULD')], 'http', false, 0],
  ] as const)('%# is %i', (findings, strict, required, code) => {
    expect(exitCodeFor(findings, { strict, isRequired: () => required })).toBe(code);
  });
});
