import { describe, expect, it } from 'vitest';
import { canBeWritten, jsonBounds, outlineOf, readJsonText, writtenJson } from './bounded-json.ts';
import { parsedJson } from './parsed-json.ts';

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

describe('JSON that somebody else wrote', () => {
  it.each(['null', '"a"', '{"a":[1,{"b":"]["}]}', ' [1]\n', `["${'a'.repeat(5_000)}"]`])('is read: %.40s', (text) => {
    expect(readJsonText(text)).toEqual({ is: 'json', value: JSON.parse(text) });
  });

  it('is read at the greatest depth, where nobody may write it out', () => {
    expect(readJsonText(nested(jsonBounds.depth)).is).toBe('json');
    expect(canBeWritten(parsedJson(nested(jsonBounds.depth)))).toBe(false);
  });

  it('can be written out, and read with a reviver, within other bounds', () => {
    const text = nested(writtenJson.depth);
    const read = readJsonText(text, (each) => JSON.parse(each, (_, value: unknown) => value), writtenJson);
    if (read.is !== 'json') throw new Error(read.is);
    expect(canBeWritten(read.value)).toBe(true);
    expect(JSON.stringify(read.value)).toBe(text);
    expect(readJsonText(nested(writtenJson.depth + 1), JSON.parse, writtenJson).is).toBe('tooMuch');
    expect(canBeWritten(parsedJson(nested(writtenJson.depth + 1)))).toBe(false);
    for (const value of [null, 1, 'a', [], {}, { a: [{ b: null }] }]) expect(canBeWritten(value)).toBe(true);
  });

  it.each([
    ['arrays', nested(10_001), '10,001'],
    ['arrays', nested(100_000), '100,000'],
    ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, '50,000'],
  ])('is not judged where %s nest deeper', (_, text, depth) => {
    expect(readJsonText(text)).toEqual({
      is: 'tooMuch',
      because: `JSON nested ${depth} levels deep, which is not judged: at most 10,000 are read`,
    });
    expect(parsedJson(text)).toBeUndefined();
  });

  it('is not judged where it has too many values', () => {
    expect(readJsonText(`[${'0,'.repeat(299_999)}0]`)).toEqual({
      is: 'tooMuch',
      because: 'JSON of 300,001 values, which is not judged: at most 250,000 are read',
    });
  });

  it.each([
    ['is never closed', '['.repeat(1_000_000)],
    ['closes more than it opened', `${nested(2_000)}]`],
    ['has a string without end', `["${'a'.repeat(5_000)}`],
    ['has something behind it', `["${'a'.repeat(5_000)}"] x`],
  ])('is none where it %s', (_, text) => {
    expect(readJsonText(text)).toMatchObject({ is: 'notJson' });
  });
  it('tells from which character on a text is none, where the parser says it', () => {
    expect(readJsonText('{"a":"\n"}')).toEqual({ is: 'notJson', at: 6 });
    for (const cut of ['{"a":"b', '{"a":']) expect(readJsonText(cut)).toEqual({ is: 'notJson', at: cut.length });
    expect(readJsonText('{"a":1} x')).toEqual({ is: 'notJson', at: 8 });
    for (const quoted of ['<html>', '[at position 900]', '[ JSON at position 900 (line 1 column 1)'])
      expect(readJsonText(quoted)).toEqual({ is: 'notJson' });
  });

  it('is outlined without what stands in strings', () => {
    const text = String.raw`{"[[[":"\"]]\\","b":["{,{",[]]}`;
    expect(outlineOf(text)).toEqual({ depth: 3, values: 6, isBalanced: true });
    expect(JSON.parse(text)).toBeDefined();
  });
});
