import { describe, expect, it } from 'vitest';
import { mutantsOf, type Change } from './mutant.ts';

const source = ['const most = 4;', 'if (a < most && b < most) {', '  stop();', '}', 'if (c) stop();', ''].join('\n');

/** The change of this text on this line, counted from 0. */
function changeOf(text: string, line: number, replacement: string, kind = 'EqualityOperator'): Change {
  const column = source.split('\n')[line]?.indexOf(text) ?? -1;
  const [start, end] = [
    { line, column },
    { line, column: column + text.length },
  ];
  return { key: '7', file: 'fixtures/service/speech.ts', kind, start, end, replacement };
}

const idsOf = (text: string, ...changes: readonly Change[]): readonly string[] =>
  mutantsOf(text, changes).map(({ id }) => id);
const oneDown = (change: Change): Change => ({
  ...change,
  start: { ...change.start, line: change.start.line + 1 },
  end: { ...change.end, line: change.end.line + 1 },
});

describe('a change of the code', () => {
  const [first, second] = [changeOf('a < most', 1, 'a <= most'), changeOf('b < most', 1, 'b <= most')];
  it('is shown with its place, what stood there and what stands there now', () => {
    const block = { ...changeOf('{', 1, '{}', 'BlockStatement'), end: { line: 3, column: 1 } };
    expect(mutantsOf(source, [first, block])).toMatchObject([
      { key: '7', file: 'fixtures/service/speech.ts', line: 2, before: 'a < most', after: 'a <= most' },
      { line: 2, before: '{ stop(); }', after: '{}' },
    ]);
  });
  it('has an id that says its file', () => {
    expect(idsOf(source, first)).toEqual([expect.stringMatching(/^service\/speech#[0-9a-f]{8}$/)]);
  });
  it('keeps its id when other lines are added ahead of it', () => {
    expect(idsOf(`// new\n${source}`, oneDown(first))).toEqual(idsOf(source, first));
  });
  it('has another id than the same change elsewhere on the line, and than another change of the place', () => {
    const others = [second, { ...first, replacement: 'a >= most' }, { ...first, kind: 'ConditionalExpression' }];
    expect(new Set(idsOf(source, first, ...others)).size).toBe(4);
  });
  it('has another id once its line reads otherwise', () => {
    expect(idsOf(source.replace('b < most', 'b > most'), first)).not.toEqual(idsOf(source, first));
  });
  it('is numbered where the same line stands there twice', () => {
    const [id = ''] = idsOf(source, first);
    expect(idsOf(source, first, first)).toEqual([id, `${id}.2`]);
  });
});
