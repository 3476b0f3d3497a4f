import type { Finding, Run } from '../../conformance/model/run.ts';

/**
 * What shows a cause again, by the failure that shows it best. Where what that sends by itself does not, a line of
 * the cause's own.
 */
export function linesToRun(
  { reproduce, again }: Pick<Finding, 'reproduce' | 'again'>,
  { run }: Pick<Run['causes'][number], 'run'>,
): readonly string[] {
  if (run !== undefined) return [run];
  return [again?.run ?? '', again?.inPlace === true ? '' : reproduce].filter((line) => line !== '');
}
