import { describe, expect, it } from 'vitest';
import { holdsWholeLetters } from './holds-whole-letters.ts';
import { answered } from '../sample-exchange.testing.ts';

const stream = (...data: readonly string[]) =>
  answered({ operation: 'stream', body: data.map((each) => `data: ${each}\n\n`).join('') });

describe('holdsWholeLetters', () => {
  it.each([
    ['letters as they are', ['{"t":"Hi 😀"}', '{"t":"!"}']],
    ['both halves in one text', [String.raw`{"t":"Hi \ud83d\ude00"}`, '{"t":"!"}']],
    ['text that is not JSON', ['Hi 😀', 'there']],
  ])('takes %s', (_, data) => {
    expect(holdsWholeLetters([stream(...data)])).toEqual([]);
  });
  it.each([
    ['a lone surrogate, which a client may have sent', [String.raw`{"t":"Hi \ud83d"}`, '{"t":" there"}']],
    ['halves of two fields', [String.raw`{"t":"Hi \ud83d"}`, String.raw`{"u":"\ude00"}`]],
    ['letters of one unit only', ['Hi é', 'there']],
  ])('is shown nothing by %s', (_, data) => {
    expect(holdsWholeLetters([stream(...data)])).toEqual({
      inconclusive: 'no event has a letter of two halves, such as an emoji',
      isUnspecified: true,
    });
  });
  it('finds a letter in two events', () => {
    expect(
      holdsWholeLetters([stream('{"t":"Well"}', String.raw`{"t":"Hi \ud83d"}`, String.raw`{"t":"\ude00!"}`)]),
    ).toEqual([
      {
        subject: 'event',
        expected: 'both halves of a surrogate pair in one string',
        observed: String.raw`"Hi \ud83d" at the end of event 2, the other half in the next`,
        reference: 'RFC 8259 8.2',
      },
    ]);
  });
});
