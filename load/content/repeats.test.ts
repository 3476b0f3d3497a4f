import { expect, it } from 'vitest';
import { clientMarking, repeatsFrom, repeatsText } from './repeats.ts';

it('keeps who repeats whole messages apart from who says what it is asked to', () => {
  const all = repeatsFrom('stream, chat-said,recall');
  expect(clientMarking(all)).toEqual({ own: ['stream'], said: ['chat'], recalls: true });
  expect(clientMarking([])).toEqual({ own: [], said: [], recalls: false });
  expect(repeatsText(all)).toBe('stream,chat-said,recall');
  expect(() => repeatsFrom('stream,speech-said')).toThrow(/is a list of stream, chat, stream-said/);
});
