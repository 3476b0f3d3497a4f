import type { Load } from '../../load/verdict/load.ts';
import type { Figures } from '../../load/figures/figures.ts';
import type { LoadTable } from './load-table.ts';
import { msText, percentText, quantileText } from './format.ts';
import { verdictMarks } from '../text/format.ts';

type Generators = NonNullable<Load['generators']>;

/** The load generators of a run side by side, then all of them together, then all without the invalid ones. */
export function generatorTable({ generators, ...all }: Load): LoadTable {
  return {
    title: 'Generators',
    lead: generators === undefined ? '' : leadOf(generators),
    head: [
      'segment',
      'instrument',
      'started after, ms',
      'recorded',
      'share',
      'failed',
      'TTFT p50, ms',
      'TTFT p95, ms',
      'TTFT p99, ms',
      'gap p99, ms',
      'E2E p50, ms',
      'E2E p99, ms',
      'lag p99, ms',
      'reference stream p99, ms',
      'machine',
    ],
    rows: generators === undefined ? [] : rowsOf(generators, all),
    isWide: true,
  };
}

function leadOf({ startsDifferMs, says }: Generators): string {
  const parts = [
    `One load generator a row; each measures its own requests by its own clock. They started within ${msText(startsDifferMs)} ms, by the clocks of their machines; rates and what is shown over time are exact to that.`,
    ...says.map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`),
  ];
  return parts.join(' ');
}

function rowsOf({ each, missing, withoutInvalid }: Generators, all: Omit<Load, 'generators'>) {
  const valid = each.filter(({ validity }) => validity.is === 'valid').length;
  return [
    ...each.map((one) => [
      one.segment,
      one.validity.is === 'valid'
        ? `${verdictMarks.pass} valid`
        : `${verdictMarks.inconclusive} invalid: ${one.validity.reasons.map(({ because }) => because).join('; ')}`,
      msText(one.startedAfterMs),
      one.planned === undefined ? String(one.recorded) : `${one.recorded} of ${one.planned}`,
      percentText(one.share),
      ...timesOf(one.figures),
      msText(one.canary?.errorMs.p99),
      one.environment?.machine ?? '–',
    ]),
    ...missing.map(({ segment, planned }) => [
      segment,
      `${verdictMarks.inconclusive} no records`,
      '–',
      planned === undefined ? '0' : `0 of ${planned}`,
      ...Array.from({ length: 11 }, () => '–'),
    ]),
    [
      'all',
      `${valid} of ${each.length + missing.length} valid`,
      '',
      `${all.counts.recorded} of ${all.counts.planned}`,
      percentText(1),
      ...timesOf(all),
      msText(all.canary?.errorMs.p99),
      '',
    ],
    ...(withoutInvalid === undefined
      ? []
      : [
          [
            'without the invalid',
            '',
            '',
            String(withoutInvalid.figures.counts.recorded),
            percentText(withoutInvalid.figures.counts.recorded / Math.max(1, all.counts.recorded)),
            ...timesOf(withoutInvalid.figures),
            '',
            '',
          ],
        ]),
  ];
}

function timesOf({ counts, ttftMs, gapMs, e2eMs, lagMs }: Figures): readonly string[] {
  return [
    String(counts.failed),
    ...(['p50', 'p95', 'p99'] as const).map((name) => quantileText(ttftMs, name)),
    quantileText(gapMs, 'p99'),
    quantileText(e2eMs, 'p50'),
    quantileText(e2eMs, 'p99'),
    quantileText(lagMs, 'p99'),
  ];
}

/** Number of valid generators, how far apart they started, and the problems of each, line by line. */
export function generatorLines({ generators }: Load): readonly string[] {
  if (generators === undefined) return [];
  const { each, missing, startsDifferMs, says } = generators;
  const valid = each.filter(({ validity }) => validity.is === 'valid').length;
  return [
    `generators: ${valid} of ${each.length + missing.length} valid, started within ${msText(startsDifferMs)} ms`,
    ...says.map((one) => `${verdictMarks.inconclusive} ${one}`),
  ];
}
