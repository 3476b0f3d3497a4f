import { expect, it } from 'vitest';
import type { Finding } from '../../conformance/model/run.ts';
import { verdictOn } from './verdict.ts';

const because = 'nothing answers';
function finding(level: Finding['level'], is: Finding['verdict']['is']): Finding {
  const verdict: Finding['verdict'] = is === 'pass' ? { is } : { is, because };
  const shared = {
    clause: '2.5',
    also: [],
    title: 'a title',
    requirement: 'A speed of 4 is spoken',
    mismatches: [],
    exchanges: [],
  };
  return { check: `speech.speed/${level}-${is}`, level, verdict, reproduce: '', ...shared };
}

it.each([
  [
    'a MUST that fails',
    [finding('SHOULD', 'fail'), finding('MUST', 'fail')],
    { is: 'killed', by: 'speech.speed/MUST-fail' },
  ],
  [
    'a SHOULD that fails',
    [finding('MUST', 'inconclusive'), finding('SHOULD', 'fail')],
    { is: 'noticed', by: ['speech.speed/SHOULD-fail'] },
  ],
  [
    'a MUST that could not be judged',
    [finding('MUST', 'pass'), finding('MUST', 'inconclusive'), finding('MUST', 'notApplicable')],
    { is: 'notJudged', checks: ['speech.speed/MUST-inconclusive', 'speech.speed/MUST-notApplicable'], because },
  ],
  [
    'nothing but passes',
    [finding('MUST', 'pass'), finding('SHOULD', 'inconclusive')],
    { is: 'survived', reached: true },
  ],
])('a run with %s', (_, findings, verdict) => {
  expect(verdictOn(findings)).toEqual(verdict);
});
