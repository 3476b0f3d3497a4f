/** Spreads what is begun over time, once a target has said that it was too much. Times are of a clock that only goes forward. */
export type Pace = {
  /** When so many may begin together: their whole share of time has passed by then, and nothing was begun in it. */
  readonly opensAtMs: (sends: number) => number;
  /** Something begins now. */
  readonly begun: () => void;
  /** Nothing begins before, and what waits then goes on at the same pace. */
  readonly holdUntil: (ms: number) => void;
  /** It was too much: fewer in a second. */
  readonly tooMuch: () => void;
  /** It was the number at once that was too much: they are spread no more. */
  readonly leaveAlone: () => void;
  /** It was refused however slow it became: no pace helps. */
  readonly isInVain: () => boolean;
  /** A send was answered well. */
  readonly wentWell: () => void;
};

/** The first pace is that of the good answers in this time before the first refusal, */
const windowMs = 1_000;
/** and never slower than one send in this time, which most limits allow. */
const firstGapMs = 100;
/** A refusal after so many good answers is not one more in a row: it corrects the pace by little. */
const goodAnswersThatSettle = 30;
/**
 * By what the gap between two sends grows with each refusal in a row. The first: somewhat, as the pace was too quick by
 * little. Each further one: to the pace at which sends were let in between the two, which is what the limit gives back in
 * that time, within these bounds.
 */
const slower = { first: 1.25, least: 2, most: 4 } as const;
/** The gap shrinks by `factor` after so many good answers in a row, as long as no gap is known to be too short. */
const quickly = { after: 5, factor: 0.8 } as const;
/** The same once one is, */
const slowly = { after: 10, factor: 0.9 } as const;
/** and then it stays longer than that one by this factor. */
const shortOfRefused = 1.1;
/**
 * After so many good answers since the last refusal, and again after each `next`, the gap that was too short is taken for
 * shorter: more may be allowed by now.
 */
const forgetting = { first: 300, next: 100 } as const;
/** Refused more often than this in a row, it is given up for good: it is no matter of pace, but perhaps of calls at once. */
const mostTimesSlowed = 4;
/** So it is where the gap would have to be longer than this. */
const slowestGapMs = 1_000;
/** A shorter gap is none: no limit is as high, and we do not send more. */
const shortestGapMs = 2;

export function createPace(nowMs: () => number): Pace {
  let gapMs = 0;
  /** A gap that was refused, or is known to be too short. */
  let refusedGapMs: number | undefined;
  let refusedAtMs = 0;
  let freeAtMs = 0;
  /** How long nothing began since the last refusal, though it might have. */
  let idleMs = 0;
  let goodAnswers = 0;
  let goodSinceRefusal = Number.POSITIVE_INFINITY;
  let forgetsAt: number = forgetting.first;
  let timesSlowed = 0;
  let isLeftAlone = false;
  const recentMs: number[] = [];
  /** In the order in which they came, so that each is looked at but once when it is over. */
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
  /** Somewhat too quick for what the limit gives back, or nothing that the pace had to do with. */
  const correct = (): void => {
    timesSlowed = 0;
    if (letInMs() <= gapMs) return;
    refusedGapMs = gapMs;
    gapMs = Math.min(letInMs(), slower.first * gapMs);
  };
  return {
    opensAtMs: (sends) => freeAtMs + (sends - 1) * gapMs,
    begun: () => {
      idleMs += Math.max(0, nowMs() - freeAtMs);
      freeAtMs = Math.max(freeAtMs, nowMs() + gapMs);
    },
    holdUntil: (ms) => {
      freeAtMs = Math.max(freeAtMs, ms);
    },
    tooMuch: () => {
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
    isInVain: () => isLeftAlone,
    wentWell: () => {
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
