import { expect, it } from 'vitest';
import { markedBy, repeatsFrom, repeatsText } from './repeats.ts';

it('keeps who repeats whole messages apart from who says what it is asked to', () => {
  const all = repeatsFrom('stream, chat-said,recall');
  expect(markedBy(all)).toEqual({ own: ['stream'], said: ['chat'], recalls: true });
  expect(markedBy([])).toEqual({ own: [], said: [], recalls: false });
  expect(repeatsText(all)).toBe('stream,chat-said,recall');
  expect(() => repeatsFrom('stream,speech-said')).toThrow(/is a list of stream, chat, stream-said/);
});
