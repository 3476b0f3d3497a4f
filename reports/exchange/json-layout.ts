import { jsonTree, type JsonMember, type JsonNode, type TextRange } from './json-tree.ts';

/** A piece of a line: a token of the text where it stands, or what layout puts between two of them. */
export type Spot = TextRange & { readonly text: string; readonly isToken: boolean };

/** Lines of a JSON text, indented; no letter of a token is another one. */
export type Layout = readonly (readonly Spot[])[];

const step = '  ';
/** What fits into so many letters is told in one line. */
const widest = 72;

/** Undefined where the text is no object and no array, or too much of one: it is shown as it came. */
export function layoutOf(text: string): Layout | undefined {
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
