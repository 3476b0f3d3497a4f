import type { Matrix } from '../conformance/contract/formats/matrix.ts';
import { alignedLines } from './text/aligned.ts';
import { pluralize } from './text/format.ts';

export type { Matrix };

/** What to do where a check finds a fault that neither declares. */
export const mayDeclare = 'add it to `alsoFails` of the fault, or the fault to `alsoFinds` of the check';

type MatrixFault = Matrix['faults'][number];
/** `visible`: a client can tell the base with the fault from the base without it. Killers that name the fault go first. */
export type MatrixCell = MatrixFault['on'][number];

/**
 * The checks that found a fault, for each base on which a client can see it; undefined where the fault was not
 * measured.
 */
export function killsByBase(matrix: Matrix, fault: string): Readonly<Record<string, readonly string[]>> | undefined {
  const row = matrix.faults.find((each) => each.fault === fault);
  if (row === undefined) return undefined;
  return Object.fromEntries(row.on.filter(({ visible }) => visible).map(({ base, killedBy }) => [base, killedBy]));
}

/**
 * Merges a measurement of some faults into an earlier one: their rows are replaced, and the other rows are kept if
 * their faults still exist.
 */
export function mergedMatrix(earlier: Matrix, some: Matrix, ids: readonly string[]): Matrix {
  const rowOf = (id: string): MatrixFault | undefined =>
    [...some.faults, ...earlier.faults].find(({ fault }) => fault === id);
  return { ...some, startedAt: earlier.startedAt, faults: ids.flatMap((id) => rowOf(id) ?? []) };
}

/**
 * True where a check that names a fault misses it although a client can see it, where a fault fails checks that it does
 * not declare, or where a valid base fails a check.
 */
export function isUnsound({ bases, faults }: Matrix): boolean {
  const misses = faults.some(({ on }) => on.some(({ visible, missedBy }) => visible && missedBy.length > 0));
  return (
    misses ||
    faults.some(({ undeclared }) => undeclared.length > 0) ||
    bases.some(({ accusations }) => accusations.length > 0)
  );
}

/**
 * The checks that each fault fails: `speed-clamped on valid, nested: speech.speed/rejects-above-maximum; besides a/b,
 * c/d`. A base on which no client can see the fault is left out.
 */
export function victimsText({ faults }: Pick<Matrix, 'faults'>): string {
  return faults
    .flatMap(({ fault, named, on }) => {
      const visible = on.filter((cell) => cell.visible);
      if (visible.length === 0) return [`${fault}: no client can see it`];
      const byVictims = Map.groupBy(visible, ({ killedBy }) => killedBy.toSorted().join(', '));
      return [...byVictims.values()].map((cells) => {
        const bases = cells.map(({ base }) => base).join(', ');
        return `${fault} on ${bases}: ${victimsOf(cells[0]?.killedBy ?? [], named)}`;
      });
    })
    .join('\n');
}

function victimsOf(killedBy: readonly string[], named: readonly string[]): string {
  const [own, others] = [true, false].map((is) => killedBy.filter((check) => named.includes(check) === is).join(', '));
  return `${own === '' ? 'found by none that names it' : own}; besides ${others === '' ? 'none' : others}`;
}

/** The matrix in figures, then each missed fault, each undeclared failure and each failure of a valid base by name. */
export function matrixText({ bases, faults }: Matrix): string {
  const cells = (base: string): readonly (MatrixCell & Pick<MatrixFault, 'fault' | 'named'>)[] =>
    faults.flatMap(({ fault, named, on }) =>
      on.filter((cell) => cell.base === base).map((cell) => ({ ...cell, fault, named })),
    );
  const rows = bases.map(({ id, accusations }) => {
    const visible = cells(id).filter((cell) => cell.visible);
    const byNaming = visible.filter(({ named, killedBy }) => named.some((check) => killedBy.includes(check)));
    const missed = visible.filter(({ killedBy }) => killedBy.length === 0);
    const byOthers = visible.length - byNaming.length - missed.length;
    return [id, visible.length, byNaming.length, byOthers, missed.length, accusations.length].map(String);
  });
  const head = ['base', 'visible faults', 'found by checks that name it', 'by others only', 'missed', 'accusations'];
  const misses = bases.flatMap(({ id }) =>
    cells(id)
      .filter(({ visible, missedBy }) => visible && missedBy.length > 0)
      .map(({ fault, missedBy, killedBy }) => {
        const others =
          killedBy.length === 0 ? 'nothing else kills it' : `${pluralize(killedBy.length, 'check')} kill it`;
        return `✗ ${fault} on ${id}: not found by ${missedBy.join(', ')}; ${others}`;
      }),
  );
  const accusations = bases.flatMap(({ id, accusations: all }) =>
    all.map((check) => `✗ ${check} accuses the valid ${id}`),
  );
  const undeclared = faults
    .filter((each) => each.undeclared.length > 0)
    .map(
      (each) => `✗ ${each.fault} also fails ${each.undeclared.join(', ')}, which it does not declare: ${mayDeclare}`,
    );
  return [...alignedLines([head, ...rows]), ...misses, ...undeclared, ...accusations].join('\n');
}
