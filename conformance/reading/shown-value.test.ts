import { describe, expect, it } from 'vitest';
import { beginningOf, shownValue } from './shown-value.ts';

type WithRaw = { readonly rawJSON: (text: string) => unknown };

describe('what is shown of a value', () => {
  it.each([
    null,
    true,
    -1.5,
    '',
    'an "a"\n',
    [],
    {},
    [[], [null, 1], 'b'],
    { a: { 'b "c"': [1, { d: 'e' }] }, f: '' },
    { ['__proto__']: 1 },
  ])('is its JSON, where it is short: %j', (value) => {
    expect(shownValue(value)).toBe(JSON.stringify(value));
  });

  it.each([
    'a'.repeat(500),
    ['a'.repeat(100), 'b'.repeat(100)],
    { [`${'n'.repeat(50)}"`]: { ['"'.repeat(90)]: 1 } },
    Array.from({ length: 300 }, (_, at) => ({ at })),
  ])('begins as its JSON does: %.30j', (value) => {
    expect(shownValue(value)).toBe(`${JSON.stringify(value).slice(0, 120)}…`);
    expect(beginningOf(value, 80)).toBe(JSON.stringify(value).slice(0, 80));
  });

  it('ends before what is read as one letter, and would be cut', () => {
    expect(shownValue(`${'a'.repeat(118)}🙂b`)).toBe(`"${'a'.repeat(118)}…`);
    expect(shownValue({ [`${'n'.repeat(114)}👩‍👧`]: 1 })).toBe(`{"${'n'.repeat(114)}…`);
  });

  it('says of an absent value that it is none', () => {
    expect(shownValue(undefined)).toBe('undefined');
  });

  it('keeps the digits that a number came in', () => {
    expect(shownValue({ id: (JSON as unknown as WithRaw).rawJSON('12345678901234567890') })).toBe(
      '{"id":12345678901234567890}',
    );
  });

  it('needs no stack for a depth that is not shown', () => {
    const deep: unknown = JSON.parse('[{"a":'.repeat(50_000) + '1' + '}]'.repeat(50_000));
    expect(beginningOf(deep, 20)).toBe('[{"a":[{"a":[{"a":[{');
  });

  it('writes no more of a large value than is shown', () => {
    const looked: string[] = [];
    const items = Array.from({ length: 10_000 }, (_, at) => String(at));
    const watched = new Proxy(items, {
      get: (target, name, self) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looked.push(name);
        return Reflect.get(target, name, self) as unknown;
      },
    });
    expect(beginningOf(watched, 20)).toBe('["0","1","2","3","4"');
    expect(looked.length).toBeLessThan(10);
  });
});
