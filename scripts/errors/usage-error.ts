/** Something that the user can fix: the command line, a file, a name. Ends with exit code 3. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Each by itself; the message has a line of each. */
  readonly mistakes: readonly string[];

  constructor(first: string, ...more: readonly string[]) {
    const mistakes = [first, ...more];
    super(mistakes.join('\nassay: '));
    this.mistakes = mistakes;
  }
}

/** Several mistakes at once, a line each; of very many the first. */
export function usageErrorOf(mistakes: readonly string[]): UsageError {
  const rest = mistakes.length - mostMistakes;
  const [first = '', ...more] = mistakes.slice(0, mostMistakes);
  return new UsageError(first, ...more, ...(rest > 0 ? [`and ${rest} more`] : []));
}

const mostMistakes = 20;

/** Results that could not be kept, such as on a full disk. Ends with exit code 70. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** What ended a command before its work began, and is no mistake of the user's. Ends with the exit code that it has. */
export class EarlyEnd extends Error {
  override readonly name = 'EarlyEnd';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The known names nearest to a wrong one, for a message that helps; empty where none is near. */
export function nearest(wrong: string, known: readonly string[]): readonly string[] {
  if (wrong.length > longestName) return [];
  const distances = known.map((name) => ({ name, distance: distanceBetween(wrong, name) }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  const isNear = least <= Math.max(2, wrong.length / 3);
  return isNear
    ? distances
        .filter(({ distance }) => distance === least)
        .map(({ name }) => name)
        .slice(0, 3)
    : [];
}

/** Each letter is compared with each: what is longer is no name, and may be a file. */
const longestName = 200;

/** A name with more or fewer words is near too, though not as near as one slip of the finger. */
function distanceBetween(wrong: string, name: string): number {
  const contained = name.includes(wrong) || wrong.includes(name);
  return Math.min(contained ? 1.5 : Number.POSITIVE_INFINITY, editsBetween(wrong, name));
}

/** `no fault is called speed-clampd; did you mean speed-clamped?`; `namesAll` where they are few, and no list shows them. */
export function unknownName(kind: string, wrong: string, known: readonly string[], namesAll = false): UsageError {
  const near = nearest(wrong, known);
  const hints = [
    ...(near.length > 0 ? [`did you mean ${near.join(' or ')}?`] : namesAll ? [] : ['npx assay list shows them']),
    ...(namesAll ? [`choose from ${known.join(', ')}`] : []),
  ];
  return new UsageError([`no ${kind} is called ${JSON.stringify(wrong)}`, ...hints].join('; '));
}

/** Optimal string alignment: insertions, deletions, replacements, and neighbours that changed places. */
function editsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const edits = [cell(row - 1, column) + 1, cell(row, column - 1) + 1, cell(row - 1, column - 1) + (same ? 0 : 1)];
      rows[row]?.push(Math.min(...edits, swapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY));
    }
  }
  return cell(a.length, b.length);
}
