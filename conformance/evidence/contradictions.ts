import type { Run } from '../model/run.ts';
import { skewMs } from './clock-skew.ts';
import type { Evidence } from './evidence.ts';

/**
 * What one part of a record says against another, or against the document, though every verdict follows: an honest run has
 * none. Times may differ by as much as clocks do.
 */
export function contradictionsIn(
  { record: { header, exchanges }, selfTest }: Evidence,
  { startedAt, endedAt }: Pick<Run, 'startedAt' | 'endedAt'>,
  { title }: Run['document'],
): readonly string[] {
  const [from, to] = [Date.parse(startedAt) - skewMs, Date.parse(endedAt) + skewMs];
  const outside = exchanges.find((exchange) => {
    const at = Date.parse(exchange.startedAt);
    return at < from || at > to;
  });
  return [
    outside === undefined
      ? undefined
      : `${outside.id} is of ${outside.startedAt}, and the run was between ${startedAt} and ${endedAt}`,
    header.document.title === title
      ? undefined
      : `it calls the document ${JSON.stringify(header.document.title)}, whose title is ${JSON.stringify(title)}`,
    selfTest.tool.version === header.tool.version
      ? undefined
      : `its self-test is of assay ${selfTest.tool.version}, and ${header.tool.version} judged`,
    Date.parse(selfTest.startedAt) < from
      ? `its self-test is of ${selfTest.startedAt}, before the run, which began at ${startedAt}`
      : undefined,
  ].flatMap((says) => says ?? []);
}
