import { describe, expect, it } from 'vitest';
import { everyCheck } from '../../every.ts';
import { ownProbesOf, type Chained } from '../chain.ts';
import { likelyUsesOf, sumOfUses } from './likely.ts';
import type { Probe } from '../probe.ts';

const probe = (name: string): Probe => ({ name, needs: [], costs: { chats: 0, speeches: 0 }, steps: [] });
const own: readonly Chained[] = [
  { id: 'a/one', probe: probe('first'), positiveControl: { probe: probe('second') } },
  { id: 'a/two', probe: probe('first') },
  { id: 'a/three', probe: probe('third') },
];

describe('what a probe likely uses', () => {
  const uses = likelyUsesOf(own, '\n2 1.5 2:\na/one\n10 0 3: a/one+1\na/none\n');
  it('stands by the check that has it, and by its place there', () => {
    expect([...uses]).toEqual([
      ['first', { requests: 2, credits: 1.5, roundTrips: 2 }],
      ['second', { requests: 10, credits: 0, roundTrips: 3 }],
    ]);
  });
  it('adds up, without those that are not there', () => {
    expect(sumOfUses(['first', 'second', 'third'], uses)).toEqual({ requests: 12, credits: 1.5 });
  });
  it('was measured for nearly all probes that are sent: npm run likely does it anew', () => {
    // A probe that a combined one (`within`) stands for is not sent to a service without mistakes.
    const sent = everyCheck.flatMap((check) =>
      ownProbesOf(check).filter((probe) => check.within === undefined || probe !== check.probe),
    );
    const names = new Set(sent.map(({ name }) => name));
    const measured = likelyUsesOf(everyCheck);
    expect([...names].filter((name) => !measured.has(name)).length).toBeLessThan(0.03 * names.size);
  });
});
