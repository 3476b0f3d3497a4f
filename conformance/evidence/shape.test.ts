import { expect, it } from 'vitest';
import { amount, bool, either, list, object, text, time, value } from './shape.ts';

it.each([
  ['a text', text, ['', 'a'], [1, null, undefined, {}]],
  ['a truth', bool, [true, false], [0, 'true']],
  ['an amount', amount, [0, 1.5], [-1, Number.NaN, Number.POSITIVE_INFINITY, '1']],
  [
    'a time',
    time,
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678901Z'],
    ['2026-01-02', '2026-01-02T03:04:05.6789Z', '2026-13-02T03:04:05.678Z', 'soon', 1],
  ],
  ['one of a few', value('a', 1), ['a', 1], ['b', '1']],
  ['a list', list(text), [[], ['a']], ['a', [1], { length: 0 }]],
  ['either', either(text, bool), ['a', true], [1]],
  [
    'an object',
    object({ a: text }, { b: amount }),
    [{ a: '' }, { a: '', b: 1 }],
    [{}, { a: 1 }, { a: '', b: '' }, { a: '', c: 1 }, [], null],
  ],
  [
    'an object, whatever its names',
    object({ a: text }),
    [],
    [JSON.parse('{"a":"","__proto__":1}'), { a: '', constructor: 1 }],
  ],
] as const)('tells %s from what is none', (_, shape, yes, no) => {
  for (const each of yes) expect(shape(each)).toBe(true);
  for (const each of no) expect(shape(each)).toBe(false);
});
