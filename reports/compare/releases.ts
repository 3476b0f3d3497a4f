import type { ReleasesComparison, ReleaseStep } from '../../load/compare/comparison.ts';
import type { LoadTable } from '../load/load-table.ts';
import { pluralize, headlineStyle, type Headline } from '../text/format.ts';
import { releasesLimitHeadline, releasesLimitTable } from './limits.ts';
import { changeHeadline } from './loads.ts';
import { withInstruments, withoutEmptyColumns } from './tables.ts';

/** The report of several releases: which of them changed what, in one line and step by step. */
type ReleasesReport = { readonly headline: Headline; readonly tables: readonly LoadTable[] };

type Releases = Pick<ReleasesComparison, 'steps' | 'whole'>;

/** With limits, the headline is about them, and the changes are below. */
export function releasesReport(releases: Releases): ReleasesReport {
  const all = allOf(releases);
  const limits = releasesLimitTable(all);
  return {
    headline: releasesLimitHeadline(all) ?? headlineOf(releases),
    tables: [...(limits.rows.length > 0 ? [withoutEmptyColumns(limits)] : []), tableOf(releases)],
  };
}

function allOf({ steps, whole }: Releases): readonly ReleaseStep[] {
  return whole === undefined ? steps : [...steps, whole];
}

type StepHeadline = { readonly step: ReleaseStep; readonly headline: Headline };

function stepHeadline(step: ReleaseStep): StepHeadline {
  if (step.is === 'compared')
    return { step, headline: withInstruments(changeHeadline(step.comparison), step.comparison.told) };
  return { step, headline: { is: 'inconclusive', word: 'Not compared', says: step.because } };
}

/**
 * The newest release that made something slower comes first, then those that made something faster; worded as for two
 * runs.
 */
function headlineOf({ steps, whole }: Releases): Headline {
  const told = steps.map(stepHeadline).toReversed();
  const slower = told.filter(({ headline: { kind } }) => kind === 'worse');
  const faster = told.filter(({ headline: { kind } }) => kind === 'better');
  const named = ({ step, headline: { says } }: StepHeadline): string => `with ${step.to}, ${says}`;
  const [first] = slower.length > 0 ? slower : faster;
  if (first !== undefined) {
    const others = [...slower, ...faster]
      .filter((each) => each !== first)
      .map(({ step, headline }) => {
        return `${headline.word.toLowerCase()} with ${step.to}`;
      });
    return { ...first.headline, says: [named(first), ...others].join('; ') };
  }
  const all = whole && stepHeadline(whole);
  if (all?.headline.kind !== undefined) {
    const { says, ...headline } = all.headline;
    return { ...headline, says: `from ${all.step.from} to ${all.step.to}, ${says}; no single release shows it` };
  }
  const refused = told.filter(({ step: { is } }) => is === 'refused');
  if (refused.length > 0) {
    const says = `${refused.length} of ${pluralize(steps.length, 'release')} cannot be compared with the one before: ${refused
      .map(({ step }) => `${step.from} → ${step.to}`)
      .toReversed()
      .join(', ')}`;
    return { is: 'inconclusive', word: 'Not compared', says };
  }
  const undecided = told.filter(({ headline: { is } }) => is === 'inconclusive').length;
  if (undecided > 0) {
    const says = `no release shows a difference; ${undecided} of ${pluralize(steps.length, 'step')} left undecided`;
    return { is: 'inconclusive', word: 'Undecided', says };
  }
  return { is: 'pass', word: 'Same', says: `no release changed anything, in ${pluralize(steps.length, 'step')}` };
}

function tableOf(releases: Releases): LoadTable {
  const told = allOf(releases).map(stepHeadline);
  return {
    title: 'Release by release',
    lead: `Each release against the one before${releases.whole === undefined ? '' : ', and the last against the first'}. Of releases without a difference, at most one page in twenty calls anything faster or slower.`,
    head: ['', 'result', 'what changed'],
    rows: told.map(({ step, headline }) => [
      `${step.from} → ${step.to}`,
      `${headlineStyle(headline).mark} ${headline.word}`,
      headline.says,
    ]),
  };
}
