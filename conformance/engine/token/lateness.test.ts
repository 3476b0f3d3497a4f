import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isoOf } from '../../model/moment.ts';
import { createLateness } from './lateness.ts';

const asked = (of: number, status: number, attempt: number, atMs: number, call = 1): Exchange => {
  const exchange = answered({ status, operation: 'chat' });
  const headers = [['authorization', 'Bearer ${WORKSPACE_TOKEN}']] as const;
  const id = attempt === 1 ? `of ${of}#${call}` : `of ${of}#${call}.${attempt}`;
  return {
    ...exchange,
    id,
    probe: `of ${of}`,
    attempt,
    startedAt: isoOf(atMs),
    request: { ...exchange.request, headers },
  };
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
    'a first request of a new workspace was refused as of nobody, and let in when sent once more, 1.5 s later: each is left alone for as long from now on',
  ]);
});
it('learns it of a balance that a second attempt finds, and asks nobody again who had the time', () => {
  const { note, waitMs, mayBalanceCome } = lateness(10_000);
  expect(mayBalanceCome(asked(1, 402, 1, 0))).toBe(true);
  note(asked(1, 402, 1, 0));
  note(asked(1, 200, 2, 1_500));
  expect(waitMs()).toBe(1_500);
  // One workspace was made before the time was known. The other was made after that and left alone, so that its first
  // use is refused for another reason.
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
  expect([0, 1_200, 20_000, 30_000, 40_000, 50_000, 60_000].map((atMs, of) => inVain(of, atMs))).toEqual([
    true,
    // This workspace was made before the time was known.
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
it('waits twice as long for each that had the time and was refused, up to ten seconds: servers may learn of it in turn', () => {
  const { note, waitMs, mayTokenCome } = lateness(0);
  const waits = [0, 10_000, 20_000, 30_000].map((atMs, of) => {
    note(asked(of, 401, 1, atMs));
    note(asked(of, 200, 2, atMs + 500));
    return waitMs();
  });
  expect(waits).toEqual([500, 2_000, 5_000, 10_000]);
  expect(mayTokenCome(asked(9, 401, 1, 40_000))).toBe(true);
  // No token is new by now: leaving others alone does not help.
  note(asked(4, 401, 1, 40_000));
  note(asked(4, 200, 2, 40_500));
  expect([mayTokenCome(asked(9, 401, 1, 60_000)), waitMs()]).toEqual([false, 0]);
});
it('takes many that are refused together for one that had the time', () => {
  const { note, waitMs, mayTokenCome } = lateness(0);
  note(asked(0, 401, 1, 0));
  note(asked(0, 200, 2, 2_000));
  for (const of of [1, 2, 3, 4, 5]) note(asked(of, 401, 1, 5_000));
  for (const of of [1, 2, 3, 4, 5]) note(asked(of, 200, 2, 5_500));
  expect([mayTokenCome(asked(9, 401, 1, 60_000)), waitMs()]).toEqual([true, 5_000]);
});
it('counts from the first use of a workspace, whichever of its requests is refused, for ten seconds', () => {
  const { note, waitMs, isLate, isNew } = lateness(0);
  note(asked(1, 200, 1, 0));
  note(asked(1, 401, 1, 1_000, 2));
  note(asked(1, 200, 2, 1_500, 2));
  expect(waitMs()).toBe(1_500);
  const old = lateness(0);
  old.note(asked(1, 200, 1, 0));
  old.note(asked(1, 401, 1, 10_000, 2));
  old.note(asked(1, 200, 2, 10_500, 2));
  expect([isLate('token'), old.isLate('token')]).toEqual([true, false]);
  expect([9_999, 10_000].map((atMs) => isNew(asked(1, 401, 1, atMs, 3)))).toEqual([true, false]);
});
