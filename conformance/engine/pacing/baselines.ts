/**
 * How long an answer took to begin. `leastMs` is less than `mostMs` where assay was busy meanwhile and may have read
 * the answer late; otherwise they are equal.
 */
export type DurationRange = { readonly leastMs: number; readonly mostMs: number };

/** Knows how long answers of each kind usually take, and when they take longer because they wait for others. */
export type Baselines = {
  /**
   * `kind` is the same for answers that are alike. True where the last answers of the kind all took far longer than
   * most of some earlier ones did: a kind that is slow by nature is no rise.
   */
  readonly note: (kind: string, took: DurationRange) => boolean;
  /** Forgets the recent answers: what was under way until now says nothing of what comes. */
  readonly forget: () => void;
};

/** Fewest answers that show how long a kind takes. */
const fewestToKnow = 4;
/**
 * Answers in a row that all have to take longer before it is a rise: some requests ask for more than others, but not
 * all of them do.
 */
const fewestToRise = 8;
/**
 * An answer that takes twice as long waits for others as long as it takes itself. The slack covers what a busy machine
 * adds to the shortest answers.
 */
const rise = 2;
const slackMs = 50;

export function createBaselines(): Baselines {
  const usual = new Map<string, number>();
  const recent = new Map<string, readonly DurationRange[]>();
  return {
    note: (kind, took) => {
      const times = [...(recent.get(kind) ?? []), took].slice(-fewestToRise);
      recent.set(kind, times);
      if (times.length < fewestToKnow) return false;
      // A busy moment of assay shows neither a rise, nor that answers are usually quicker than they are.
      const known = Math.min(usual.get(kind) ?? Infinity, middleOf(times.map(({ mostMs }) => mostMs)));
      usual.set(kind, known);
      const least = Math.min(...times.map(({ leastMs }) => leastMs));
      return times.length === fewestToRise && least > rise * known + slackMs;
    },
    forget: () => recent.clear(),
  };
}

/** The median; of two in the middle the upper one. */
function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
}
