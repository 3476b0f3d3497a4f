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

/** What was answered well in so long shows what the target allows; at the least it is asked as often as most allow. */
const windowMs = 1_000;
const firstGapMs = 100;
/** So many good answers in between, and a refusal is taken for the first. */
const goodAnswersThatSettle = 30;
/**
 * A further refusal takes away a fifth of the pace, since what went before was too quick by little; one behind that takes
 * it down to what was let in between the two, which is what such a limit gives back in that time: by a half at the least
 * and by three quarters at the most.
 */
const slower = { first: 1.25, least: 2, most: 4 } as const;
/** Good answers give it back: at once nearly all, where no pace was refused yet; then some, and not up to what was refused, */
const quickly = { after: 5, factor: 0.8 } as const;
const slowly = { after: 10, factor: 0.9 } as const;
const shortOfRefused = 1.1;
/** until so many of them say that more may be allowed by now, and again so many that it may be more than that. */
const forgetting = { first: 300, next: 100 } as const;
/**
 * Who refuses however slow it became, or down to such a pace, refuses for another reason, such as too many of one caller:
 * it is left alone for good.
 */
const mostTimesSlowed = 4;
const slowestGapMs = 1_000;
/** Nobody limits more than that, and nobody sends more. */
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
