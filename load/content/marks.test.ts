import { expect, it } from 'vitest';
import {
  containsMarks,
  longestMessage,
  markedMessage,
  markOf,
  containsMessageStart,
  containsMessage,
} from './marks.ts';

it('makes the marks that the stream client makes', () => {
  // The same stand in load/k6ext/messages, in marks_test.go and corpus_test.go.
  expect(markOf(1, 0, 'first')).toBe('zxbbbbbbhngp');
  expect(markOf(9_007_199_254_740_991, 31_999_999, 'last')).toBe('zxzzzzzzjsmc');
  expect(markedMessage(1, 3, 'For a begin.')).toBe('Say zxbbbbbjmctq first. For a begin. Say zxbbbbbkgqrl last.');
});

it('tells a bot that repeats from one that cuts what it repeats, by a message as long as any', () => {
  const message = longestMessage(7, 3);
  expect(message).toHaveLength(1500);
  expect(message).toMatch(/^Say zx[a-z]{10} first\. Tell me about old maps under glass, .*\. Say zx[a-z]{10} last\.$/);
  expect(containsMarks(message, 7, 3)).toBe(true);
  for (const reply of [`“${message}”`, message.toUpperCase(), message.replaceAll(', ', ',\r\n  ')])
    expect(containsMessage(reply, message)).toBe(true);
  const marks = message.replace(/(?<=first\.).*(?=Say)/, ' ');
  expect(containsMarks(marks, 7, 3)).toBe(true);
  for (const reply of [marks, message.slice(0, 1490), message.replace('old maps', 'maps')])
    expect(containsMessage(reply, message)).toBe(false);
  expect([containsMessageStart(message.slice(0, 500), message), containsMessageStart(marks, message)]).toEqual([
    true,
    false,
  ]);
});

it('knows a reply that says both marks', () => {
  const message = markedMessage(7, 3, 'Hello.');
  expect(containsMarks(message.toUpperCase(), 7, 3)).toBe(true);
  expect(containsMarks(message.slice(0, -8), 7, 3)).toBe(false);
  expect(containsMarks(message, 7, 4)).toBe(false);
});
