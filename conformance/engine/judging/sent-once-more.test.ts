import type { Behaviour } from '../../../fixtures/service/behaviour.ts';
import type { Account } from '../../../fixtures/service/accounts/state.ts';
import { describe, expect, it } from 'vitest';
import { valid, validExcept } from '../../../fixtures/index.ts';
import { failingEveryNth } from '../../every-so-many.testing.ts';
import { expectSameVerdicts, recordRun } from '../../evidence/recorded.testing.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { checks } from '../../index.ts';
import { selectChecks } from '../../model/select.ts';
import { isRepeatedOnce } from '../../model/probe-names.ts';
import { checksNamed } from '../../judged-at.testing.ts';
import { runOnService } from '../../judged.testing.ts';
import {
  createFailureRepeater,
  repeatFailure,
  type RepeatableFailure,
  type FailureRepeater,
} from './sent-once-more.ts';
import { failedResult, judgeProbeResult, type ProbeResult } from './judge.ts';
import { repeatAloneIf } from '../../model/probe.ts';

const chosen = (...only: readonly string[]) => selectChecks(checks, { only, profile: undefined });
const cheap = chosen('speech.speed/*', 'speech.voice/*', 'chat.request/*', 'stream.request/*');
const now = '1 of 2 times that it was sent; it comes and goes';

describe('what fails by a server error', () => {
  it('is sent once more, and told as what comes and goes where it came to something else', async () => {
    const { findings, exchanges } = await runOnService(validExcept(failingEveryNth(11, 500)), cheap);
    const told = findings.filter(({ mismatches }) => mismatches.some(({ answers }) => answers?.which === now));
    expect(told.length).toBeGreaterThan(3);
    for (const { verdict, mismatches, exchanges: ids, reproduceBy, reproduces } of told) {
      expect({ is: verdict.is, reproduceBy }).toEqual({ is: 'fail', reproduceBy: 'command' });
      const [first] = mismatches;
      expect(first).toMatchObject({ answers: { wrong: 1, judged: 2, comesAndGoes: true } });
      expect(first?.observed.endsWith(` (${now})`)).toBe(true);
      expect(first?.kind?.observed?.includes(now)).toBe(false);
      expect(exchanges.filter((each) => ids.includes(each.id) && isRepeatedOnce(each)).length).toBeGreaterThan(0);
      expect(exchanges.find(({ id }) => id === reproduces)?.response).toMatchObject({ status: 500 });
    }
  });
  it('says nothing of that where it fails alike each time', async () => {
    const broken = validExcept({
      speedOf: () => {
        throw new Error('broken');
      },
    });
    const { findings, exchanges } = await runOnService(broken, cheap);
    expect(findings.filter(({ verdict }) => verdict.is === 'fail').length).toBeGreaterThan(8);
    expect(findings.flatMap(({ mismatches }) => mismatches).filter(({ answers }) => answers !== undefined)).toEqual([]);
    const again = new Set(exchanges.filter(isRepeatedOnce).map(({ probe }) => probe));
    expect(again.size).toBeGreaterThan(0);
    expect(again.size).toBeLessThanOrEqual(8);
  });
  it('comes out the same where the run is judged again from its record', async () => {
    const told = await recordRun(validExcept(failingEveryNth(11, 500)), chosen('speech.speed/*', 'chat.request/*'));
    expect(told.record.exchanges.some(isRepeatedOnce)).toBe(true);
    await expectSameVerdicts(told);
  });
});

describe('what fails by a charge', () => {
  const charged = chosen('metering.credit-balance/*', 'metering.forms/*');
  /** Judges one check; `isDear` gets the number of workspaces that were charged so far. */
  const speechAtPrices = async (isDear: (workspaces: number) => boolean) => {
    const known = new Set<Account>();
    const change: Partial<Behaviour> = {
      payerFor: (caller, accounts) => {
        const payer = valid.payerFor(caller, accounts);
        known.add(payer);
        return payer;
      },
      priceOf: (use, kind, asked) => valid.priceOf(use, kind, asked) * (use === 'speech' && isDear(known.size) ? 2 : 1),
    };
    const run = await runOnService(
      validExcept(change),
      checksNamed('metering.credit-balance/speech-costs-no-more-than-3'),
    );
    return { ...run, workspaces: known.size };
  };
  it('is sent once more, and told as what comes and goes where it was charged otherwise', async () => {
    // A new workspace is made twice where a use got 402, as its balance may come late.
    const { findings, exchanges } = await speechAtPrices((workspaces) => workspaces <= 3);
    const told = findings.filter(({ mismatches }) => mismatches.some(({ answers }) => answers?.which === now));
    expect(told.length).toBeGreaterThan(0);
    expect(told.every(({ verdict }) => verdict.is === 'fail')).toBe(true);
    expect(exchanges.some(isRepeatedOnce)).toBe(true);
  });
  it('says nothing of that where it is charged alike each time, and is sent four times', async () => {
    const dear = validExcept({
      priceOf: (use, kind, asked) => valid.priceOf(use, kind, asked) * (use === 'speech' ? 2 : 1),
    });
    const { findings, exchanges } = await runOnService(dear, charged);
    expect(findings.filter(({ verdict }) => verdict.is === 'fail').length).toBeGreaterThan(4);
    expect(findings.flatMap(({ mismatches }) => mismatches).filter(({ answers }) => answers !== undefined)).toEqual([]);
    expect(new Set(exchanges.filter(isRepeatedOnce).map(({ probe }) => probe)).size).toBeLessThanOrEqual(4);
  });
});

const [check] = checksNamed('speech.speed/rejects-above-maximum');
const error = { error: { code: 'internal', message: '' } };
const wrong = answered({ id: 'a#1', operation: 'speech', status: 500, body: error });
const evidenceOf = (seen: ProbeResult['seen']): ProbeResult => ({ seen });

/** The judgement where the probe gets this evidence when it is sent once more. */
async function toldWhere(again: ProbeResult, changed: object = {}) {
  if (check === undefined) throw new Error('no such check');
  const whole = { ...check, probe: { ...check.probe, ...changed } };
  const judged = await judgeProbeResult(whole, evidenceOf([wrong]), undefined);
  const sent: string[] = [];
  const send: FailureRepeater = {
    send: async ({ name }) => {
      sent.push(name);
      return again;
    },
    wasOtherwise: () => undefined,
  };
  const { otherwise } = await repeatFailure(whole, judged, evidenceOf([wrong]), send);
  return { sent: sent.length, isOtherwise: otherwise !== undefined };
}

describe('a failure that is sent once more', () => {
  it.each<[string, ProbeResult, boolean]>([
    ['a refusal', evidenceOf([answered({ id: 'b#1', operation: 'speech', status: 400, body: error })]), true],
    ['another failure', evidenceOf([answered({ id: 'b#1', operation: 'speech', status: 200, body: {} })]), true],
    ['the same error', evidenceOf([{ ...wrong, id: 'b#1' }]), false],
    ['not now', evidenceOf([answered({ id: 'b#1', operation: 'speech', status: 503, body: error })]), false],
    ['nothing, as it may not be sent', { ...evidenceOf([]), stopped: { because: 'no credits' } }, false],
  ])('comes and goes by what it got then: %s', async (_, again, isOtherwise) => {
    expect(await toldWhere(again)).toEqual({ sent: 1, isOtherwise });
  });
  it('is none that costs more than two speeches, or is repeated in any case', async () => {
    const refused = evidenceOf([answered({ id: 'b#1', operation: 'speech', status: 400, body: error })]);
    const none = { sent: 0, isOtherwise: false };
    expect(await toldWhere(refused, { costs: { chats: 1, speeches: 2 } })).toEqual(none);
    expect(await toldWhere(refused, { again: repeatAloneIf(() => false) })).toEqual(none);
  });
  it('is none that its own probe has shown several times over', async () => {
    const refused = evidenceOf([answered({ id: 'b#1', operation: 'speech', status: 400, body: error })]);
    expect((await toldWhere(refused, { refusals: { is: 'shown', isShown: () => true } })).sent).toBe(0);
    expect((await toldWhere(refused, { refusals: { is: 'shown', isShown: () => false } })).sent).toBe(1);
  });
  it('is sent eight times for one error, and forty where that came to something else', async () => {
    if (check === undefined) throw new Error('no such check');
    let times = 0;
    const { send, wasOtherwise } = createFailureRepeater(async () => {
      times += 1;
      return evidenceOf([]);
    });
    const ask = async (failing: RepeatableFailure): Promise<void> => {
      for (let time = 0; time < 50; time += 1) await send(check.probe, failing);
    };
    await ask({ by: 'error', text: '500 internal' });
    expect(times).toBe(8);
    await ask({ by: 'error', text: '500 other' });
    expect(times).toBe(16);
    wasOtherwise({ by: 'error', text: '500 internal' });
    await ask({ by: 'error', text: '500 internal' });
    expect(times).toBe(48);
    await ask({ by: 'charge', text: 'a charge' });
    expect(times).toBe(52);
  });
});

it('what fails by a charge is not accused by a refusal that comes and goes', async () => {
  const [metered] = checksNamed('metering.credit-balance/speech-costs-no-more-than-3');
  if (metered === undefined) throw new Error('no such check');
  const refused = answered({ id: 'a#1', operation: 'speech', status: 400, body: error });
  const judged = failedResult([{ subject: 'status', expected: '402', observed: 'status 400', exchange: 'a#1' }]);
  const passing = { ...metered, expect: [() => []] };
  const again = {
    send: async () => evidenceOf([answered({ operation: 'speech' })]),
    wasOtherwise: () => undefined,
  };
  const told = await repeatFailure(passing, judged, evidenceOf([refused]), again);
  expect(told.judged.verdict).toEqual({
    is: 'inconclusive',
    because: 'a speech got status 400 once and another answer at another time, which says nothing of what is charged',
  });
});
