import { expect, it } from 'vitest';
import { holdsMarks, markedMessage, markOf } from './marks.ts';

it('makes the marks that the stream client makes', () => {
  // The same stand in load/k6ext/marks_test.go and corpus_test.go.
  expect(markOf(1, 0, 'first')).toBe('zxbbbbbbhngp');
  expect(markOf(9_007_199_254_740_991, 31_999_999, 'last')).toBe('zxzzzzzzjsmc');
  expect(markedMessage(1, 3, 'For a begin.')).toBe('Say zxbbbbbjmctq first. For a begin. Say zxbbbbbkgqrl last.');
});

it('knows a reply that says both marks', () => {
  const message = markedMessage(7, 3, 'Hello.');
  expect(holdsMarks(message.toUpperCase(), 7, 3)).toBe(true);
  expect(holdsMarks(message.slice(0, -8), 7, 3)).toBe(false);
  expect(holdsMarks(message, 7, 4)).toBe(false);
});
