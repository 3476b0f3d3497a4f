import type { RequestsHeader } from '../../../load/records/requests.ts';
import { missingSegments, segmentFrom } from '../../../load/records/segment.ts';
import type { Run } from '../../../load/records/segments.ts';
import { visible } from '../../../reports/text/visible.ts';
import type { LoadFolder } from './load-in.ts';
import { namesOf } from './parts-found.ts';

/** Why parts that would make a whole schedule were not merged: what their settings differ in. */
export function whyNotMerged(runs: readonly Run<LoadFolder>[]): readonly string[] {
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
function makeAWhole(one: Run<LoadFolder>, other: Run<LoadFolder>): boolean {
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
  return visible(value.length > mostShown ? `${value.slice(0, mostShown)}…` : value);
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
