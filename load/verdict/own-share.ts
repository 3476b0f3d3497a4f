import type { Distribution } from '../statistics/distribution.ts';
import type { MeasuredLoad } from '../figures/figures.ts';
import type { Breakdown } from '../figures/breakdown.ts';
import { shareText, threeDigits } from '../statistics/share-text.ts';

/** Share of the analysed time above which the generator's own part is reported. */
const worthSaying = 0.01;

/** Notes on the part of that time that does not belong to the service, and on excessive claims of the service. */
export function ownShareNotes(load: Pick<MeasuredLoad, 'breakdown' | 'lagMs' | Whole>): readonly string[] {
  const { breakdown, lagMs } = load;
  if (breakdown === undefined) return [];
  const [name, times] = wholes[breakdown.of];
  const whole = load[times];
  const { claims, claimsBeyond } = breakdown;
  return [
    ...shareNote('lag', lagMs, name, whole),
    ...shareNote('our client', breakdown.clientMs, name, whole),
    ...(claimsBeyond > 0
      ? [
          `in ${claimsBeyond} of ${claims} answers with Server-Timing, it states more time than passed before the answer began`,
        ]
      : []),
  ];
}

type Whole = 'ttftMs' | 'ttfeMs' | 'e2eMs';

const wholes: { readonly [Of in Breakdown['of']]: readonly [name: string, times: Whole] } = {
  ttft: ['TTFT', 'ttftMs'],
  ttfe: ['TTFE', 'ttfeMs'],
  e2e: ['E2E latency', 'e2eMs'],
};

/** Where there are too few requests for a p99, the maximum is used instead. */
function shareNote(ours: string, part: Distribution, name: string, whole: Distribution): readonly string[] {
  const isTold = part.p99 !== undefined && whole.p99 !== undefined;
  const [partMs, wholeMs] = isTold ? [part.p99, whole.p99] : [part.max, whole.max];
  if (partMs === undefined || wholeMs === undefined || partMs <= wholeMs * worthSaying) return [];
  const [times, of] = isTold
    ? [`p99 ${threeDigits(partMs)} ms`, `${name}'s p99`]
    : [`at most ${threeDigits(partMs)} ms`, `the longest ${name}`];
  return [`${ours} ${times}, ${shareText(partMs / wholeMs)} of ${of} (${threeDigits(wholeMs)} ms)`];
}
