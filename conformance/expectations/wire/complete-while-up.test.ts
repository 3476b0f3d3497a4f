import { describe, expect, it } from 'vitest';
import type { Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';
import { isCompleteWhileUp } from './complete-while-up.ts';

/** `+` is an answer, `-` an answer that is cut, `.` a dropped connection, `x` a refused connection, one every 10 ms. */
function run(outcomes: string, gapMs = 10): Exchanges {
  return [...outcomes].map((outcome, at): Exchange => {
    const id = `${outcome}${at}`;
    const exchange =
      outcome === '+' || outcome === '-'
        ? answered({ body: '{}', ending: outcome === '+' ? 'complete' : 'cut' })
        : unanswered(outcome === 'x' ? 'refused' : 'dropped');
    const startedAt = new Date(Date.UTC(2026, 0, 1) + at * gapMs).toISOString();
    return { ...exchange, id, startedAt, response: { ...exchange.response, endedAtMs: 5 } };
  });
}

const judged = (all: Exchanges): Promise<readonly unknown[]> =>
  Promise.all(
    all
      .filter(({ id }) => id.startsWith('-'))
      .map(async (each) => {
        const judgement = await isCompleteWhileUp([each], all);
        return 'inconclusive' in judgement ? judgement.inconclusive : judgement.length;
      }),
  );
const down = 'the service went down as it answered: the next connection was refused';

describe('a body that broke off', () => {
  it('did so by an outage that the run met right behind it', async () => {
    expect(await judged(run('++-xx++'))).toEqual([down]);
    const two = run('++-..xx++').flatMap((each) => (each.id === '-2' ? [each, { ...each, id: '-2 at once' }] : [each]));
    expect(await judged(two)).toEqual([down, down]);
  });
  it.each([
    ['the service goes on', '++-++'],
    ['nothing was sent behind it', '++-'],
    ['something was answered before the outage', '++-+xx++'],
  ])('was torn where %s', async (_, outcomes) => {
    expect(await judged(run(outcomes))).toEqual([1]);
  });
  it('was torn where the outage came much later', async () => {
    expect(await judged(run('++-xx++', 5_000))).toEqual([1]);
  });
  it('is the fault of a service that goes down again and again', async () => {
    expect(await judged(run('+-x+-x+'))).toEqual([1, 1]);
  });
  it('is judged by itself where there is no run', async () => {
    const [whole, torn] = run('+-');
    expect(await isCompleteWhileUp([whole].filter((each) => each !== undefined))).toEqual([]);
    expect(await isCompleteWhileUp([torn].filter((each) => each !== undefined))).toHaveLength(1);
  });
});
