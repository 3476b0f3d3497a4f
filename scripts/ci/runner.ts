import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { shownAnnotations, workflowCommand, type Annotation } from '../../reports/annotations.ts';

/** What setup-node and setup-go look for in everything that is printed: a target's text could forge their annotations. */
const matchers = ['tsc', 'eslint-compact', 'eslint-stylish', 'go'];

/** GitHub drops a step's summary that is larger. */
const longestSummaryBytes = 1024 * 1024;

/**
 * Runs what prints text of others. Until it has ended the runner heeds no command, whether it begins a line (`::`) or
 * stands within one (`##[`), but a token that nobody else knows.
 */
export async function withoutCommands<T>(run: () => Promise<T>): Promise<T> {
  const token = randomBytes(16).toString('hex');
  for (const owner of matchers) console.log(`::remove-matcher owner=${owner}::`);
  console.log(`::stop-commands::${token}`);
  try {
    return await run();
  } finally {
    // On a line of its own, also after text without a line end.
    console.log(`\n::${token}::`);
  }
}

export function annotate(annotations: readonly Annotation[]): void {
  for (const each of shownAnnotations(annotations)) console.log(workflowCommand(each));
}

/** One line of the step's outputs, for a value without line ends. */
export function output(name: string, value: string, env: NodeJS.ProcessEnv = process.env): void {
  append(env['GITHUB_OUTPUT'], `${name}=${value.replaceAll(/[\r\n]/g, ' ')}\n`);
}

/** Markdown for the page of the run. */
export function summarize(markdown: string, env: NodeJS.ProcessEnv = process.env): void {
  append(env['GITHUB_STEP_SUMMARY'], fitted(markdown, longestSummaryBytes));
}

/** At most so many bytes, cut at the end of a line, with a word on it. */
export function fitted(markdown: string, limitBytes: number): string {
  const bytes = Buffer.from(markdown, 'utf8');
  if (bytes.length <= limitBytes) return markdown;
  const rest = '\n\nThe rest does not fit here; the report has it.\n';
  const lineEnd = bytes.subarray(0, limitBytes - rest.length).lastIndexOf('\n');
  return `${bytes.subarray(0, Math.max(lineEnd, 0)).toString('utf8')}${rest}`;
}

function append(file: string | undefined, text: string): void {
  if (file !== undefined && file !== '') appendFileSync(file, text);
}
