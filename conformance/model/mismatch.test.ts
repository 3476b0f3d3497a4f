import { expect, it } from 'vitest';
import { isStatusMismatch, subjectKind, attributeTo } from './mismatch.ts';

const wrong = {
  subject: 'status',
  expected: 'success, any 2xx',
  observed: 'status 500',
  kind: { is: 'status' },
} as const;

it('is of one answer by its subject, and of its kind whichever that is', () => {
  const [one, other] = ['chat#1', 'chat#2'].map((id) => attributeTo(wrong, id));
  expect(one).toEqual({ ...wrong, subject: 'status of chat#1', kind: { is: 'status', subject: 'status' } });
  expect(other?.kind).toEqual(one?.kind);
});

it('keeps the kind that it had before', () => {
  const counted = { ...wrong, observed: 'status 500 (2 of 3 answers)', kind: { observed: 'status 500' } };
  expect(attributeTo(attributeTo(counted, 'chat#1'), 'chat 2').kind).toEqual({
    subject: 'status',
    observed: 'status 500',
  });
  expect([attributeTo(counted, 'chat#1'), counted].map(subjectKind)).toEqual(['status', 'status']);
});

it('is of a status by its kind, or by what was due, and not by what its subject is called', () => {
  const turn = { ...wrong, subject: 'status of the turn with the second bot', kind: {} };
  expect(
    [wrong, attributeTo(wrong, 'chat 2'), { ...turn, kind: { due: '402' } as const }].every(isStatusMismatch),
  ).toBe(true);
  const line = { ...wrong, subject: 'status line', kind: {} };
  expect([turn, line, { ...line, kind: { due: 'response' } as const }].some(isStatusMismatch)).toBe(false);
});
