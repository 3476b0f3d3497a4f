import { createHash } from 'node:crypto';

/** One mutation at one place of the service's own code. */
export type Mutant = {
  /** Stays the same while the text of its line does, wherever the line is in the file. */
  readonly id: string;
  /** Turns it on in the instrumented copy. */
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
};

/** A mutation as the instrumenter reports it. Lines and columns count from 0. */
export type Change = {
  readonly key: string;
  readonly file: string;
  readonly kind: string;
  readonly start: Position;
  readonly end: Position;
  readonly replacement: string;
};

type Position = { readonly line: number; readonly column: number };

/** The mutations of one file with this source, each with an id that is easy to write down. */
export function mutantsOf(source: string, changes: readonly Change[]): readonly Mutant[] {
  const lines = source.split('\n');
  const seen = new Map<string, number>();
  return changes.map((change) => {
    const hash = hashOf(lines, change);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    const { key, file, kind, start, replacement } = change;
    const name = file.replace(/^fixtures\//, '').replace(/\.ts$/, '');
    const before = oneLine(originalOf(lines, change));
    // Only repeated lines need a number to distinguish them.
    const id = `${name}#${hash}${nth === 1 ? '' : `.${nth}`}`;
    return { id, key, file, line: start.line + 1, kind, before, after: oneLine(replacement) };
  });
}

function originalOf(lines: readonly string[], { start, end }: Change): string {
  const within = lines.slice(start.line, end.line + 1);
  const last = within.length - 1;
  return within
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : line.length))
    .join('\n');
}

function hashOf(lines: readonly string[], change: Change): string {
  const { kind, start, end, replacement } = change;
  const ahead = lines[start.line]?.slice(0, start.column) ?? '';
  const behind = lines[end.line]?.slice(end.column) ?? '';
  const parts = [kind, ahead, originalOf(lines, change), behind, replacement].map(oneLine);
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}
