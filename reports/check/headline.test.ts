import { describe, expect, it } from 'vitest';
import type { Finding } from '../../conformance/model/run.ts';
import { clausesOf } from './clauses.ts';
import { headlineOf, tookMs } from './headline.ts';
import { failedSpeed, sampleFinding, sampleRun } from './sample-run.testing.ts';

const passed = sampleFinding('errors.envelope/on-404', '7');
const open = sampleFinding('chat.reply/answers', '4.2', { verdict: { is: 'inconclusive', because: '503 twice' } });
const away = sampleFinding('metering.chat/costs-one', '8.1', {
  verdict: { is: 'notApplicable', because: 'no provisioner' },
});
const should: Finding = { ...failedSpeed, level: 'SHOULD' };

describe('the headline says what the exit code says', () => {
  const says = (...args: Parameters<typeof sampleRun>): string => {
    const { word, says: rest } = headlineOf(sampleRun(...args));
    return `${word}: ${rest}`;
  };

  it.each([
    ['a pass', says([passed]), 'Pass: 1 of 1 MUST check passed'],
    [
      'a quick run',
      says([passed], { profile: 'quick', coverage: { found: 7, of: 9, notTried: 3 } }),
      'Pass (quick): 1 of 1 MUST check passed; by name the checks judged are there to find 7 of 9 faults of the reference service (they find others too), 3 checks not tried',
    ],
    [
      'a quick run that judged all of it',
      says([passed], { profile: 'quick', coverage: { found: 7, of: 9, notTried: 3, isMeasured: true } }),
      'Pass (quick): 1 of 1 MUST check passed; such a run finds 7 of 9 faults of the reference service, 3 checks not tried',
    ],
    [
      'a quick run with an inconclusive check',
      says([passed], {
        profile: 'quick',
        coverage: { found: 7, of: 9, notTried: 3, isMeasured: true, inconclusive: 1 },
      }),
      'Pass (quick): 1 of 1 MUST check passed; such a run finds 7 of 9 faults of the reference service, less what the 1 inconclusive check would have found, 3 checks not tried',
    ],
    ['a pass with gaps', says([passed, away]), 'Pass: 1 of 1 judged MUST check passed, 1 did not apply'],
    ['nothing judged', says([away]), 'Nothing proven: no MUST check was judged'],
    [
      'expected failures',
      says([failedSpeed], { exitCode: 0 }),
      'Pass: 1 MUST check failed, all of them known failures',
    ],
    ['a failed SHOULD', says([should, passed]), 'Pass, with 1 SHOULD failure: “a title”'],
    ['a failure', says([failedSpeed, passed]), 'Fail: 1 of 2 MUST checks failed'],
    ['a strict run', says([should, passed], { exitCode: 1, strict: true }), 'Fail: 1 of 2 checks failed'],
    [
      'a target that is no such service',
      says([failedSpeed], {
        given: { credentials: [], headers: [], doubt: 'a doubt' },
        causes: [
          { title: 'this is no such service: all', checks: [failedSpeed.check], elsewhere: 'Is it this?', likely: [] },
        ],
      }),
      'Fail: 1 MUST check failed, 1 cause: this is no such service: all; is it this?',
    ],
    [
      'a stale known failure',
      says([passed], { exitCode: 1 }),
      'Fail: nothing failed, but a known failure is stale or expired',
    ],
    [
      'a target that only says "not now", which some rules judge',
      says([open, passed], { exitCode: 2, given: { credentials: [], headers: [], unanswered: { because: '503' } } }),
      'Inconclusive: only the first answers were judged: 503',
    ],
    [
      'a target that answers nothing',
      says([open], { exitCode: 2, given: { credentials: [], headers: [], unanswered: { because: 'refused' } } }),
      'Inconclusive: nothing was judged: refused',
    ],
    ['an outage', says([open, passed]), 'Inconclusive: nothing failed, but 1 of 2 MUST checks could not be judged'],
    [
      'a missing profile',
      says([away], { exitCode: 2, require: 'metering' }),
      'Inconclusive: nothing failed, but the required profile metering was not judged completely',
    ],
    ['an interruption', says([passed], { complete: false, exitCode: 130 }), 'Interrupted: 1 of 1 check judged'],
    [
      'a run that still went on',
      says([passed], { complete: false, exitCode: 130, goesOn: true }),
      'Still going on: 1 of 1 check judged when this was written',
    ],
    [
      'a run whose time was over',
      says([passed, { ...open, unreached: 'time' }], { complete: false, exitCode: 2 }),
      'Inconclusive: nothing failed, but 1 of 2 MUST checks could not be judged; 1 check not judged within --time, check --resume continues with them',
    ],
    [
      'a run whose time was over before a SHOULD',
      says([passed, { ...open, level: 'SHOULD', unreached: 'time' }], { complete: false, exitCode: 2 }),
      'Inconclusive: nothing failed; 1 check not judged within --time, check --resume continues with them',
    ],
    [
      'a failure before the time was over',
      says([failedSpeed, { ...open, unreached: 'time' }], { complete: false, exitCode: 1 }),
      'Fail: 1 of 2 MUST checks failed; 1 check not judged within --time, check --resume continues with them',
    ],
    [
      'a run whose results could not be kept, whatever its verdicts say',
      says([failedSpeed, { ...open, unreached: 'storage' }], { complete: false, exitCode: 1 }),
      'Fail: 1 of 2 MUST checks failed; 1 check not judged before results could no longer be stored, check --resume continues with them',
    ],
    [
      'a check with which assay itself broke',
      says([failedSpeed, { ...open, defect: 'Error: oh' }], { exitCode: 70 }),
      'No verdict: assay itself failed in 1 place, and 1 of what it judged failed: run.json has it as defect, please report it',
    ],
    ['a defect of assay', says([], { exitCode: 70 }), 'No verdict: the run ended with exit code 70'],
  ])('for %s', (_, said, expected) => expect(said).toBe(expected));

  it('and a run that stood still took no time meanwhile', () => {
    const [startedAt, from, to, endedAt] = ['00:00', '00:10', '09:00', '09:05'].map(
      (at) => `2026-01-01T${at}:00.000Z`,
    ) as [string, string, string, string];
    expect(tookMs({ startedAt, endedAt, pauses: [{ from, to }] })).toBe(15 * 60_000);
  });

  it('and a run that was killed is no pass, whatever its exit code', () => {
    expect(headlineOf(sampleRun([passed], { complete: false })).is).toBe('inconclusive');
    expect(headlineOf(sampleRun([failedSpeed], { complete: false })).is).toBe('fail');
  });
});

it('orders clauses by number, and the checks of one as they were planned', () => {
  const ids = ['stream.end/b', 'stream.end/a', 'bots.list/x', 'transport.http/y'];
  const findings = [
    sampleFinding('transport.http/y', '10'),
    sampleFinding('stream.end/a', '4.3'),
    sampleFinding('bots.list/x', '4.1'),
    sampleFinding('stream.end/b', '4.3'),
  ];
  const { plan } = sampleRun([]);
  const ordered = clausesOf({ findings, plan: { ...plan, checks: ids } });
  expect(ordered.flatMap((clause) => clause.findings.map(({ check }) => check))).toEqual([
    'bots.list/x',
    'stream.end/b',
    'stream.end/a',
    'transport.http/y',
  ]);
});
