import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { evenIfIncomplete, evenIfStillSending } from '../../expectations/on-answer.ts';
import type { Check, PositiveControl, Expectation } from '../../model/check.ts';
import { unsupportedTransport } from '../../http/unsupported-transport.ts';
import type { Exchange } from '../../model/exchange.ts';
import { sampleCheck } from '../../model/sample-check.testing.ts';
import { judgeProbeResult, withPositiveControl, type ProbeResult } from './judge.ts';

const mismatch = { subject: 'a', expected: 'this', observed: 'that' };
const noBot = { because: 'no bot', about: { is: 'missing', what: 'bot', name: 'bot' } } as const;
const failing: Expectation = () => [mismatch];
const unsure: Expectation = () => ({ inconclusive: 'it cannot be seen' });

function check(...expect: readonly Expectation[]): Check {
  return sampleCheck({ expect, control: 't/control' });
}

const evidence = (more: Partial<ProbeResult> = {}): ProbeResult => ({ seen: [answered()], ...more });

describe('the verdict on evidence', () => {
  it('is a pass where every expectation is met', async () => {
    expect(await judgeProbeResult(check(isSuccess), evidence(), { is: 'pass' })).toEqual({
      verdict: { is: 'pass' },
      mismatches: [],
    });
  });
  it('tells no more of an answer in which everything is wrong than can be read', async () => {
    const all = Array.from({ length: 300_000 }, (_, at) => ({ ...mismatch, observed: `${at} ${'x'.repeat(3_000)}` }));
    const { mismatches } = await judgeProbeResult(
      check(() => all),
      evidence(),
      undefined,
    );
    expect(mismatches).toHaveLength(100);
    expect(mismatches[1]?.observed).toBe(`1 ${'x'.repeat(1_998)}…`);
  });
  it('tells what is said only once behind what is said often', async () => {
    const often = Array.from({ length: 1_000 }, () => mismatch);
    const other = { ...mismatch, subject: 'b' };
    const { mismatches } = await judgeProbeResult(
      check(() => [...often, other]),
      evidence(),
      undefined,
    );
    expect(mismatches).toEqual([mismatch, other]);
  });
  it('is a failure with every mismatch, each said once, also where another expectation could not judge', async () => {
    const other = { ...mismatch, subject: 'b' };
    const { verdict, mismatches } = await judgeProbeResult(
      check(unsure, failing, failing, () => [other]),
      evidence(),
      undefined,
    );
    expect(mismatches).toEqual([mismatch, other]);
    expect(verdict).toEqual({
      is: 'fail',
      because: 'a: expected this, observed that; b: expected this, observed that',
    });
  });
  it('is inconclusive where an expectation could not judge', async () => {
    const { verdict } = await judgeProbeResult(check(isSuccess, unsure), evidence(), undefined);
    expect(verdict).toEqual({ is: 'inconclusive', because: 'it cannot be seen' });
  });
  it('is not applicable where all that could not be judged is open for good', async () => {
    const open: Expectation = () => ({ inconclusive: 'the document leaves it open', isUnspecified: true });
    const { verdict } = await judgeProbeResult(check(isSuccess, open), evidence(), undefined);
    expect(verdict).toEqual({ is: 'notApplicable', because: 'the document leaves it open' });
    expect((await judgeProbeResult(check(open, unsure), evidence(), undefined)).verdict.is).toBe('inconclusive');
    expect((await judgeProbeResult(check(open, failing), evidence(), undefined)).verdict.is).toBe('fail');
  });
  it('is inconclusive where the control failed, whatever came', async () => {
    const { verdict } = await judgeProbeResult(check(isSuccess), evidence(), { is: 'fail', because: 'x' });
    expect(verdict).toEqual({
      is: 'inconclusive',
      because: 'its control t/control failed, so this cannot be judged',
      about: { is: 'control', check: 't/control' },
    });
  });
  it.each(['inconclusive', 'notApplicable'] as const)('is %s where the control is, for its reason', async (is) => {
    const control = { is, because: 'the reason' };
    expect((await judgeProbeResult(check(isSuccess), evidence(), control)).verdict).toEqual(control);
  });
  it('is inconclusive where one of several exchanges met an outage', async () => {
    const { verdict } = await judgeProbeResult(
      check(failing),
      evidence({ seen: [answered(), answered({ status: 503 })] }),
      undefined,
    );
    expect(verdict).toMatchObject({
      is: 'inconclusive',
      because: expect.stringContaining('status 503 after 1 attempt; ') as string,
    });
  });
  it('is inconclusive where the probe stopped', async () => {
    const { verdict } = await judgeProbeResult(check(failing), evidence({ stopped: noBot }), undefined);
    expect(verdict).toEqual({ is: 'inconclusive', ...noBot });
    const stopped = unsupportedTransport('it speaks no HTTP/1.1');
    expect((await judgeProbeResult(check(failing), evidence({ stopped }), undefined)).verdict).toEqual({
      is: 'notApplicable',
      ...stopped,
    });
  });
  it('of a silence is a failure where something else answers, and inconclusive where nothing does', async () => {
    const seen = [unanswered('timeout')];
    const judged = async (livenessCheck?: ProbeResult['livenessCheck']): Promise<string> =>
      (
        await judgeProbeResult(
          check(isSuccess),
          evidence({ seen, ...(livenessCheck ? { livenessCheck } : {}) }),
          undefined,
        )
      ).verdict.is;
    expect(await judged(answered())).toBe('fail');
    expect(await judged(answered({ status: 401 }))).toBe('fail');
    expect(await judged()).toBe('inconclusive');
    expect(await judged(unanswered('timeout'))).toBe('inconclusive');
    for (const status of [429, 503, 524]) expect(await judged(answered({ status }))).toBe('inconclusive');
    expect(await judged(answered({ ending: 'cut' }))).toBe('inconclusive');
  });
});

describe('a control', () => {
  const passed = { verdict: { is: 'pass' }, mismatches: [] } as const;
  const shown: PositiveControl = { says: '', shownIn: (seen) => ({ by: seen }) };
  const unseen: PositiveControl = { says: '', shownIn: () => ({ because: 'nothing could leak: --bot names another' }) };

  it('that was seen is told by its exchanges, beside those of the control', () => {
    expect(withPositiveControl(passed, shown, evidence())).toEqual({ ...passed, controls: ['probe#1'] });
    expect(withPositiveControl({ ...passed, controls: ['control#1', 'probe#1'] }, shown, evidence()).controls).toEqual([
      'control#1',
      'probe#1',
    ]);
  });
  it('that was not seen leaves a pass inconclusive, with the reason', () => {
    expect(withPositiveControl(passed, unseen, evidence())).toEqual({
      verdict: { is: 'inconclusive', because: 'nothing could leak: --bot names another' },
      mismatches: [],
    });
  });
  it('of another probe is told with the places of its calls, which are none of the finding', () => {
    const [first, second] = [answered(), { ...answered(), id: 'conversation ["chat: word"]#1' }];
    const seen = [{ ...first, id: 'conversation ["chat: word"]#12' }, second];
    const shownIn: PositiveControl['shownIn'] = () => ({
      because: `the reply to ${second.id} misspells it, as ${seen[0]?.id} does`,
    });
    const because = (control: Pick<PositiveControl, 'probe'>) =>
      withPositiveControl(passed, { says: '', shownIn, ...control }, evidence({ seen })).verdict;
    expect(because({ probe: check().probe })).toMatchObject({
      because: 'the reply to call 2 of its control misspells it, as call 1 of its control does',
    });
    expect(because({})).toMatchObject({ because: expect.stringContaining(second.id) as string });
  });
  it('that the document leaves open leaves a pass not applicable', () => {
    const open: PositiveControl = { says: '', shownIn: () => ({ because: 'it may refuse that', isUnspecified: true }) };
    expect(withPositiveControl(passed, open, evidence())).toEqual({
      verdict: { is: 'notApplicable', because: 'it may refuse that' },
      mismatches: [],
    });
    const outage = evidence({ seen: [answered({ status: 503 })] });
    expect(withPositiveControl(passed, open, outage).verdict).toMatchObject({ is: 'inconclusive' });
  });
  it('that could not be seen says what stood in its way', () => {
    const because = (each: Partial<ProbeResult>) => withPositiveControl(passed, unseen, evidence(each)).verdict;
    expect(because({ stopped: { because: 'no credits are left' } })).toMatchObject({ because: 'no credits are left' });
    expect(because({ seen: [answered({ status: 503 })] })).toMatchObject({
      because: expect.stringContaining('status 503 after 1 attempt; ') as string,
    });
  });
  it('changes no other verdict', () => {
    const failed = { verdict: { is: 'fail', because: 'a leak' }, mismatches: [mismatch] } as const;
    expect(withPositiveControl(failed, unseen, evidence())).toBe(failed);
  });
});

describe('an answer without an end', () => {
  const fell = answered({ ending: 'timeout', chunks: [], body: 'half', headers: [['Transfer-Encoding', 'chunked']] });
  const unfinished = { ...fell, response: { ...fell.response, endedAtMs: 10_001 } };
  const slow = answered({ ending: 'timeout', chunks: [{ atMs: 10_100, bytes: 4 }] });
  const met: Expectation = () => [];
  const told = async (
    expectations: readonly Expectation[],
    seen: ProbeResult['seen'],
    more: Partial<ProbeResult> = {},
  ) => {
    const { verdict } = await judgeProbeResult(check(...expectations), evidence({ seen, ...more }), undefined);
    return 'because' in verdict ? `${verdict.is}: ${verdict.because}` : verdict.is;
  };
  const noEnd =
    'fail: complete answer: expected a response that ends, observed status 200, then 4 bytes and no end; no more bytes of it came for 10.0 s';
  const livenessCheck = answered();

  it('is judged by what came of it, where that is all that an expectation looks at', async () => {
    expect(await told([evenIfIncomplete(met)], [unfinished], { livenessCheck })).toBe('pass');
    expect(await told([evenIfIncomplete(failing)], [unfinished], { livenessCheck })).toBe(
      'fail: a: expected this, observed that',
    );
    expect(await told([evenIfIncomplete(met)], [slow])).toBe('pass');
  });
  it('fails everything else where it fell silent and something else is answered', async () => {
    expect(await told([met], [unfinished], { livenessCheck })).toBe(noEnd);
    expect(await told([evenIfStillSending(met)], [unfinished], { livenessCheck })).toBe(noEnd);
    expect(await told([evenIfIncomplete(met), met], [unfinished], { livenessCheck })).toBe(noEnd);
    expect(await told([met], [unfinished])).toMatch(/^inconclusive: status 200, .* and nothing else answers either$/);
  });
  it('is not judged as a whole where it was still coming', async () => {
    const words = 'inconclusive: could not be judged: still sending after 10.1 s; --timeout 41s gives it more time';
    expect(await told([failing], [slow])).toBe(words);
    expect(await told([evenIfStillSending(met), failing], [slow])).toBe(words);
    expect(await told([evenIfStillSending(met)], [slow])).toBe('pass');
    expect(await told([evenIfStillSending(failing), met], [slow])).toBe('fail: a: expected this, observed that');
    expect(await told([evenIfStillSending(met)], [slow], { stopped: { because: 'no session' } })).toBe(words);
  });
  it('is named where there are several, and once where a later attempt says the same', async () => {
    const named = (id: string): Exchange => ({ ...unfinished, id });
    const seen = [named('two#1'), { ...answered(), id: 'two#2' }];
    const { mismatches } = await judgeProbeResult(check(met), evidence({ seen, livenessCheck }), undefined);
    expect(mismatches).toMatchObject([{ subject: 'complete answer', exchange: 'two#1' }]);
    const twice = evidence({ seen: [named('one#1.2')], unrecoverable: [named('one#1')], livenessCheck });
    expect((await judgeProbeResult(check(met), twice, undefined)).mismatches).toMatchObject([{ exchange: 'one#1.2' }]);
  });
  it('at an earlier attempt is not made up for by one that was answered', async () => {
    expect(await told([met], [answered()], { unrecoverable: [unfinished], livenessCheck })).toBe(noEnd);
    expect(await told([evenIfIncomplete(met)], [answered()], { unrecoverable: [unfinished], livenessCheck })).toBe(
      'pass',
    );
    expect(await told([met], [answered()], { unrecoverable: [unanswered('malformed')] })).toMatch(/^fail: answer/);
  });
});
