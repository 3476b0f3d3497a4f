import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keyOf, type Run } from '../../../load/records/segments.ts';
import { durationText } from '../../../reports/text/format.ts';
import type { LoadFolder } from './load-in.ts';
import { readLoadHeader } from './read-load-header.ts';

type PartFolder = LoadFolder & { readonly bytes: number };

/**
 * The folders of several that have records. A load generator that was killed before its first one leaves an empty file:
 * its part of the schedule is missing, and the others are no less there. An empty file is refused as any other where it is
 * alone, or beside whole runs, of none of which it can be a part.
 */
export function partsFound(paths: readonly string[]): {
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
export function apartWords(runs: readonly Run<LoadFolder>[]): readonly string[] {
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
function isRestOf(one: Run<LoadFolder>, other: Run<LoadFolder>): boolean {
  const [ones, others] = [one, other].map(({ files }) => files.map(({ header }) => header.segment));
  if (ones === undefined || others === undefined) return false;
  const [a, b] = [one.files[0], other.files[0]];
  const isSame = a !== undefined && b !== undefined && keyOf(a.header) === keyOf(b.header);
  return isSame && [...ones, ...others].every(Boolean) && !others.some((segment) => ones.includes(segment));
}

export function namesOf(run: Run<LoadFolder> | undefined): string {
  return (run?.files ?? []).map(({ path, header }) => `${basename(path)} (${header.segment ?? ''})`).join(', ');
}
