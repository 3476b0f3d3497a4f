import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isoOf } from '../../model/moment.ts';
import { createLateness } from './lateness.ts';

const asked = (of: number, status: number, attempt: number, atMs: number): Exchange => {
  const exchange = answered({ status, operation: 'chat' });
  const headers = [['authorization', 'Bearer ${WORKSPACE_TOKEN}']] as const;
  const id = attempt === 1 ? `of ${of}#1` : `of ${of}#1.${attempt}`;
  return { ...exchange, id, attempt, startedAt: isoOf(atMs), request: { ...exchange.request, headers } };
};

function lateness(nowMs = 0) {
  const lines: string[] = [];
  return {
    lines,
    ...createLateness(
      (line) => lines.push(line),
      () => nowMs,
    ),
  };
}

it('learns how long a token takes, tells it once, and waits for as long as the longest took', () => {
  const { note, isLate, waitMs, lines } = lateness();
  note(asked(1, 401, 1, 0));
  note(asked(1, 401, 2, 500));
  expect([isLate('token'), waitMs()]).toEqual([false, 0]);
  note(asked(1, 402, 3, 1_500));
  expect([isLate('token'), isLate('balance'), waitMs()]).toEqual([true, false, 1_500]);
  note(asked(2, 401, 1, 0));
  note(asked(2, 200, 2, 3_500));
  expect(waitMs()).toBe(3_500);
  expect(lines).toEqual([
    'the token of a new workspace was not there at once, and 1.5 s after the first request it was: each is left alone for as long from now on',
  ]);
});
it('learns it of a balance that a second attempt finds, and asks nobody again who had the time', () => {
  const { note, waitMs, mayBalanceCome } = lateness(10_000);
  expect(mayBalanceCome(asked(1, 402, 1, 0))).toBe(true);
  note(asked(1, 402, 1, 0));
  note(asked(1, 200, 2, 1_500));
  expect(waitMs()).toBe(1_500);
  // Made before it was known, and made after it and left alone: who refuses its first use does so for another reason.
  expect(mayBalanceCome(asked(2, 402, 1, 11_000))).toBe(true);
  expect(mayBalanceCome(asked(3, 402, 1, 11_600))).toBe(false);
});
it('takes a balance that two second attempts do not find for one that is not there', () => {
  const { note, waitMs, mayBalanceCome } = lateness();
  for (const of of [1, 2]) {
    expect(mayBalanceCome(asked(of, 402, 1, 0))).toBe(true);
    note(asked(of, 402, 1, 0));
    note(asked(of, 402, 2, 1_500));
  }
  expect([mayBalanceCome(asked(3, 402, 1, 0)), waitMs()]).toEqual([false, 0]);
});
it('asks no token again once four were left alone for as long as the others took, and refused all the same', () => {
  const { note, mayTokenCome } = lateness(1_000);
  const inVain = (of: number, atMs: number): boolean => {
    const may = mayTokenCome(asked(of, 404, 1, atMs));
    note(asked(of, 404, 1, atMs));
    if (may) note(asked(of, 200, 2, atMs + 500));
    return may;
  };
  expect([0, 1_200, 2_000, 3_000, 4_000, 5_000, 6_000].map((atMs, of) => inVain(of, atMs))).toEqual([
    true,
    // Made before it was known how long they take.
    true,
    ...Array.from({ length: 4 }, () => true),
    false,
  ]);
  expect(mayTokenCome(asked(9, 404, 1, 1_100))).toBe(true);
});
it('learns nothing of what is refused once, nor of answers that come at once', () => {
  const { note, waitMs } = lateness();
  note(asked(1, 402, 1, 0));
  note(asked(2, 200, 1, 5_000));
  note(asked(3, 503, 1, 0));
  note(asked(3, 200, 2, 5_000));
  expect(waitMs()).toBe(0);
});
