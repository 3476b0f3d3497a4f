import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { assembleRun, type Journal, type Suite } from './assemble.ts';
import { noCost } from '../../model/costs.ts';
import type { Exchange } from '../../model/exchange.ts';
import { tokenEndReason, tokenEnded } from '../token/token-end.ts';
import type { Finding, RunHeader, Verdict } from '../../model/run.ts';
import { sampleHeader } from './sample-finding.testing.ts';

const header: RunHeader = {
  ...sampleHeader,
  plan: { checks: ['t/a', 't/b'], atMost: { chats: 1, speeches: 0, credits: 1 } },
};
const at = '2026-01-01T00:01:00.000Z';
const finding = (check: string, is: Verdict['is'], level: Finding['level'] = 'MUST'): Finding => ({
  check,
  clause: '1',
  also: [],
  level,
  title: 'a title',
  requirement: '',
  verdict: is === 'pass' ? { is } : { is, because: 'the reason' },
  mismatches: [],
  exchanges: [],
  reproduce: '',
});
const probe = { name: 'probe', needs: [], costs: noCost, steps: [] };
const suite: Suite = {
  checks: [],
  observations: [{ id: 't/status', clause: '1', says: 'not shown', probe, see: observedStatus }],
};
const run = (journal: Partial<Journal>, signal?: 'SIGINT' | 'SIGTERM') =>
  assembleRun({ header, findings: [], exchanges: [], ...journal }, suite, { at, signal });

function attempt(id: string, number: number, status: number): Exchange {
  return { ...answered({ status, operation: 'chat', id: number === 1 ? id : `${id}.${number}` }), attempt: number };
}

describe('a run out of its journal', () => {
  it('takes what passed in an earlier run as judged, so that no fault is told that would have failed it', () => {
    const earlier = Array.from({ length: 30 }, (_, each) => `v/${each}`);
    const broad = { fault: 'broad', named: ['t/a'], checks: new Set(['t/a', 't/b', ...earlier]) };
    const causesWith = (passedBefore: readonly string[]) =>
      assembleRun(
        {
          header: { ...header, passedBefore },
          findings: ['t/a', 't/b'].map((check) => finding(check, 'fail')),
          exchanges: [],
        },
        { ...suite, faults: () => [broad] },
        { at },
      ).causes.map(({ checks }) => checks);
    expect(causesWith([])).toEqual([['t/a', 't/b']]);
    expect(causesWith(earlier)).toEqual([['t/a'], ['t/b']]);
  });
  const both = [finding('t/b', 'fail'), finding('t/a', 'pass')];

  it('keeps all else where an observation breaks, and ends with 70', () => {
    const see = (): string => {
      throw new RangeError('the stack is full');
    };
    const [observation] = suite.observations;
    const broken = {
      checks: [],
      observations: observation === undefined ? [] : [{ ...observation, see }, observation],
    };
    const told = assembleRun({ header, findings: both, exchanges: [attempt('probe#1', 1, 200)] }, broken, { at });
    expect(told).toMatchObject({
      complete: true,
      exitCode: 70,
      findings: [{ check: 't/a' }, { check: 't/b' }],
      observations: [
        { value: 'a defect of assay: RangeError: the stack is full; please report it' },
        { value: 'status 200' },
      ],
    });
    expect(told.observations[0]?.defect).toContain('assemble.test.ts');
  });
  it('does not take for its ways what the target told a token that had ended', () => {
    const sample = answered({ status: 401, id: 'probe#1' });
    const request = { ...sample.request, headers: [['authorization', 'Bearer ${ASSAY_TOKEN}']] as const };
    const exchanges = [{ ...sample, request, startedAt: '2026-01-01T00:00:03.000000Z' }];
    const end = tokenEnded('2026-01-01T00:00:01.000000Z', '2026-01-01T00:00:02.000Z');
    expect(run({ exchanges }).observations).toMatchObject([{ value: 'status 401' }]);
    expect(run({ exchanges, journalEntries: [end] }).observations).toEqual([]);
  });
  it('says that a token has ended as long as a finding rests on that', () => {
    const end = tokenEnded('2026-01-01T00:00:01.000000Z', '2026-01-01T00:00:02.000Z');
    const { is, ...told } = end;
    // The verdict may add another reason.
    const reason = { ...tokenEndReason(end), because: `only a part was sent, and that part passes: ${end.because}` };
    const open = { ...finding('t/a', 'pass'), verdict: { is: 'inconclusive', ...reason } as const };
    expect(is).toBe('tokenEnded');
    expect(run({ findings: [open], journalEntries: [end] }).tokenEnded).toEqual(told);
    expect(run({ findings: both, journalEntries: [end] })).not.toHaveProperty('tokenEnded');
  });
  it('has the findings in the order of the plan, whatever came first', () => {
    expect(run({ findings: both })).toMatchObject({
      complete: true,
      exitCode: 1,
      counts: { pass: 1, fail: 1, inconclusive: 0, notApplicable: 0 },
      findings: [{ check: 't/a' }, { check: 't/b' }],
    });
  });
  it.each([
    [undefined, 130],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is not complete where a finding is missing (%s)', (signal, exitCode) => {
    expect(run({ findings: both.slice(1) }, signal)).toMatchObject({
      complete: false,
      exitCode,
      findings: [{ check: 't/a' }],
    });
  });
  it.each([
    ['nothing failed', finding('t/b', 'pass'), undefined, 2],
    ['something failed', finding('t/b', 'fail'), undefined, 1],
    ['it was interrupted meanwhile', finding('t/b', 'fail'), 'SIGINT', 130],
  ] as const)('is not complete where its time was over, and never green: %s', (_, other, signal, exitCode) => {
    const unreached = { ...finding('t/a', 'inconclusive', 'SHOULD'), unreached: 'time' } as const;
    expect(run({ findings: [other, unreached] }, signal)).toMatchObject({ complete: false, exitCode });
  });
  it('counts what every attempt used', () => {
    const exchanges = [attempt('probe#1', 1, 503), attempt('probe#1', 2, 200), attempt('probe#2', 1, 200)];
    expect(run({ exchanges }).spend).toEqual({ chats: 2, speeches: 0, credits: 2 });
  });
});

describe('what a run has observed', () => {
  const observed = (...exchanges: readonly Exchange[]): readonly string[] =>
    run({ exchanges }).observations.map(({ value }) => value);

  it('is read from the last attempt of each call', () => {
    expect(observed(attempt('probe#1', 1, 503), attempt('probe#1', 2, 503), attempt('probe#1', 3, 201))).toEqual([
      'status 201',
    ]);
    expect(observed(attempt('probe#1', 2, 201), attempt('probe#1', 1, 503))).toEqual(['status 201']);
  });
  it('is read in the order of the calls, not in that of their ends', () => {
    expect(observed(attempt('probe#10', 1, 210), attempt('probe#2', 1, 202), attempt('probe#1', 1, 201))).toEqual([
      'status 210',
    ]);
  });
  it('is read from the last part of the run that sent the probe', () => {
    const resumed = { ...attempt('probe resumed 1#1', 1, 201), probe: 'probe resumed 1' };
    expect(observed(attempt('probe#1', 1, 503), resumed)).toEqual(['status 201']);
  });
  it('is nothing where the target was out of order, or nothing was sent', () => {
    expect(observed(attempt('probe#1', 1, 503))).toEqual([]);
    expect(observed()).toEqual([]);
  });
});
