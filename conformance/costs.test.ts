import { describe, expect, it } from 'vitest';
import { validExcept, startService } from '../fixtures/index.ts';
import { addCosts, costOfCall, noCost } from './model/costs.ts';
import { probesOf } from './model/chain.ts';
import { planFrom } from './engine/plan.ts';
import { selectChecks } from './model/select.ts';
import { everyCheck } from './every.ts';
import { observations } from './index.ts';
import { judgeTarget } from './judged-at.testing.ts';
import { callsOfSteps } from './walked.testing.ts';

const probes = [
  ...new Map([...everyCheck, ...observations].flatMap(probesOf).map((probe) => [probe.name, probe])).values(),
];

describe('a probe', () => {
  it('says what it costs at most, though everything is answered', () => {
    const dearer = probes.flatMap((probe) => {
      const sent = callsOfSteps(probe, 200).map(costOfCall).reduce(addCosts, noCost);
      const isDearer = sent.chats > probe.costs.chats || sent.speeches > probe.costs.speeches;
      return isDearer ? [{ probe: probe.name, said: probe.costs, sent }] : [];
    });
    expect(dearer).toEqual([]);
  });
});

/** Whoever calls, and with whatever: the first workspace pays. */
const takesEverybody = validExcept({
  tokenOf: () => 'any',
  accountFor: (_, accounts) => [...accounts.values()][0],
});

describe.each(['public', 'free'])('the profile %s', (profile) => {
  const chosen = { only: [], profile };
  const work = { checks: selectChecks(everyCheck, chosen), observations: selectChecks(observations, chosen) };

  it('costs nothing by its plan, with any means', () => {
    const all = { token: 't', otherToken: 't', spentToken: 't', provisioner: 'p' };
    for (const means of [{}, { token: 't' }, all])
      expect(planFrom(work, everyCheck, means).atMost).toEqual({ chats: 0, speeches: 0, credits: 0 });
    expect(work.checks.length).toBeGreaterThan(20);
  });

  it('costs nothing when it is sent, also where nobody is asked for a token', async () => {
    const service = await startService({ behaviour: takesEverybody, seed: 1 });
    const { url, token, otherToken, spentToken, provisioner, ledgers } = service;
    const { exchanges } = await judgeTarget(url, work.checks, {
      suite: everyCheck,
      token,
      otherToken,
      spentToken,
      provisioner,
    });
    await service.close();
    expect(ledgers.all().flatMap(({ charges }) => charges)).toEqual([]);
    expect(exchanges.length).toBeGreaterThan(20);
  });
});

it('the profile public needs no token, and sends none', () => {
  const sent = selectChecks(everyCheck, { only: [], profile: 'public' }).flatMap(({ probe }) =>
    callsOfSteps(probe, 200),
  );
  expect(sent.filter((call) => JSON.stringify(call).includes('${ASSAY_'))).toEqual([]);
});
