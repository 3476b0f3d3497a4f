import { parse } from '@babel/parser';
import type { Change } from './mutant.ts';

/** Stryker leaves numbers as they are; here each becomes the next one that is written with as many digits. */
export function numberChanges(file: string, source: string): readonly Change[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  return numbersIn(program).map(({ loc: { start, end }, raw }) => ({
    key: `${start.line}:${start.column}`,
    file,
    kind: 'NumericLiteral',
    // The parser counts lines from 1.
    start: { line: start.line - 1, column: start.column },
    end: { line: end.line - 1, column: end.column },
    replacement: nextTo(raw),
  }));
}

/** The source with the change made. */
export function changed(source: string, { start, end, replacement }: Change): string {
  const lines = source.split('\n');
  const line = lines[start.line] ?? '';
  return lines.with(start.line, line.slice(0, start.column) + replacement + line.slice(end.column)).join('\n');
}

type Position = { readonly line: number; readonly column: number };
type Literal = { readonly loc: { readonly start: Position; readonly end: Position }; readonly raw: string };

/** In the order of the tree. Types hold numbers too, but nothing runs them. */
function numbersIn(node: unknown): readonly Literal[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(numbersIn);
  const { type, loc, extra, ...children } = node as Partial<Literal> & {
    readonly type?: string;
    readonly extra?: { readonly raw?: string };
  };
  if (type === 'NumericLiteral' && loc !== undefined) return [{ loc, raw: extra?.raw ?? '' }];
  const isType = type?.startsWith('TS') === true && !wrappers.includes(type);
  return isType ? [] : Object.values(children).flatMap(numbersIn);
}

/** Expressions with a type at their side. */
const wrappers = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

function nextTo(raw: string): string {
  const plain = raw.replaceAll('_', '');
  const digits = /^\d+\.(\d+)$/.exec(plain)?.[1]?.length ?? 0;
  return (Number(plain) + 10 ** -digits).toFixed(digits);
}
