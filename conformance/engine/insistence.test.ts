import { expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { createInsistence } from './insistence.ts';
import type { Sending } from './probe-runner-parts.ts';

const sendingOf = (call: Partial<Sending['call']> = {}): Sending =>
  ({ call: { operation: 'chat', ...call } }) as Sending;

/** At which attempt it is given up, where these ones of it are calm. */
function givenUpAt(status: number, calmAt: (attempt: number) => boolean, call: Partial<Sending['call']> = {}): number {
  const insistence = createInsistence();
  const sending = sendingOf(call);
  for (let attempt = 1; ; attempt += 1) {
    if (calmAt(attempt)) insistence.calmRefusal(sending);
    if (insistence.isEnough({ ...answered({ status }), attempt }, sending)) return attempt;
  }
}

it('gives up behind three refusals that had nearly nothing beside them', () => {
  expect(givenUpAt(429, () => true)).toBe(3);
  expect(givenUpAt(429, (attempt) => attempt > 1)).toBe(4);
  expect(givenUpAt(503, (attempt) => attempt % 2 === 0)).toBe(6);
});
it('asks three times where it may be for the balance, and does not go on for ever in a crowd', () => {
  for (const call of [{ judges402: true }, { judgesSteady: true } as const])
    expect(givenUpAt(429, () => false, call)).toBe(3);
  expect(givenUpAt(429, () => false)).toBe(10);
});
it('asks three times for what is no matter of how much is asked', () => {
  for (const status of [502, 504]) expect(givenUpAt(status, () => false)).toBe(3);
});
