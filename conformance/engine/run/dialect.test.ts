import { describe, expect, it } from 'vitest';
import { dialectFrom, driftFrom } from './dialect.ts';

const seen = (id: string, value: string) => ({ id, clause: '2.5', says: 'the default format', value });

describe('drift', () => {
  it('is what was seen both times, and differs', () => {
    expect(driftFrom({ a: 'mp3', b: 'x', gone: 'y' }, [seen('a', 'wav'), seen('b', 'x'), seen('new', 'z')])).toEqual([
      { id: 'a', clause: '2.5', says: 'the default format', was: 'mp3', now: 'wav' },
    ]);
  });
  it('takes a name that every object knows for nothing seen', () => {
    expect(driftFrom({}, [seen('constructor', 'x')])).toEqual([]);
  });
});

describe('a dialect', () => {
  it('is read by the ids of its observations', () => {
    const content = { schema: 'assay.dialect/1', observations: [seen('a', 'mp3'), { id: 'b', value: '2', more: 1 }] };
    expect(dialectFrom(content)).toEqual({ is: 'dialect', observations: { a: 'mp3', b: '2' } });
    const when = { target: 'http://t', seenAt: '2026-11-23T00:00:00Z' };
    expect(dialectFrom({ ...content, ...when })).toMatchObject(when);
  });
  it.each([
    [[], 'it is a list, expected an object'],
    [{ schema: 'assay.run/1' }, '/schema is "assay.run/1", expected "assay.dialect/1"'],
    [{ schema: 'assay.dialect/1' }, 'it has no observations'],
    [
      { schema: 'assay.dialect/1', observations: [seen('a', 'b'), { id: 'c', value: 3 }] },
      '/observations/1/value is 3, expected a string',
    ],
  ])('is not %j', (content, error) =>
    expect(dialectFrom(content)).toEqual({
      is: 'invalid',
      error: `is not a dialect file as assay discover writes it: ${error}`,
    }),
  );
});
