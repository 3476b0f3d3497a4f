import { nearest } from '../../conformance/reading/nearest.ts';

/** A mistake that the user can fix: in the command line, a file, a name. Ends with exit code 3. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The individual mistakes; the message has a line for each. */
  readonly mistakes: readonly string[];

  constructor(first: string, ...more: readonly string[]) {
    const mistakes = [first, ...more];
    super(mistakes.join('\nassay: '));
    this.mistakes = mistakes;
  }
}

/** One error for several mistakes, a line each; of very many, only the first. */
export function usageErrorOf(mistakes: readonly string[]): UsageError {
  const rest = mistakes.length - mostMistakes;
  const [first = '', ...more] = mistakes.slice(0, mostMistakes);
  return new UsageError(first, ...more, ...(rest > 0 ? [`and ${rest} more`] : []));
}

const mostMistakes = 20;

/** Results could not be stored, for example on a full disk. Ends with exit code 70. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** Ends a command before its work begins, for a reason that is not the user's mistake. Ends with its own exit code. */
export class EarlyEnd extends Error {
  override readonly name = 'EarlyEnd';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * `no fault is called speed-clampd; did you mean speed-clamped?`; `namesAll` lists all names, for kinds with few names
 * that no list shows.
 */
export function unknownName(kind: string, wrong: string, known: readonly string[], namesAll = false): UsageError {
  const near = nearest(wrong, known);
  const hints = [
    ...(near.length > 0
      ? [`did you mean ${near.join(' or ')}?`]
      : namesAll
        ? []
        : [`npx assay list${kind === 'fault' ? ' --faults' : ''} shows them`]),
    ...(namesAll ? [`choose from ${known.join(', ')}`] : []),
  ];
  return new UsageError([`no ${kind} is called ${JSON.stringify(wrong)}`, ...hints].join('; '));
}
