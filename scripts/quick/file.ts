import { join } from 'node:path';

/** Where the choice is kept, from the root of the project. */
export const quickFile = join('conformance', 'model', 'quick-checks.ts');

/** The file: the checks that were chosen, and what they were measured to find and to miss. */
export function quickText(checks: readonly string[], finds: number, misses: readonly string[]): string {
  return `/*
 * Made by \`npm run quick\`, which says how: do not edit. The checks of \`--profile quick\`, those first that find the most for
 * the least, and what came of it when they were run against each known mistake on the reference service.
 */
export const quickChecks: readonly string[] = [
${linesOf(checks)}];

export const quickFinds = { found: ${finds}, of: ${finds + misses.length} } as const;

/** The known mistakes that they do not find. */
export const quickMisses: readonly string[] = [
${linesOf(misses)}];
`;
}

function linesOf(ids: readonly string[]): string {
  return ids.map((id) => `  '${id}',\n`).join('');
}
