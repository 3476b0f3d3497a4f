import { describe, expect, it } from 'vitest';
import { type Excerpt, excerptOf } from './excerpt.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = ({ parts }: Excerpt): string => parts.map(({ text }) => text).join('');
const markedIn = ({ parts }: Excerpt): readonly string[] =>
  parts.filter(({ isMarked }) => isMarked).map(({ text }) => text);

describe('an excerpt', () => {
  it('shows UTF-8 as text, its byte order mark included', () => {
    const excerpt = excerptOf(encode('\ufeffgrüß'));
    expect(excerpt).toMatchObject({ as: 'text', from: 0, shown: 9, total: 9 });
    expect(textOf(excerpt)).toBe('\ufeffgrüß');
  });

  it('leaves out a character that the limit would cut', () => {
    const excerpt = excerptOf(encode('aé'), 2);
    expect(excerpt).toMatchObject({ as: 'text', total: 3 });
    expect(textOf(excerpt)).toBe('a');
  });

  it('dumps what is not UTF-8, a text cut in the middle of a character included', () => {
    const bytes = Uint8Array.from({ length: 18 }, (_, place) => 0xf0 + (place % 16));
    const excerpt = excerptOf(bytes);
    expect(excerpt.as).toBe('hex');
    expect(textOf(excerpt).split('\n')).toHaveLength(2);
    expect(textOf(excerptOf(Uint8Array.of(0x41, 0xc3)))).toMatch(/^000000 {2}41 c3 +A\.$/);
  });

  it('dumps a quarter of what it shows as text', () => {
    expect(excerptOf(new Uint8Array(5000).fill(0xff))).toMatchObject({ shown: 1024, total: 5000 });
  });
});

describe('a mark', () => {
  it('is on just these bytes of a text', () => {
    const excerpt = excerptOf(encode('data: é\nDate: b\n'), 4096, [{ at: 9, bytes: 7 }]);
    expect(markedIn(excerpt)).toEqual(['Date: b']);
    expect(textOf(excerpt)).toBe('data: é\nDate: b\n');
  });

  it('is on the hex and on the letters of a dump, over the end of a row', () => {
    const bytes = new Uint8Array(20).fill(0x41);
    bytes[0] = 0xff;
    expect(markedIn(excerptOf(bytes, 4096, [{ at: 15, bytes: 2 }]))).toEqual(['41', 'A', '41', 'A']);
    expect(markedIn(excerptOf(bytes, 4096, [{ at: 1, bytes: 2 }]))).toEqual(['41 41', 'AA']);
  });

  it('brings the window with it, at the beginning of a character and of a row', () => {
    const text = excerptOf(encode(`${'é'.repeat(5000)}X${'é'.repeat(5000)}`), 400, [{ at: 10_000, bytes: 1 }]);
    expect(text).toMatchObject({ from: 9900, shown: 400 });
    expect(markedIn(text)).toEqual(['X']);
    expect(textOf(text)).not.toContain('\ufffd');
    const hex = excerptOf(new Uint8Array(9000).fill(0xff), 400, [{ at: 8000, bytes: 4 }]);
    expect(hex.from % 16).toBe(0);
    expect(textOf(hex)).toMatch(/^001f20 {2}ff/);
    expect(markedIn(hex)).toEqual(['ff ff ff ff', '....']);
  });

  it('that lies outside of the body marks nothing', () => {
    expect(markedIn(excerptOf(encode('abc'), 4096, [{ at: 3, bytes: 5 }]))).toEqual([]);
    const outside = excerptOf(encode('abc'), 4096, [{ at: 900_000, bytes: 1 }]);
    expect(markedIn(outside)).toEqual([]);
    expect(textOf(outside)).toBe('abc');
  });
});
