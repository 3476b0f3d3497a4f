/** How long an answer took to begin: the least where assay was busy meanwhile, and may have read it late; else the same. */
export type Took = { readonly leastMs: number; readonly mostMs: number };

/** Knows how long the answers of each kind take where they do not wait for others, and when they do. */
export type Baselines = {
  /**
   * `kind`: of answers that are alike. True where the last ones of the kind all took far longer than most of some that came
   * earlier: so they are told from what is slow by nature.
   */
  readonly note: (kind: string, took: Took) => boolean;
  /** What was under way until now says nothing of what comes. */
  readonly forget: () => void;
};

/** So many tell how long a kind takes, */
const fewestToKnow = 4;
/** and so many that it takes longer now: some are asked for more than others, and not all of them. */
const fewestToRise = 8;
/** Answers that take twice as long wait as long as they take; what a busy machine does to the shortest is no rise. */
const rise = 2;
const slackMs = 50;

export function createBaselines(): Baselines {
  const usual = new Map<string, number>();
  const recent = new Map<string, readonly Took[]>();
  return {
    note: (kind, took) => {
      const times = [...(recent.get(kind) ?? []), took].slice(-fewestToRise);
      recent.set(kind, times);
      if (times.length < fewestToKnow) return false;
      // Of a busy moment of assay's own neither a rise is learned, nor that answers are usually quicker than they are.
      const known = Math.min(usual.get(kind) ?? Infinity, middleOf(times.map(({ mostMs }) => mostMs)));
      usual.set(kind, known);
      const least = Math.min(...times.map(({ leastMs }) => leastMs));
      return times.length === fewestToRise && least > rise * known + slackMs;
    },
    forget: () => recent.clear(),
  };
}

/** The upper one of two. */
function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
}
