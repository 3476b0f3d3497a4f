import { join } from 'node:path';

/** Where the choice is kept, from the root of the project, and what it misses. */
export const quickFile = join('conformance', 'model', 'quick-checks.ts');
export const missesFile = join('scripts', 'quick', 'misses.ts');

/** The checks that were chosen, and how many of the known mistakes they were measured to find. */
export function quickText(checks: readonly string[], finds: number, of: number): string {
  return `/*
 * Made by \`npm run quick\`, which says how: do not edit. The checks of \`--profile quick\`, those first that find the most for
 * the least, and what came of it when they were run against each known mistake on the reference service.
 */
export const quickChecks: readonly string[] = [
${linesOf(checks)}];

export const quickFinds = { found: ${finds}, of: ${of} } as const;
`;
}

export function missesText(misses: readonly string[]): string {
  return `/* Made by \`npm run quick\`: do not edit. The known mistakes that the checks of \`--profile quick\` do not find. */
export const quickMisses: readonly string[] = [
${linesOf(misses)}];
`;
}

function linesOf(ids: readonly string[]): string {
  return ids.map((id) => `  '${id}',\n`).join('');
}
