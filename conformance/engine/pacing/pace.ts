/**
 * Spreads requests over time, once a target has said that they were too many. Times are of a clock that only goes
 * forward.
 */
export type Pace = {
  /**
   * When this many requests may begin together: by then the gaps of all of them have passed, with none begun in
   * between.
   */
  readonly opensAtMs: (sends: number) => number;
  /** Notes that a request begins now. */
  readonly noteBegin: () => void;
  /** No request begins before `ms`; those that wait until then go on at the same pace. */
  readonly holdUntil: (ms: number) => void;
  /** Notes that the rate was too high: fewer requests in a second. */
  readonly noteTooMany: () => void;
  /** Notes that the number at once was too high: requests are not spread any more. */
  readonly leaveAlone: () => void;
  /** True where requests were refused at any pace: then no pace helps. */
  readonly isFutile: () => boolean;
  /** Notes a good answer. */
  readonly noteSuccess: () => void;
};

/** Time before the first refusal whose good answers give the first pace. */
const windowMs = 1_000;
/** Longest first gap: one request in this time is allowed by most limits. */
const firstGapMs = 100;
/** Good answers after which a refusal is not another one in a row: it corrects the pace only slightly. */
const goodAnswersThatSettle = 30;
/**
 * Factor by which the gap grows with each refusal in a row. The first time slightly, as the pace was slightly too
 * quick. After that it grows to the pace at which requests were let in between the two refusals, which is what the
 * limit gives back in that time, within `least` and `most`.
 */
const slower = { first: 1.25, least: 2, most: 4 } as const;
/** After this many good answers in a row the gap shrinks by `factor`, as long as no gap is known to be too short. */
const quickly = { after: 5, factor: 0.8 } as const;
/** The same once a gap is known to be too short. */
const slowly = { after: 10, factor: 0.9 } as const;
/** The gap then stays longer than the one that was too short, by this factor. */
const shortOfRefused = 1.1;
/**
 * Good answers since the last refusal after which, and after each `next` further ones, the gap that was too short is
 * taken for shorter: more may be allowed by now.
 */
const forgetting = { first: 300, next: 100 } as const;
/**
 * Refusals in a row above which pacing is given up for good: the rate is not the reason, but perhaps the number at
 * once.
 */
const mostTimesSlowed = 4;
/** Pacing is also given up where the gap would have to be longer than this. */
const slowestGapMs = 1_000;
/** A shorter gap counts as none: no limit is that high, and assay sends no faster. */
const shortestGapMs = 2;

export function createPace(nowMs: () => number): Pace {
  let gapMs = 0;
  /** The gap of the last refusal, or one that is known to be too short. */
  let refusedGapMs: number | undefined;
  let refusedAtMs = 0;
  let freeAtMs = 0;
  /** How long no request began since the last refusal, though one might have. */
  let idleMs = 0;
  let goodAnswers = 0;
  let goodSinceRefusal = Number.POSITIVE_INFINITY;
  let forgetsAt: number = forgetting.first;
  let timesSlowed = 0;
  let isLeftAlone = false;
  const recentMs: number[] = [];
  /** The times of recent good answers. They are in order, so that each is looked at only once after it has expired. */
  const recent = (): readonly number[] => {
    const first = recentMs.findIndex((atMs) => atMs > nowMs() - windowMs);
    recentMs.splice(0, first === -1 ? recentMs.length : first);
    return recentMs;
  };
  const start = (): void => {
    gapMs = Math.min(firstGapMs, windowMs / recent().length);
  };
  const letInMs = (): number => (nowMs() - refusedAtMs - idleMs) / Math.max(1, goodSinceRefusal);
  const slowDown = (): void => {
    timesSlowed += 1;
    refusedGapMs = gapMs;
    gapMs =
      timesSlowed === 1
        ? slower.first * gapMs
        : Math.min(Math.max(letInMs(), slower.least * gapMs), slower.most * gapMs);
    isLeftAlone = timesSlowed > mostTimesSlowed || gapMs > slowestGapMs;
    if (isLeftAlone) gapMs = 0;
  };
  /**
   * Slows down to what the limit gives back, where the pace was quicker; otherwise the refusal had nothing to do with
   * the pace.
   */
  const correct = (): void => {
    timesSlowed = 0;
    if (letInMs() <= gapMs) return;
    refusedGapMs = gapMs;
    gapMs = Math.min(letInMs(), slower.first * gapMs);
  };
  return {
    opensAtMs: (sends) => freeAtMs + (sends - 1) * gapMs,
    noteBegin: () => {
      idleMs += Math.max(0, nowMs() - freeAtMs);
      freeAtMs = Math.max(freeAtMs, nowMs() + gapMs);
    },
    holdUntil: (ms) => {
      freeAtMs = Math.max(freeAtMs, ms);
    },
    noteTooMany: () => {
      if (!isLeftAlone) (gapMs === 0 ? start : goodSinceRefusal < goodAnswersThatSettle ? slowDown : correct)();
      goodAnswers = 0;
      goodSinceRefusal = 0;
      forgetsAt = forgetting.first;
      idleMs = 0;
      refusedAtMs = nowMs();
    },
    leaveAlone: () => {
      gapMs = 0;
      refusedGapMs = undefined;
    },
    isFutile: () => isLeftAlone,
    noteSuccess: () => {
      recent();
      recentMs.push(nowMs());
      goodAnswers += 1;
      goodSinceRefusal += 1;
      const { after, factor } = refusedGapMs === undefined ? quickly : slowly;
      if (gapMs === 0 || goodAnswers < after) return;
      goodAnswers = 0;
      if (refusedGapMs !== undefined && goodSinceRefusal >= forgetsAt) {
        forgetsAt += forgetting.next;
        refusedGapMs *= factor;
      }
      gapMs = Math.min(gapMs, Math.max(gapMs * factor, (refusedGapMs ?? 0) * shortOfRefused));
      if (gapMs < shortestGapMs) gapMs = 0;
    },
  };
}
