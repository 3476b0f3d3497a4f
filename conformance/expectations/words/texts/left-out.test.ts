import { describe, expect, it } from 'vitest';
import { findOmissions } from './left-out.ts';

const whole = 'Please repeat this line: é ü – “quoted” – 漢字 – 😀😀 and no more';

/** Cuts the text into pieces of `size` bytes and drops each piece that is not UTF-8. */
const byTheByte = (size: number): string => {
  const bytes = Buffer.from(whole);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.toString('utf8', at * size, (at + 1) * size),
  )
    .filter((piece) => !piece.includes('\uFFFD'))
    .join('');
};

describe('what a text leaves out of another', () => {
  it('is nothing of one that says it all, whatever stands around it', () => {
    expect(findOmissions(whole, `You said: ${whole}. Please go on.`)).toEqual([]);
  });
  it('is each stretch, with what stands before it', () => {
    expect(findOmissions(whole, whole.replace(' ü – “quo', '').replace('字 – 😀', ''))).toEqual([
      { before: 'Please repeat this line: é', stretch: ' ü – “quo' },
      { before: 'Please repeat this line: é ü – “quoted” – 漢', stretch: '字 – 😀' },
    ]);
  });
  it.each([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('is found where it was cut into pieces of %i bytes', (size) => {
    const text = byTheByte(size);
    expect(text).not.toBe(whole);
    const stretches = findOmissions(whole, text)?.map(({ stretch }) => stretch) ?? [];
    expect(stretches.join('')).toHaveLength(whole.length - text.length);
  });
  it.each([
    ['writes something else in its place', whole.replace('é', '?')],
    ['writes a letter otherwise', whole.replace('é', '&eacute;')],
    ['lacks its end', whole.slice(0, -4)],
    ['lacks its beginning', whole.slice(8)],
    ['lacks a stretch of plain letters', whole.replace('quoted', '')],
    ['has hardly any of it', `Pleas${whole.slice(whole.indexOf('😀'))}`],
    ['says something else', 'I would rather not.'],
  ])('is not told of one that %s', (_, text) => {
    expect(findOmissions(whole, text)).toBeUndefined();
  });
});
