import { join } from 'node:path';

/** Files with the chosen checks and with the faults they miss, from the root of the project. */
export const quickFile = join('conformance', 'model', 'quick-checks.ts');
export const missesFile = join('scripts', 'quick', 'misses.ts');

/** The text of the file with the chosen checks, and how many of the known faults they were measured to find. */
export function quickText(checks: readonly string[], finds: number, of: number): string {
  return `/*
 * Made by \`npm run quick\`, which says how: do not edit. The checks of \`--profile quick\`, those first that find the most for
 * the least, and what came of it when they were run against each known fault on the reference service.
 */
export const quickChecks: readonly string[] = \`
${linesOf(checks)}\`.trim().split(/\\s+/);

export const quickFinds = { found: ${finds}, of: ${of} } as const;
`;
}

export function missesText(misses: readonly string[]): string {
  return `/* Made by \`npm run quick\`: do not edit. The known faults that the checks of \`--profile quick\` do not find. */
export const quickMisses: readonly string[] = \`
${linesOf(misses)}\`.trim().split(/\\s+/);
`;
}

const width = 120;

/** Several ids per line, in order: with one per line the file would exceed its bound of lines. */
export function linesOf(ids: readonly string[]): string {
  const lines: string[] = [];
  for (const id of ids) {
    const longer = `${lines.at(-1) ?? ''} ${id}`.trim();
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(id);
  }
  return lines.map((line) => `${line}\n`).join('');
}
