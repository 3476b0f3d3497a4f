import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { everyCheck } from '../../every.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';
import type { Finding } from '../../model/run.ts';
import { probesByName, sentBefore } from './work-to-reproduce.ts';

const word = 'zqcdfhjkmnpq';
const byId = (id: string) => {
  const check = everyCheck.find((each) => each.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  return check;
};
const check = byId('sessions.isolation/other-workspace-hears-nothing-in-any-answer');
const finding = {
  mismatches: [{ subject: 'isolation', expected: 'less', observed: 'a word of others', exchange: 'refused#1' }],
} as unknown as Finding;

function sent(probe: string, second: number, message?: string): Exchange {
  const more = message === undefined ? { sent: {}, body: { details: word } } : { sent: { message } };
  const exchange = answered({ id: `${probe}#1`, operation: 'chat', ...more });
  return { ...exchange, probe, startedAt: `2026-11-21T05:00:0${second}.000Z` };
}

describe('what has to be sent before an answer that tells what others said', () => {
  const teller: Probe = { ...check.probe, name: 'teller' };
  const known = new Map([...probesByName({ checks: everyCheck, observations: [] }), ['teller', teller] as const]);
  const exchanges = [sent('teller', 1, `A word: ${word}`), sent('refused', 2), sent('later', 3, word)];
  const namesOf = ({ before }: ReturnType<typeof sentBefore>) => before.map(({ probe: { name } }) => name);
  it('is what told its word, then what the check itself tells', () => {
    const all = sentBefore(check, finding, exchanges, known);
    expect(namesOf(all)).toEqual(['teller', check.probe.name]);
    expect(all.isAll).toBe(true);
  });
  it('is what a mismatch says that it rests on, whatever words stand in it', () => {
    const [mismatch] = finding.mismatches;
    const rests = { mismatches: mismatch ? [{ ...mismatch, restsOn: ['other#1'] }] : [] } as unknown as Finding;
    const other: Probe = { ...check.probe, name: 'other' };
    const named = sentBefore(check, rests, [sent('other', 0), ...exchanges], new Map([...known, ['other', other]]));
    expect(namesOf(named)).toEqual(['other', check.probe.name]);
  });
  it('is not all of it where nobody knows the probe that told the word', () => {
    const told = sentBefore(check, finding, [sent('gone', 1, word), ...exchanges.slice(1)], known);
    expect(namesOf(told)).toEqual([check.probe.name]);
    expect(told.isAll).toBe(false);
  });
  it('is nothing where each answer is judged by itself', () => {
    expect(sentBefore(byId('errors.secrecy/keeps-the-token'), finding, exchanges, known)).toEqual({
      before: [],
      isAll: true,
    });
  });
});
