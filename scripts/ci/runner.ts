import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { shownAnnotations, workflowCommand, type Annotation } from '../../reports/annotations.ts';

/**
 * Problem matchers of setup-node and setup-go, which read everything that is printed: a target's text could forge their
 * annotations.
 */
const matchers = ['tsc', 'eslint-compact', 'eslint-stylish', 'go'];

/** Largest summary of a step in bytes: GitHub drops a larger one. */
const longestSummaryBytes = 1024 * 1024;

/**
 * Runs a function that prints foreign text. Until it ends, the runner ignores all commands, at the start of a line
 * (`::`) or within it (`##[`), except for a secret token.
 */
export async function withoutCommands<T>(run: () => Promise<T>): Promise<T> {
  const token = randomBytes(16).toString('hex');
  for (const owner of matchers) console.log(`::remove-matcher owner=${owner}::`);
  console.log(`::stop-commands::${token}`);
  try {
    return await run();
  } finally {
    // The token needs a line of its own, also after text without a line end.
    console.log(`\n::${token}::`);
  }
}

export function annotate(annotations: readonly Annotation[]): void {
  for (const each of shownAnnotations(annotations)) console.log(workflowCommand(each));
}

/** Writes one of the step's outputs, with line ends replaced. */
export function output(name: string, value: string, env: NodeJS.ProcessEnv = process.env): void {
  append(env['GITHUB_OUTPUT'], `${name}=${value.replaceAll(/[\r\n]/g, ' ')}\n`);
}

/** Adds Markdown to the summary page of the run. */
export function summarize(markdown: string, env: NodeJS.ProcessEnv = process.env): void {
  append(env['GITHUB_STEP_SUMMARY'], truncateToBytes(markdown, longestSummaryBytes));
}

/** Cuts the text to `limitBytes` at the end of a line, with a note about it. */
export function truncateToBytes(markdown: string, limitBytes: number): string {
  const bytes = Buffer.from(markdown, 'utf8');
  if (bytes.length <= limitBytes) return markdown;
  const rest = '\n\nThe rest does not fit here; the report has it.\n';
  const lineEnd = bytes.subarray(0, limitBytes - rest.length).lastIndexOf('\n');
  return `${bytes.subarray(0, Math.max(lineEnd, 0)).toString('utf8')}${rest}`;
}

function append(file: string | undefined, text: string): void {
  if (file !== undefined && file !== '') appendFileSync(file, text);
}
