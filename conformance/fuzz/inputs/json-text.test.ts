import { describe, expect, it } from 'vitest';
import { jsonText } from './json-text.ts';
import { plainSpelling, type Member } from './request.ts';

const members: readonly Member[] = [
  ['text', { text: 'a/👋' }],
  ['speed', { json: '4.0' }],
];

describe('a JSON text', () => {
  it('is plain where nothing else is asked for', () => {
    expect(jsonText(members, plainSpelling)).toBe('{"text":"a/👋","speed":4.0}');
  });
  it('has its members in another order', () => {
    expect(jsonText(members, { ...plainSpelling, first: 1 })).toBe('{"speed":4.0,"text":"a/👋"}');
    expect(jsonText(members, { ...plainSpelling, isReversed: true })).toBe('{"speed":4.0,"text":"a/👋"}');
  });
  it('has blanks before each of its tokens, and behind the last', () => {
    const blanks = (...places: readonly number[]) => ({
      ...plainSpelling,
      blanks: places.map((at) => ({ at, blank: '\n' })),
    });
    expect(jsonText(members, blanks(0, 1))).toBe('\n{\n"text":"a/👋","speed":4.0}');
    expect(jsonText(members, blanks(8, 9))).toBe('{"text":"a/👋","speed":4.0\n}\n');
    expect(jsonText(members, blanks(10))).toBe(jsonText(members, blanks(0)));
  });
  it('has characters of names and texts escaped', () => {
    const escapes = [
      { at: 0, as: 'hex' },
      { at: 5, as: 'short' },
      { at: 6, as: 'HEX' },
      { at: 8, as: 'short' },
    ] as const;
    expect(jsonText(members, { ...plainSpelling, escapes })).toBe(
      String.raw`{"\u0074ext":"a\/\uD83D\uDC4B","speed":4.0}`,
    );
  });
  it('is an object also where it has no members', () => {
    expect(jsonText([], plainSpelling)).toBe('{}');
  });
});
