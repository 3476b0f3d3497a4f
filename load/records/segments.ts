import type { RequestsHeader } from './requests.ts';

/**
 * The files of a run, each for a different segment of its schedule, and the files that repeat a segment, which do not
 * count.
 */
export type SegmentedRun<File> = { readonly files: readonly File[]; readonly repeated: readonly File[] };

type FileOfRun = {
  readonly header: RequestsHeader;
  /** Length of the file: of two attempts at a segment, the longer contains more. */
  readonly bytes?: number;
};

/** Largest difference of the start times, in milliseconds: clocks of two machines differ, and so do their starts. */
export const startsWithinMs = 60_000;

type OpenRun<File> = {
  readonly key: string;
  readonly t0UnixNs: number;
  readonly files: File[];
  readonly repeated: File[];
};

/**
 * Groups files into runs: the files of a run have the same seed, scenario and settings, different segments of the
 * schedule, and began before the schedule was over. A file without a segment is a run by itself. A second file of a
 * segment is a second attempt where it began during the schedule, or a copy where it has the same id; otherwise it
 * belongs to another run.
 */
export function groupByRun<File extends FileOfRun>(files: readonly File[]): readonly SegmentedRun<File>[] {
  const runs: OpenRun<File>[] = [];
  for (const file of files.toSorted((a, b) => a.header.t0UnixNs - b.header.t0UnixNs)) {
    const { t0UnixNs } = file.header;
    const key = scheduleKey(file.header);
    const run = file.header.segment === undefined ? undefined : runs.find((each) => takes(each, file, key));
    if (run === undefined) runs.push({ key, t0UnixNs, files: [file], repeated: [] });
    else place(run, file);
  }
  return runs.map((run) => ({ files: run.files, repeated: run.repeated }));
}

function takes<File extends FileOfRun>(
  { key, t0UnixNs, files }: OpenRun<File>,
  { header }: File,
  ofFile: string,
): boolean {
  if (key !== ofFile || files[0]?.header.segment === undefined) return false;
  const afterMs = (header.t0UnixNs - t0UnixNs) / 1e6;
  const earlier = files.find((each) => each.header.segment === header.segment);
  if (earlier === undefined) return afterMs < header.settings.durationMs + startsWithinMs;
  return earlier.header.run === header.run || afterMs < header.settings.durationMs;
}

function place<File extends FileOfRun>({ files, repeated }: OpenRun<File>, file: File): void {
  const at = files.findIndex(({ header }) => header.segment === file.header.segment);
  const earlier = files[at];
  if (earlier === undefined) files.push(file);
  else if ((file.bytes ?? 0) > (earlier.bytes ?? 0)) repeated.push(...files.splice(at, 1, file));
  else repeated.push(file);
}

/** Files with the same key have parts of the same schedule. */
export function scheduleKey({ seed, scenario, settings }: RequestsHeader): string {
  const entries = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([seed, scenario, entries]);
}

/**
 * The header of a run of several segments: the run begins with the earliest segment. The times of each segment count
 * from its own t0, from which it sends its part of the common schedule, so they can be compared unchanged.
 *
 * @param headers the headers of a run, at least one
 */
export function mergedHeader(headers: readonly RequestsHeader[]): RequestsHeader {
  const [first, ...others] = headers.toSorted((a, b) => a.t0UnixNs - b.t0UnixNs);
  if (first === undefined) throw new Error('a run has at least one segment');
  const { segment: _, ...whole } = first;
  return {
    ...whole,
    stamps: [first, ...others].every(({ stamps: timestamps }) => timestamps === 'kernel') ? 'kernel' : 'user',
  };
}
