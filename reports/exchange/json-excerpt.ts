import { pluralize } from '../text/format.ts';
import { type TextRange, jsonTree, type JsonMember, type JsonNode } from './json-tree.ts';

/** A piece of an excerpt of JSON, or a note on how much is left out. */
export type ExcerptPiece = { readonly text: string; readonly is: 'plain' | 'marked' | 'left' };

/** Characters of a long token that are kept: at both ends, and around a mark. */
const longestToken = 200;
const [headOfToken, tailOfToken, aboutMark] = [100, 40, 40];
/** Lines of a long text that are kept: at both ends, and around a marked line. */
const mostLines = 48;
const [headLines, tailLines, aboutLine] = [24, 8, 3];
const marksKept = 5;
/** Smaller gaps are not worth a note on what is left out. */
const [leastLetters, leastLines] = [30, 3];

/**
 * An indented JSON text, with long parts cut in the middle and marked parts visible; undefined where it is not JSON, or
 * where a mark is on something that is not shown, such as white space.
 */
export function jsonExcerpt(text: string, marks: readonly TextRange[] = []): readonly ExcerptPiece[] | undefined {
  const layout = layoutOf(text);
  if (layout === undefined) return undefined;
  const tokens = layout.flat().filter(({ isToken }) => isToken);
  if (!marks.every((mark) => tokens.some((token) => overlap(token, mark)))) return undefined;
  const pieces = keptLines(layout, marks).flatMap((line, at): readonly ExcerptPiece[] => [
    ...(at === 0 ? [] : [{ text: '\n', is: 'plain' } as const]),
    ...(typeof line === 'number' ? [leftOut(line, 'line')] : line.flatMap((spot) => piecesOf(spot, marks))),
  ]);
  return joined(pieces);
}

/** Joins adjacent pieces of one kind, so that a marked member is marked as a whole. */
function joined(pieces: readonly ExcerptPiece[]): readonly ExcerptPiece[] {
  const all: ExcerptPiece[] = [];
  for (const { text, is } of pieces) {
    const last = all.at(-1);
    if (last?.is === is && is !== 'left') all[all.length - 1] = { text: last.text + text, is };
    else all.push({ text, is });
  }
  return all;
}

function leftOut(many: number, of: string): ExcerptPiece {
  return { text: `… ${pluralize(many, `more ${of}`)} …`, is: 'left' };
}

function overlap(one: TextRange, other: TextRange): boolean {
  return one.from < other.to && other.from < one.to;
}

/** The lines that are kept; a number stands for that many left-out lines. */
function keptLines(layout: Layout, marks: readonly TextRange[]): readonly (readonly Spot[] | number)[] {
  if (layout.length <= mostLines) return layout;
  const marked = layout.flatMap((line, at) =>
    line.some((spot) => spot.isToken && marks.some((mark) => overlap(spot, mark))) ? [at] : [],
  );
  const kept = [
    { from: 0, to: headLines },
    ...marked.slice(0, marksKept).map((at) => ({ from: at - aboutLine, to: at + aboutLine + 1 })),
    { from: layout.length - tailLines, to: layout.length },
  ];
  return stretches({ from: 0, to: layout.length }, kept, leastLines).flatMap(
    ({ from, to, isKept }): readonly (readonly Spot[] | number)[] => (isKept ? layout.slice(from, to) : [to - from]),
  );
}

function piecesOf(spot: Spot, marks: readonly TextRange[]): readonly ExcerptPiece[] {
  if (!spot.isToken) {
    const isMarked = marks.some(({ from, to }) => from <= spot.from && spot.to <= to && spot.from < spot.to);
    return [{ text: spot.text, is: isMarked ? 'marked' : 'plain' }];
  }
  const within = marks.filter((mark) => overlap(spot, mark));
  const letters = { from: 0, to: spot.text.length };
  const places = within.map(({ from, to }) => ({ from: from - spot.from, to: to - spot.from }));
  const kept =
    spot.text.length <= longestToken
      ? [letters]
      : [
          { from: 0, to: headOfToken },
          ...places.slice(0, marksKept).flatMap(endsOf),
          { from: letters.to - tailOfToken, to: letters.to },
        ];
  return stretches(letters, kept, leastLetters, spot.text).flatMap((stretch): readonly ExcerptPiece[] =>
    stretch.isKept ? markedIn(spot.text, stretch, places) : [leftOut(stretch.to - stretch.from, 'character')],
  );
}

/** The beginning and end of a mark, which may be long itself. */
function endsOf({ from, to }: TextRange): readonly TextRange[] {
  return [
    { from: from - aboutMark, to: Math.min(to, from + headOfToken) },
    { from: Math.max(from, to - aboutMark), to: to + aboutMark },
  ];
}

function markedIn(text: string, { from, to }: TextRange, marks: readonly TextRange[]): readonly ExcerptPiece[] {
  const edges = marks.flatMap((mark) => [mark.from, mark.to]).filter((edge) => edge > from && edge < to);
  const all = [...new Set([from, ...edges, to])].toSorted((a, b) => a - b);
  return all.slice(1).map((end, at) => {
    const piece = { from: all[at] ?? from, to: end };
    return { text: text.slice(piece.from, end), is: marks.some((mark) => overlap(piece, mark)) ? 'marked' : 'plain' };
  });
}

type Stretch = TextRange & { readonly isKept: boolean };

/**
 * Splits the whole into stretches that are kept or not; a gap below `least` is kept, and no surrogate pair of `text` is
 * split.
 */
function stretches(whole: TextRange, kept: readonly TextRange[], least: number, text = ''): readonly Stretch[] {
  const isTorn = (at: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));
  const all: Stretch[] = [];
  let end = whole.from;
  for (const each of kept.toSorted((a, b) => a.from - b.from)) {
    const [from, to] = [Math.max(each.from, whole.from), Math.min(each.to, whole.to)];
    const start = isTorn(from) ? from - 1 : from;
    const stop = isTorn(to) ? to + 1 : to;
    if (stop <= end) continue;
    if (start - end >= least) all.push({ from: end, to: start, isKept: false });
    all.push({ from: start - end >= least ? start : end, to: stop, isKept: true });
    end = stop;
  }
  return all;
}

/** A piece of a line: a token of the text with its range, or layout between two tokens. */
type Spot = TextRange & { readonly text: string; readonly isToken: boolean };

/** The indented lines of a JSON text; tokens stay unchanged. */
type Layout = readonly (readonly Spot[])[];

const step = '  ';
/** Longest value in characters that stays on one line. */
const widest = 72;

/** Undefined where the text is no object or array, or too large: it is then shown unchanged. */
function layoutOf(text: string): Layout | undefined {
  const tree = jsonTree(text);
  return tree === undefined || tree.is === 'scalar' ? undefined : linesOf(text, tree);
}

function linesOf(text: string, tree: JsonNode): Layout {
  let line: Spot[] = [];
  const lines = [line];
  const put = (from: number, to: number): void => {
    line.push({ from, to, text: text.slice(from, to), isToken: true });
  };
  const between = (says: string, from: number, to: number): void => {
    line.push({ from, to, text: says, isToken: false });
  };
  const begin = (depth: number, at: number): void => {
    line = [];
    lines.push(line);
    between(step.repeat(depth), at, at);
  };
  const member = ({ from, name, value }: JsonMember, depth: number): void => {
    if (typeof name === 'string') {
      const end = text.lastIndexOf('"', value.from - 1) + 1;
      put(from, end);
      between(': ', end, value.from);
    }
    write(value, depth);
  };
  const write = ({ is, from, to, members }: JsonNode, depth: number): void => {
    if (is === 'scalar') return put(from, to);
    const isFlat = members.length === 0 || to - from <= widest - depth * step.length;
    put(from, from + 1);
    for (const [at, each] of members.entries()) {
      const before = members[at - 1];
      if (before !== undefined) between(isFlat ? ', ' : ',', before.to, each.from);
      if (!isFlat) begin(depth + 1, each.from);
      member(each, depth + 1);
    }
    if (!isFlat) begin(depth, to - 1);
    put(to - 1, to);
  };
  write(tree, 0);
  return lines;
}
