import type { Load } from '../../load/verdict/load.ts';
import { capacityHeadlineOf } from '../load/capacity-words.ts';
import { observedText, shortHeadlineOf } from '../load/format.ts';
import { instrumentLine } from '../load/words/instrument-words.ts';
import { sweepHeadlineOf } from '../load/sweep-words.ts';
import { boundText, verdictOfBound } from '../load/tables.ts';
import { pluralize, headlineStyle, verdictMarks } from '../text/format.ts';
import { escapeControls } from '../text/visible.ts';
import { partsOf } from './quantities.ts';
import { soFarTable } from './so-far-table.ts';
import type { LiveView } from './live-view.ts';
import { countTiles, creditsTile } from './view.ts';

type End = {
  /** Absent where nothing was measured. */
  readonly load: Load | undefined;
  /** The folder of results. */
  readonly folder: string;
  readonly exitCode: number;
};

/** The page after the end of the run: the verdict, the figures of the report, and where the report is. */
export function endedView({ load, folder, exitCode }: End): LiveView {
  const ended = { report: `${folder}/report.html`, says: `Ended with exit code ${exitCode}` };
  if (load === undefined) {
    const generator = { tone: 'notApplicable', says: '' } as const;
    const none = { tiles: [], generator, table: soFarTable([]), failures: [] };
    const says = `nothing was measured; what there is lies in ${folder}`;
    return { is: 'ended', tone: 'inconclusive', word: 'Ended', says, doneShare: 1, ...none };
  }
  const { word, says, ...about } = shortHeadlineOf(load);
  const { counts, failures } = load;
  return {
    is: 'ended',
    tone: headlineStyle(about).tone,
    word: `Ended. ${word}`,
    says,
    doneShare: counts.planned > 0 ? Math.min(1, counts.recorded / counts.planned) : 1,
    tiles: [
      ...countTiles({
        answered: counts.ok,
        failed: counts.failed,
        wrong: failures['wrong'] ?? 0,
        unsent: failures['notSent'] ?? 0,
        inWarmup: counts.warmupFailed,
      }),
      { tone: 'notApplicable', value: observedText(load.rates.achievedPerS), name: 'sent per second' },
      creditsTile(load, load),
    ],
    ...(load.until && { until: `Until ${load.until.text}: ${load.until.says}` }),
    generator: generatorOf(load),
    ...sloOf(load),
    table: { ...soFarTable(partsOf(load)) },
    failures: (load.requests?.outcomes ?? []).map(({ outcome, n, because }) => ({
      count: `${n} ×`,
      outcome: escapeControls(outcome),
      because: because === undefined ? '' : escapeControls(because),
    })),
    ended,
  };
}

/**
 * Each bound with the observed value; for a climb or a sweep, the rate or number of users up to which all bounds were
 * met.
 */
function sloOf({ slo, ...load }: Load): Pick<LiveView, 'slo'> {
  const climb = capacityHeadlineOf(load) ?? sweepHeadlineOf(load);
  if (slo === undefined) {
    if (climb === undefined) return {};
    const { tone, mark } = headlineStyle(climb);
    return { slo: { tone, says: `${mark} ${climb.word}: ${climb.says}` } };
  }
  const bounds = slo.bounds.map((bound) => escapeControls(boundText(bound)));
  const tone = verdictOfBound[slo.is];
  return { slo: { tone, says: `${verdictMarks[tone]} SLO ${slo.is}: ${bounds.join(' · ')}` } };
}

function generatorOf(load: Load): LiveView['generator'] {
  const line = instrumentLine(load);
  if (line === undefined) return { tone: 'notApplicable', says: '' };
  const { is, word, reasons } = line;
  const why = reasons.length === 0 ? '' : ` for ${pluralize(reasons.length, 'reason')}: ${reasons.join('; ')}`;
  return { tone: is, says: `${verdictMarks[is]} ${word}${why}` };
}
