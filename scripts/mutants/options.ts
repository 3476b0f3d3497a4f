import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

/** The options of `npm run mutants`. */
export type Options = {
  /** Try these mutations instead of a sample. */
  readonly ids: readonly string[];
  readonly sample: number;
  readonly seed: number;
  /** Number of jobs at a time. */
  readonly jobs: number;
  /** Globs of the checks to use; all if empty. */
  readonly only: readonly string[];
};

/** Reads the options. Throws a UsageError where an argument is invalid. */
export function optionsIn(args: readonly string[]): Options {
  const { values, positionals } = parsed(args);
  const { sample = '400', seed = '1', jobs = String(availableParallelism()), only = [] } = values;
  return {
    ids: positionals,
    sample: count('sample', sample, 1),
    seed: count('seed', seed, 0),
    jobs: count('jobs', jobs, 1),
    only,
  };
}

function parsed(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args);
  } catch (thrown) {
    throw new UsageError(errorMessage(thrown));
  }
}

const text = { type: 'string' } as const;
const options = { sample: text, seed: text, jobs: text, only: { ...text, multiple: true } } as const;

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>> {
  return parseArgs({ args: [...args], allowPositionals: true, options });
}

function count(name: string, given: string, least: number): number {
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < least)
    throw new UsageError(`--${name} takes a whole number from ${least} on`);
  return number;
}
