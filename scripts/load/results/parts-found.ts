import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { scheduleKey, type SegmentedRun } from '../../../load/records/segments.ts';
import { durationText } from '../../../reports/text/format.ts';
import type { LoadFolder } from './load-in.ts';
import { readLoadHeader } from './read-load-header.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { missingSegments, segmentFrom } from '../../../load/records/segment.ts';
import { escapeControls } from '../../../reports/text/visible.ts';

type PartFolder = LoadFolder & { readonly bytes: number };

/**
 * The folders of several that have records. A load generator that was killed before its first one leaves an empty file:
 * its part of the schedule is missing, and the others are no less there. An empty file is refused as any other where it is
 * alone, or beside whole runs, of none of which it can be a part.
 */
export function foldersWithRecords(paths: readonly string[]): {
  readonly folders: readonly PartFolder[];
  readonly words: readonly string[];
} {
  const sized = paths.map((path) => ({ path, bytes: statSync(join(path, 'requests.ndjson')).size }));
  const headed = ({ path, bytes }: (typeof sized)[number]): PartFolder => ({
    path,
    header: readLoadHeader(path),
    bytes,
  });
  const begun = sized.filter(({ bytes }) => bytes > 0).map(headed);
  if (begun.every(({ header }) => header.segment === undefined)) return { folders: sized.map(headed), words: [] };
  return {
    folders: begun,
    words: sized
      .filter(({ bytes }) => bytes === 0)
      .map(({ path }) => `${path}/requests.ndjson is empty: it ended before its first record, and is in no figure`),
  };
}

/** What looks like parts of one schedule and was not taken as such, as they did not begin together by their clocks. */
export function notSimultaneousNotes(runs: readonly SegmentedRun<LoadFolder>[]): readonly string[] {
  return runs.flatMap((run, place) => {
    const earlier = runs.slice(0, place).find((each) => isRestOf(each, run));
    const [first, own] = [earlier?.files[0], run.files[0]];
    if (first === undefined || own === undefined) return [];
    const afterMs = Math.round((own.header.t0UnixNs - first.header.t0UnixNs) / 1e9) * 1000;
    return [
      `${namesOf(run)} and ${namesOf(earlier)} are parts of the same schedule (seed ${own.header.seed}), but began ${durationText(afterMs)} apart by their clocks, so that each is a run of its own; if they ran together, one clock was wrong: set it, and run again`,
    ];
  });
}

/** Segments of the same schedule, none of which both have: a run that was repeated has the same ones again. */
function isRestOf(one: SegmentedRun<LoadFolder>, other: SegmentedRun<LoadFolder>): boolean {
  const [ones, others] = [one, other].map(({ files }) => files.map(({ header }) => header.segment));
  if (ones === undefined || others === undefined) return false;
  const [a, b] = [one.files[0], other.files[0]];
  const isSame = a !== undefined && b !== undefined && scheduleKey(a.header) === scheduleKey(b.header);
  return isSame && [...ones, ...others].every(Boolean) && !others.some((segment) => ones.includes(segment));
}

function namesOf(run: SegmentedRun<LoadFolder> | undefined): string {
  return (run?.files ?? []).map(({ path, header }) => `${basename(path)} (${header.segment ?? ''})`).join(', ');
}

/** Why parts that would make a whole schedule were not merged: what their settings differ in. */
export function notMergedNotes(runs: readonly SegmentedRun<LoadFolder>[]): readonly string[] {
  return runs.flatMap((run, place) =>
    runs.slice(0, place).flatMap((earlier) => {
      const [one, other] = [earlier.files[0], run.files[0]];
      if (one === undefined || other === undefined || !makeAWhole(earlier, run)) return [];
      const differing = differencesOf(one.header, other.header);
      return differing.length === 0
        ? []
        : [
            `${namesOf(earlier)} and ${namesOf(run)} would make one schedule, but are not merged, as they were not asked for the same: ${differing.join('; ')}; start all generators with the same settings`,
          ];
    }),
  );
}

/** Neither alone has all of a schedule, and no part is in both. */
function makeAWhole(one: SegmentedRun<LoadFolder>, other: SegmentedRun<LoadFolder>): boolean {
  const [ones, others] = [one, other].map(({ files }) => files.map(({ header }) => header.segment ?? ''));
  if (ones === undefined || others === undefined || others.some((segment) => ones.includes(segment))) return false;
  const lacksOf = (texts: readonly string[]): number | undefined => {
    const segments = texts.flatMap((text) => segmentFrom(text) ?? []);
    return segments.length === texts.length ? missingSegments(segments).length : undefined;
  };
  return lacksOf([...ones, ...others]) === 0 && lacksOf(ones) !== 0 && lacksOf(others) !== 0;
}

/** Read from a file, which may hold anything. */
function shown(value: string): string {
  return escapeControls(value.length > mostShown ? `${value.slice(0, mostShown)}…` : value);
}

const mostShown = 100;

function differencesOf(one: RequestsHeader, other: RequestsHeader): readonly string[] {
  const [a, b] = [one, other].map(({ seed, scenario, settings }) => ({ scenario, seed, ...settings }));
  const names = [...new Set([a, b].flatMap((each) => Object.keys(each ?? {})))];
  const valueOf = (of: object | undefined, name: string): string =>
    JSON.stringify(Object.entries(of ?? {}).find(([key]) => key === name)?.[1]) ?? 'none';
  return names.flatMap((name) => {
    const [first, second] = [valueOf(a, name), valueOf(b, name)];
    return first === second ? [] : [`${name} ${shown(first)} and ${shown(second)}`];
  });
}
