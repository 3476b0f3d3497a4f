import type { CaseVerdict } from './judge-case.ts';

/** After so many cases in a row that could not be judged, no more will be. */
const mostInconclusive = 60;
/** A service that gave no answer to the last so many has gone. */
const lastUnanswered = 3;

type Ended = 'runs' | 'time' | 'credits' | 'interrupted' | 'nothing left to judge';

/** What the newest cases came to, each noted when it has ended. */
export function lastCases(): {
  readonly note: (verdict: CaseVerdict) => void;
  readonly isHopeless: () => boolean;
  /** Why the run was cut short: what had been right until then was not tried as often as was asked for. */
  readonly cutBy: (ended: Ended, cases: number) => string | undefined;
} {
  let [inconclusive, unanswered, because] = [0, 0, ''];
  const isHopeless = (): boolean => inconclusive >= mostInconclusive;
  return {
    note: (verdict) => {
      inconclusive = verdict.is === 'inconclusive' ? inconclusive + 1 : 0;
      unanswered = isUnanswered(verdict) ? unanswered + 1 : 0;
      if (verdict.is === 'inconclusive') because = verdict.because;
    },
    isHopeless,
    cutBy: (ended, cases) => {
      // Where credits are used up nothing is sent any more: that end was asked for.
      const isCut = isHopeless() || (ended !== 'credits' && unanswered >= lastUnanswered);
      return isCut ? `the last ${inconclusive} of ${cases} cases could not be judged: ${because}` : undefined;
    },
  };
}

/** No answer came, or nothing was sent any more. */
function isUnanswered(verdict: CaseVerdict): boolean {
  return verdict.is === 'inconclusive' && verdict.seen.at(-1)?.response.is !== 'answer';
}
