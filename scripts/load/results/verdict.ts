import type { Load } from '../../../load/verdict/load.ts';
import type { BoundJudgement } from '../../../load/slo/slo.ts';
import { painter, type TerminalStyle } from '../../../reports/text/paint.ts';
import { verdictPaints } from '../../../reports/text/paint.ts';
import { capacityText } from '../../../reports/load/capacity-words.ts';
import { worstStepText } from '../../../reports/load/steps.ts';
import { auditLines } from '../../../reports/load/audit-words.ts';
import { reasonsText } from '../../../reports/load/undecided.ts';
import { escapeControls } from '../../../reports/text/visible.ts';
import { verdictOfBound } from '../../../reports/load/tables.ts';
import { isOnlyCutShort } from '../../../reports/load/words/invalid-words.ts';
import { observedValueText, observedOf } from '../../../reports/load/words/observed-words.ts';
import { observedText, untilVerdictMark } from '../../../reports/load/format.ts';
import { instrumentLine } from '../../../reports/load/words/instrument-words.ts';
import { verdictMarks } from '../../../reports/text/format.ts';

/** The end of a run on the terminal: whether the instrument is valid, and each bound of the SLO. */
export function loadVerdict(load: Load, style: TerminalStyle): string {
  return [
    ...validityLines(load, style),
    ...calibrationLines(load),
    ...(load.slo === undefined ? [] : sloLines(load, load.slo.bounds, style)),
    ...capacityLines(load, style),
    ...untilLines(load, style),
    ...auditVerdict(load, style),
  ].join('\n');
}

function validityLines(load: Load, style: TerminalStyle): readonly string[] {
  const line = instrumentLine(load);
  if (line === undefined) return [];
  const told = [...line.reasons, ...line.notes].map((text) => `  ${text}`);
  return [painter(style)(verdictPaints[line.is], `${verdictMarks[line.is]} ${line.word}`), ...told];
}

function calibrationLines({ calibration }: Load): readonly string[] {
  if (calibration === undefined) return [];
  const { maxStreams, maxRatePerS, errorP99Ms, at } = calibration;
  const upTo = `${maxStreams} streams or ${maxRatePerS} requests per second`;
  return [`  calibrated ${at.slice(0, 10)}: within 1 ms up to ${upTo} (p99 ${errorP99Ms} ms)`];
}

function sloLines(load: Load, bounds: readonly BoundJudgement[], style: TerminalStyle): readonly string[] {
  const paint = painter(style);
  const width = Math.max(...bounds.map(({ text }) => text.length));
  return [
    paint('dim', 'SLO'),
    ...bounds.map((bound) => {
      const { text, of, is, interval } = bound;
      const where = worstStepText(load, bound);
      const mark = paint(verdictPaints[verdictOfBound[is]], `${verdictMarks[verdictOfBound[is]]} ${is}`);
      const value = observedValueText(bound);
      const observed = value === undefined ? '' : ` observed ${value}`;
      const within =
        interval === undefined ? '' : ` (95 %: ${observedText(interval[0])} to ${observedOf(of, interval[1])})`;
      return `  ${text.padEnd(width)}  ${mark}${observed}${within}${where === undefined ? '' : `, ${where}`}${reasonsText(bound)}`;
    }),
  ];
}

function untilLines({ until, validity }: Load, style: TerminalStyle): readonly string[] {
  if (until === undefined) return [];
  const is = untilVerdictMark(until, validity);
  return [
    `${painter(style)(verdictPaints[is], `${verdictMarks[is]} Until ${until.text}`)}: ${escapeControls(until.says)}`,
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

function capacityLines(load: Load, style: TerminalStyle): readonly string[] {
  const { capacity, validity } = load;
  if (capacity === undefined) return [];
  const paint = painter(style);
  const isCut = isOnlyCutShort(load);
  if (validity?.is === 'invalid')
    return [
      `${paint('bold', 'Capacity')}: inconclusive, as ${isCut ? 'the run is incomplete' : 'the measurement is invalid'}`,
    ];
  return [`${paint('bold', 'Capacity')}: ${capacityText(load)}${violatedText(load)}`];
}

/** What the first rate that violated the SLO was observed to do. */
function violatedText({ capacity, steps = [] }: Load): string {
  if (capacity?.violatedPerS === undefined) return '';
  const bounds = steps.find(({ step }) => step.ratePerS === capacity.violatedPerS)?.slo?.bounds ?? [];
  const because = bounds
    .filter(({ is }) => is === 'violated')
    .map((bound) => {
      const observed = observedValueText(bound);
      return observed === undefined ? bound.text : `${bound.text} (${observed})`;
    });
  return because.length === 0 ? '' : `; at ${capacity.violatedPerS}/s it violated ${because.join(', ')}`;
}
