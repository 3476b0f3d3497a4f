import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

it('shows UTF-8 as text, its byte order mark included', () => {
  expect(excerptOf(encode('\ufeffgrüß'))).toEqual({ as: 'text', text: '\ufeffgrüß', shown: 9, total: 9 });
});

it('leaves out a character that the limit would cut', () => {
  expect(excerptOf(encode('aé'), 2)).toMatchObject({ as: 'text', text: 'a', total: 3 });
});

it('dumps what is not UTF-8, a text cut in the middle of a character included', () => {
  const bytes = Uint8Array.from({ length: 18 }, (_, place) => 0xf0 + (place % 16));
  const { as, text } = excerptOf(bytes);
  expect(as).toBe('hex');
  expect(text.split('\n')).toHaveLength(2);
  expect(excerptOf(Uint8Array.of(0x41, 0xc3)).text).toMatch(/^000000 {2}41 c3 +A\.$/);
});
