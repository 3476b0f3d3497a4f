/** Spreads what is begun over time, once a target has said that it was too much. Times are of a clock that only goes forward. */
type Pace = {
  /** When so many may begin together: their whole share of time has passed by then, and nothing was begun in it. */
  readonly slotFor: (sends: number) => number;
  /** Nothing begins before, and what waits then goes on at the same pace. */
  readonly holdUntil: (ms: number) => void;
  /** It was too much: fewer in a second, once it was so twice within few answers. */
  readonly tooMuch: () => void;
  /** It was the number at once that was too much: they are spread no more. */
  readonly leaveAlone: () => void;
  /** A send was answered well. */
  readonly wentWell: () => void;
};

/** What was answered well in so long shows what the target allows, */
const windowMs = 1_000;
/** or that it is slow: then it is begun with as much as most allow. */
const firstGapMs = 100;
/**
 * Each further refusal takes away a fifth of the pace, and so many good answers in a row give back a tenth: who refuses a
 * request in thirty, however slowly they come, is asked no slower for it.
 */
const slower = 1.25;
const quicker = 0.9;
const goodAnswersForQuicker = 10;
/** Who lets so many in between two refusals is asked no slower: it is not the pace that is refused. */
const goodAnswersThatSettle = 30;
/** Who refuses at such a pace too, and has done so all the way down to it, refuses for another reason: it is left alone for good. */
const slowestGapMs = 500;
/** Nobody limits more than that, and nobody sends more. */
const shortestGapMs = 2;

export function createPace(nowMs: () => number): Pace {
  let gapMs = 0;
  let freeAtMs = 0;
  let goodAnswers = 0;
  let goodSinceRefusal = Number.POSITIVE_INFINITY;
  let isLeftAlone = false;
  let recentMs: readonly number[] = [];
  const recent = (): readonly number[] => recentMs.filter((atMs) => atMs > nowMs() - windowMs);
  return {
    slotFor: (sends) => {
      const atMs = Math.max(nowMs(), freeAtMs + (sends - 1) * gapMs);
      freeAtMs = Math.max(freeAtMs, atMs + gapMs);
      return atMs;
    },
    holdUntil: (ms) => {
      freeAtMs = Math.max(freeAtMs, ms);
    },
    tooMuch: () => {
      const isPace = goodSinceRefusal < goodAnswersThatSettle;
      goodAnswers = 0;
      goodSinceRefusal = 0;
      if (!isPace || isLeftAlone) return;
      gapMs = gapMs === 0 ? Math.min(firstGapMs, windowMs / recent().length) : gapMs * slower;
      isLeftAlone = gapMs > slowestGapMs;
      if (isLeftAlone) gapMs = 0;
    },
    leaveAlone: () => {
      gapMs = 0;
    },
    wentWell: () => {
      recentMs = [...recent(), nowMs()];
      goodAnswers += 1;
      goodSinceRefusal += 1;
      if (gapMs === 0 || goodAnswers < goodAnswersForQuicker) return;
      goodAnswers = 0;
      gapMs = gapMs * quicker < shortestGapMs ? 0 : gapMs * quicker;
    },
  };
}
