import { checks } from '../conformance/index.ts';
import type { RawSettings } from '../conformance/core/settings.ts';
import { faults, type Fault } from '../fixtures/faults/index.ts';
import { variants, type Variant } from '../fixtures/variants/index.ts';
import { loadScenarios } from '../load/model/scenarios.ts';

/** `assay list`: what there is, as a table, or as JSON for scripts (`assay.list/1`). */
export async function list(_args: readonly string[], flags: RawSettings): Promise<number> {
  const all = listing();
  console.log(flags['json'] === true ? JSON.stringify(all, null, 2) : asTable(all));
  return 0;
}

/** Everything that has a name. */
export function listing() {
  return {
    schema: 'assay.list/1',
    checks: checks.map(({ id, clause, also, level, says, fault }) => ({ id, clause, also, level, says, fault })),
    faults: Object.entries<Fault>(faults).map(([id, { mistake, alsoFails = [] }]) => ({ id, mistake, alsoFails })),
    variants: Object.entries<Variant>(variants).map(([id, { differs }]) => ({ id, differs })),
    scenarios: loadScenarios.map(({ name, question }) => ({ id: name, question })),
  } as const;
}

function asTable({ checks: listed, faults: mistakes, variants: forms, scenarios }: ReturnType<typeof listing>): string {
  return [
    section(
      'checks',
      listed.map(({ id, clause, level, says }) => [clause, level, id, says]),
    ),
    section(
      'faults',
      mistakes.map(({ id, mistake }) => [id, mistake]),
    ),
    section(
      'variants',
      forms.map(({ id, differs }) => [id, differs]),
    ),
    section(
      'scenarios',
      scenarios.map(({ id, question }) => [id, question]),
    ),
  ].join('\n\n');
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(
    (row) =>
      `  ${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}`,
  );
  return [`${title} (${rows.length})`, ...lines].join('\n');
}
