import { expect, it } from 'vitest';
import { bodyText } from './body-text.ts';

const shown = (text: string, room?: number): string => bodyText(Buffer.from(text), room);

it('shows a short body as it is', () => {
  expect(shown('')).toBe('');
  expect(shown('{"text":"a"}')).toBe('{"text":"a"}');
});

it('shows of a long string how it begins and ends, and what else there is', () => {
  expect(shown(`{"text":"${'a'.repeat(150)}end"}`)).toBe(`{"text":"${'a'.repeat(70)}…${'a'.repeat(17)}end"}`);
});

it('leaves letters whole where it shortens a string, however they are written', () => {
  const family = '👩‍👩‍👧';
  expect(shown(`{"message":"${`${family}aa`.repeat(12)}"}`)).toBe(
    `{"message":"${`${family}aa`.repeat(7)}…${`${family}aa`.repeat(2)}"}`,
  );
  const smile = String.raw`\ud83d\ude00`;
  expect(shown(`{"message":"${smile.repeat(20)}"}`)).toBe(`{"message":"${smile.repeat(5)}…${smile}"}`);
});

it('leaves the last letter out of which only some bytes are read', () => {
  expect(shown(`${'x'.repeat(399)}é${'y'.repeat(9)}`, 500)).toBe(`${'x'.repeat(399)}… (410 bytes)`);
  expect(shown('é'.repeat(300), 9)).toBe('ééééééééé… (600 bytes)');
});
