/** Knows how long the answers of each kind take where they do not wait for others, and when they do. */
export type Baselines = {
  /**
   * `kind`: of answers that are alike; `tookMs`: until the answer began. True where the last ones of the kind all took far
   * longer than most of some that came earlier: so they are told from what is slow by nature.
   */
  readonly note: (kind: string, tookMs: number) => boolean;
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
  const recent = new Map<string, readonly number[]>();
  return {
    note: (kind, tookMs) => {
      const times = [...(recent.get(kind) ?? []), tookMs].slice(-fewestToRise);
      recent.set(kind, times);
      if (times.length < fewestToKnow) return false;
      const known = Math.min(usual.get(kind) ?? Infinity, middleOf(times));
      usual.set(kind, known);
      return times.length === fewestToRise && Math.min(...times) > rise * known + slackMs;
    },
    forget: () => recent.clear(),
  };
}

/** The upper one of two. */
function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
}
