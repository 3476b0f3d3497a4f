import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { withoutBrokenOff } from './broken-off.ts';
import { judgementOf } from './judge.ts';

const told = answered({ id: 'turns#1', operation: 'chat' });
const cut = answered({ id: 'turns#2', operation: 'stream', ending: 'cut' });
const whole = answered({ id: 'turns#3', operation: 'chat' });
const seen = [told, cut, whole];
const lacking = (exchange?: string, subject = 'memory') => ({
  subject,
  expected: 'the word zqynqjqwcdcy',
  observed: 'it lacks it',
  ...(exchange !== undefined && { exchange }),
});
const inconclusive = {
  inconclusive: 'the reply to turns#2 broke off before its end, so words that are missing show nothing',
  about: { is: 'answer', exchange: 'turns#2' },
};

describe('words that a reply lacks which broke off', () => {
  it.each([
    ['a memory', lacking('turns#2')],
    ['a reply of several', { ...lacking('turns#2', 'reply in turns#2'), kind: { subject: 'reply' } }],
    ['a turn that told the word', { ...lacking('turns#3'), restsOn: ['turns#2'] }],
  ])('are no failure: %s', async (_, mismatch) => {
    expect(await judgementOf(() => [mismatch], seen)).toEqual(inconclusive);
    expect(await judgementOf(async () => [mismatch], seen)).toEqual(inconclusive);
  });
  it('are no failure where the last reply of a probe is meant', () => {
    expect(withoutBrokenOff([lacking()], [told, cut])).toEqual(inconclusive);
    expect(withoutBrokenOff([lacking()], seen)).toEqual([lacking()]);
  });
  it('leave a failure of another reply as it is', () => {
    expect(withoutBrokenOff([lacking('turns#2'), lacking('turns#3')], seen)).toEqual([lacking('turns#3')]);
  });
  it.each(['isolation', 'data', 'last event'])('and what such a reply has is judged: %s', (subject) => {
    expect(withoutBrokenOff([lacking('turns#2', subject)], seen)).toEqual([lacking('turns#2', subject)]);
  });
  it('as is a stream that the probe left on purpose', () => {
    const left = answered({ id: 'turns#2', operation: 'stream', ending: 'left' });
    expect(withoutBrokenOff([lacking('turns#2')], [told, left])).toEqual([lacking('turns#2')]);
  });
});
