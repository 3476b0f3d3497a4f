import { afterAll, expect, it } from 'vitest';
import { startHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { unsettledUseOf } from '../classification/unsettled-use.ts';
import { judgeTarget, verdictsIn } from '../judged-at.testing.ts';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import { voicesCall } from '../model/calls.ts';
import { clause } from '../model/check.ts';
import { noCost } from '../model/costs.ts';
import type { Exchange } from '../model/exchange.ts';

const started: Hostile[] = [];
afterAll(async () => {
  await Promise.all(started.map((hostile) => hostile.close()));
});

/** A check of a list that is asked for under this name. */
const asked = (name: string) => {
  const probe = { name, needs: [], costs: noCost, steps: [() => [voicesCall({ extra: [['x-probe', name]] })]] };
  const check = { title: 't', level: 'MUST', probe, expect: [() => []], fault: 'voices-bare-array' } as const;
  return clause('0', name, { requirement: 'it is answered', checks: { whole: check } }).checks;
};

/**
 * A target that falls silent within the first answer to `begun`, and answers the first request of `waits` or not; later
 * it answers both.
 */
async function fallsSilentOnce(isAnswered: boolean): Promise<Hostile> {
  const seen = new Set<string>();
  const hostile = await startHostile((request, response) => {
    const name = String(request.headers['x-probe']);
    const isFirst = !seen.has(name);
    seen.add(name);
    if (!isFirst || name === 'undefined' || (name === 'waits' && isAnswered))
      response.writeHead(200).end('{"voices":[]}');
    else if (name === 'begun') response.writeHead(200).write('{');
  });
  started.push(hostile);
  return hostile;
}

it.each([
  ['none while another waited as long for its header: it is sent again by itself', false, 'pass', true],
  ['a failure while others were answered', true, 'fail', undefined],
])('an answer that fell silent once is %s', async (_, isAnswered, verdict, waited) => {
  const { url } = await fallsSilentOnce(isAnswered);
  const suite = [...asked('begun'), ...asked('waits')];
  const { findings, exchanges } = await judgeTarget(url, suite, { suite, timeoutMs: 500 });
  expect(verdictsIn(findings)[0]).toMatch(new RegExp(`^${verdict}`));
  const first = exchanges.find(({ probe }) => probe === 'begun');
  expect(first).toMatchObject({ attempt: 1, response: { is: 'answer', ending: 'timeout' } });
  expect(first?.waited).toBe(waited);
});

it('a use that may be charged, and that fell silent beside others, is begun anew', () => {
  const silent = unanswered('timeout', 'stream');
  const beside: Exchange = { ...silent, response: { ...silent.response, othersWaited: true } };
  expect(unsettledUseOf(silent, {})?.isPutOff).toBeUndefined();
  expect(unsettledUseOf(beside, {})?.isPutOff).toBe('late');
  const part = answered({ operation: 'stream' });
  const response = { ...part.response, ending: 'timeout', endedAtMs: 60_000 } as Exchange['response'];
  const cut = { ...part, response };
  expect(unsettledUseOf(cut, {})?.isPutOff).toBeUndefined();
  expect(unsettledUseOf({ ...cut, waited: true }, {})?.isPutOff).toBe('late');
});
