import type { Run } from '../../../conformance/model/run.ts';

/** That the target serves one connection at a time, in one line: clients that keep several open wait for each other. */
export function oneConnectionText({ oneConnection }: Pick<Run, 'oneConnection'>): string | undefined {
  if (oneConnection === undefined) return undefined;
  const at = oneConnection.since.slice(11, 19);
  return `The target serves one connection at a time: a request on a second one was answered only once the first was closed, though nothing was in flight on that. Since ${at} UTC the run closed each before it opened another, as with --concurrency 1; clients that keep several open, as most do, wait for each other there`;
}
