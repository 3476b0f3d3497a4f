import { join } from 'node:path';

/** Where the choice is kept, from the root of the project. */
export const quickFile = join('conformance', 'model', 'quick-checks.ts');

/** The file: the checks that were chosen, and what they were measured to find. */
export function quickText(checks: readonly string[], finds: number, of: number): string {
  return `/*
 * Made by \`npm run quick\`, which says how: do not edit. The checks of \`--profile quick\`, those first that find the most for
 * the least, and how many of the known mistakes they find on the reference service.
 */
export const quickChecks: readonly string[] = [
${checks.map((id) => `  '${id}',\n`).join('')}];

export const quickFinds = { found: ${finds}, of: ${of} } as const;
`;
}
