import type { RequestsHeader } from './requests.ts';

/**
 * Files that are one run: the same seed, scenario and settings, and different segments of its schedule. A file without
 * segment is a run by itself, and so is a second file of the same segment, which comes of running it again.
 */
export function runsOf<File extends { readonly header: RequestsHeader }>(
  files: readonly File[],
): readonly (readonly File[])[] {
  const runs: { readonly key: string; readonly segments: Set<string>; readonly files: File[] }[] = [];
  for (const file of files.toSorted((a, b) => a.header.t0UnixNs - b.header.t0UnixNs)) {
    const { segment } = file.header;
    const key = keyOf(file.header);
    const open =
      segment === undefined
        ? undefined
        : runs.find((run) => run.key === key && !run.segments.has(segment) && run.segments.size > 0);
    if (open === undefined)
      runs.push({ key, segments: new Set(segment === undefined ? [] : [segment]), files: [file] });
    else {
      open.segments.add(segment ?? '');
      open.files.push(file);
    }
  }
  return runs.map((run) => run.files);
}

function keyOf({ seed, scenario, settings }: RequestsHeader): string {
  const entries = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([seed, scenario, entries]);
}

/**
 * The header of a run of several segments: it begins with the earliest one. Each segment's times count from its own t0,
 * from which it sends its part of the one schedule, so that they are compared as they stand.
 *
 * @param headers of one run, at least one
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
