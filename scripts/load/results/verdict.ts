import type { Capacity } from '../../../load/figures/figures.ts';
import type { Load } from '../../../load/verdict/load.ts';
import type { BoundJudgement } from '../../../load/slo/slo.ts';
import { painter, type TerminalStyle } from '../../../reports/text/paint.ts';
import { verdictPaints } from '../../../reports/text/paint.ts';
import { auditLines } from '../../../reports/load/audit-words.ts';
import { judgedAs, observedOf } from '../../../reports/load/tables.ts';
import { observedText } from '../../../reports/load/format.ts';
import { verdictMarks } from '../../../reports/text/format.ts';

/** The end of a run on the terminal: whether the instrument is valid, and each bound of the SLO. */
export function loadVerdict(load: Load, style: TerminalStyle): string {
  return [
    ...validityLines(load, style),
    ...calibrationLines(load),
    ...(load.slo === undefined ? [] : sloLines(load.slo.bounds, style)),
    ...capacityLines(load, style),
    ...auditVerdict(load, style),
  ].join('\n');
}

function validityLines({ validity }: Load, style: TerminalStyle): readonly string[] {
  const paint = painter(style);
  if (validity === undefined) return [];
  const notes = validity.notes.map((note) => `  ${note}`);
  if (validity.is === 'valid') return [paint(verdictPaints.pass, `${verdictMarks.pass} Instrument valid`), ...notes];
  const reasons = validity.reasons.map(({ because }) => `  ${because}`);
  const head = paint(verdictPaints.inconclusive, `${verdictMarks.inconclusive} Instrument invalid`);
  return [head, ...reasons, ...notes];
}

function calibrationLines({ calibration }: Load): readonly string[] {
  if (calibration === undefined) return [];
  const { maxStreams, maxRatePerS, errorP99Ms, at } = calibration;
  const upTo = `${maxStreams} streams or ${maxRatePerS} requests per second`;
  return [`  calibrated ${at.slice(0, 10)}: within 1 ms up to ${upTo} (p99 ${errorP99Ms} ms)`];
}

function sloLines(bounds: readonly BoundJudgement[], style: TerminalStyle): readonly string[] {
  const paint = painter(style);
  const width = Math.max(...bounds.map(({ text }) => text.length));
  return [
    paint('dim', 'SLO'),
    ...bounds.map(({ text, is, value, interval, because }) => {
      const mark = paint(verdictPaints[judgedAs[is]], `${verdictMarks[judgedAs[is]]} ${is}`);
      const observed = value === undefined ? '' : ` observed ${observedOf(text, value)}`;
      const within =
        interval === undefined ? '' : ` (95 %: ${observedText(interval[0])} to ${observedOf(text, interval[1])})`;
      return `  ${text.padEnd(width)}  ${mark}${observed}${within}${because === undefined ? '' : `: ${because}`}`;
    }),
  ];
}

const auditVerdicts = { same: 'pass', differs: 'fail', undecided: 'inconclusive' } as const;

function auditVerdict({ audit }: Load, style: TerminalStyle): readonly string[] {
  if (audit === undefined) return [];
  const is = auditVerdicts[audit.is];
  return [
    painter(style)(verdictPaints[is], `${verdictMarks[is]} Audit`),
    ...auditLines(audit).map((line) => `  ${line}`),
  ];
}

function capacityLines({ capacity, validity, steps = [] }: Load, style: TerminalStyle): readonly string[] {
  if (capacity === undefined) return [];
  const paint = painter(style);
  if (validity?.is === 'invalid') return [`${paint('bold', 'Capacity')}: inconclusive, as the measurement is invalid`];
  const held = capacity.heldPerS === undefined ? 'no rate met the SLO' : `${capacity.heldPerS} a second met the SLO`;
  return [`${paint('bold', 'Capacity')}: ${held}; ${endOfClimb(capacity, steps)}`];
}

function endOfClimb({ violatedPerS, inconclusivePerS }: Capacity, steps: NonNullable<Load['steps']>): string {
  const boundsAt = (ratePerS: number | undefined, is: BoundJudgement['is']): readonly BoundJudgement[] =>
    (steps.find(({ step }) => step.ratePerS === ratePerS)?.slo?.bounds ?? []).filter((bound) => bound.is === is);
  if (violatedPerS !== undefined) {
    const because = boundsAt(violatedPerS, 'violated').map(({ text, value }) =>
      value === undefined ? text : `${text} (${observedOf(text, value)})`,
    );
    return `${violatedPerS} a second violated it: ${because.join(', ')}`;
  }
  if (inconclusivePerS === undefined) return 'no rate tried violated it';
  const reasons = boundsAt(inconclusivePerS, 'inconclusive').map(({ because = '' }) => because);
  return `${inconclusivePerS} a second could not be judged: ${[...new Set(reasons)].join('; ')}`;
}
