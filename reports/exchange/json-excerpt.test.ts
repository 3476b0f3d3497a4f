import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonExcerpt, type ExcerptPiece } from './json-excerpt.ts';

const textOf = (pieces: readonly ExcerptPiece[] | undefined): string => pieces?.map(({ text }) => text).join('') ?? '';
const markedOf = (pieces: readonly ExcerptPiece[] | undefined): string =>
  pieces?.flatMap(({ text, is }) => (is === 'marked' ? [text] : [])).join('') ?? '';
const placeOf = (text: string, part: string) => ({ from: text.indexOf(part), to: text.indexOf(part) + part.length });

describe('a JSON text on a page', () => {
  it('is indented, and on one line where that is short', () => {
    const text = '{"text":"The quick brown fox jumps over the lazy dog.","voice":"alloy","more":{"a":[1,2.50],"b":{}}}';
    expect(textOf(jsonExcerpt(text))).toBe(
      '{\n  "text": "The quick brown fox jumps over the lazy dog.",\n  "voice": "alloy",\n  "more": {"a": [1, 2.50], "b": {}}\n}',
    );
    expect(textOf(jsonExcerpt('{ "a" :1e3 , "a":\n"\\u0041"}'))).toBe('{"a": 1e3, "a": "\\u0041"}');
  });

  it('is none where it is not valid, or a bare value: that is shown as it came', () => {
    for (const text of ['', '{', '{"a":1,}', '{} {}', 'true', '"a"', "{'a':1}"])
      expect(jsonExcerpt(text)).toBeUndefined();
  });

  it('says the same as before, whatever it is, where nothing of it is long', () => {
    const short = fc.jsonValue({ maxDepth: 3 }).filter((each) => typeof each === 'object' && each !== null);
    fc.assert(
      fc.property(short, fc.constantFrom(undefined, 3, '\t'), (json, indent) => {
        const pieces = jsonExcerpt(JSON.stringify(json, null, indent)) ?? [];
        fc.pre(!pieces.some(({ is }) => is === 'left'));
        expect(JSON.stringify(JSON.parse(textOf(pieces)))).toBe(JSON.stringify(json));
      }),
    );
  });

  it('marks exactly the letters that are to be marked, in whatever stands around them', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', '\\"', '\\\\', '\u{1f600}', '{', ':', ',', ' '),
      maxLength: 400,
    });
    fc.assert(
      fc.property(part, part, (before, after) => {
        const text = `{"first":[1],"says":"${before}<the leak>${after}","last":null}`;
        expect(markedOf(jsonExcerpt(text, [placeOf(text, '<the leak>')]))).toBe('<the leak>');
      }),
    );
  });

  it('marks a member with its name', () => {
    const text = '{"text":"Hello","voice":"alloy","speed":4.01}';
    expect(markedOf(jsonExcerpt(text, [placeOf(text, '"speed":4.01')]))).toBe('"speed": 4.01');
  });

  it('is shown as it came where what is marked would not be seen', () => {
    const text = '{"a":  1}';
    expect(jsonExcerpt(text, [{ from: 5, to: 7 }])).toBeUndefined();
    expect(jsonExcerpt(text, [{ from: 7, to: 8 }])).toBeDefined();
  });
});

describe('what is long', () => {
  it('is cut in the middle, with the place in view and the count of what is left out', () => {
    const text = `{"audio":"${'A'.repeat(2_000)}LEAK${'B'.repeat(3_000)}","type":"audio/mpeg"}`;
    const plain = textOf(jsonExcerpt(text));
    expect(plain).toContain(`"${'A'.repeat(99)}… 4866 more characters …${'B'.repeat(39)}",`);
    expect(plain).toContain('"type": "audio/mpeg"');
    const marked = textOf(jsonExcerpt(text, [placeOf(text, 'LEAK')]));
    expect(marked).toContain(`… 1861 more characters …${'A'.repeat(40)}LEAK${'B'.repeat(40)}… 2921 more characters …`);
  });

  it('has as many letters shown and counted as it has, and no letter torn', () => {
    const unit = fc.constantFrom('a', '\u{1f600}', '\u{1f600}'.repeat(300), 'é');
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 8 }),
        fc.nat({ max: 900 }),
        fc.nat({ max: 900 }),
        (parts, from, bytes) => {
          const text = `["${parts.join('')}"]`;
          const mark = { from: Math.min(from, text.length - 2), to: Math.min(from + bytes, text.length) };
          const pieces = jsonExcerpt(text, mark.from < mark.to ? [mark] : []) ?? [];
          const left = pieces.map(({ text: says, is }) =>
            is === 'left' ? Number(/\d+/.exec(says)?.[0]) : says.replaceAll(/\s/g, '').length,
          );
          expect(left.reduce((sum, each) => sum + each, 0)).toBe(text.length);
          const plain = jsonExcerpt(text) ?? [];
          expect(plain.filter((piece) => !piece.text.isWellFormed())).toEqual([]);
        },
      ),
    );
  });

  it('of many lines, shows those at either end and those about what is marked', () => {
    const items = Array.from({ length: 300 }, (_, at) => ({ id: `item-${at}`, says: 'x'.repeat(60) }));
    const text = JSON.stringify({ items });
    const lines = textOf(jsonExcerpt(text, [placeOf(text, 'item-150')])).split('\n');
    expect(lines.length).toBeLessThan(50);
    expect(lines).toContain('      "id": "item-150",');
    const shown = lines.filter((line) => !line.startsWith('…')).length;
    const left = lines.flatMap((line) => (line.startsWith('…') ? [Number(/\d+/.exec(line)?.[0])] : []));
    expect(shown + left.reduce((sum, each) => sum + each, 0)).toBe(300 * 4 + 4);
    expect(left).toHaveLength(2);
  });
});
