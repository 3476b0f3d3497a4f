import { describe, expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { Check, Expectation } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Probe } from '../model/probe.ts';
import type { Verdict } from '../model/run.ts';
import { judgeOneCheck } from './judge-check.ts';
import type { ProbeResult } from './judging/judge.ts';

const probe = (name: string): Probe => ({ name, needs: [], costs: { chats: 0, speeches: 0 }, steps: [] });
const of = (...seen: readonly Exchange[]): ProbeResult => ({ seen });
const wrong: Expectation = ([first]) => [
  { subject: 'status', expected: '400', observed: '200', ...(first === undefined ? {} : { exchange: first.id }) },
];

function checkWith(parts: Partial<Check>): Check {
  return {
    id: 'a.b/c',
    clause: '1',
    also: [],
    level: 'MUST',
    title: 'Is right',
    requirement: 'is right',
    probe: probe('own'),
    expect: [() => []],
    fault: 'none',
    ...parts,
  } as Check;
}

/** The verdict, with the names of the probes that were sent for it. */
async function judged(parts: Partial<Check>, control: Verdict = { is: 'pass' }) {
  const sent: string[] = [];
  const decided = await judgeOneCheck(checkWith(parts), {
    seed: 1,
    gather: async ({ name }) => {
      sent.push(name);
      return of({ ...answered(), id: `${name}#1` });
    },
    judgeControl: async () => ({ verdict: control, mismatches: [], evidence: of({ ...answered(), id: 'control#1' }) }),
  });
  return { ...decided, sent };
}

describe('one check', () => {
  it('is judged beside its control, whose exchanges it names', async () => {
    const { verdict, controls, sent } = await judged({ control: 'a.b/control' });
    expect({ verdict, controls, sent }).toEqual({ verdict: { is: 'pass' }, controls: ['control#1'], sent: ['own'] });
  });
  it('is not sent where its control did not pass', async () => {
    const { verdict, sent } = await judged({ control: 'a.b/control' }, { is: 'fail', because: 'so' });
    expect(verdict.is).toBe('inconclusive');
    expect(sent).toEqual([]);
  });
  it('sends what shows that it could have failed only where it would pass', async () => {
    const positiveControl = {
      says: 'it is there',
      probe: probe('shows'),
      shownIn: (by: readonly Exchange[]) => ({ by }),
    };
    expect((await judged({ positiveControl, expect: [wrong] })).sent).toEqual(['own']);
    expect((await judged({ positiveControl })).sent).toEqual(['own', 'shows']);
  });
  it('shows of generated cases which one failed, and why no smaller one', async () => {
    const shrinking: Check['shrinking'] = {
      costs: { chats: 0, speeches: 0 },
      casesIn: (seen) => [[], seen],
      smallestOf: async () => ({ because: 'it is the smallest' }),
    };
    const { case: shown } = await judged({ shrinking, expect: [wrong] });
    expect(shown).toMatchObject({ index: 2, of: 2, smaller: { because: 'it is the smallest' } });
    expect((await judged({ shrinking })).case).toBeUndefined();
  });
});
