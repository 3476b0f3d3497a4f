import type { Finding, Run } from '../../conformance/model/run.ts';
import { counted } from '../text/format.ts';
import type { ToFix } from './clauses.ts';
import { httpLead } from './levels.ts';
import { painter, type TerminalStyle } from '../text/paint.ts';
import { visible } from '../text/visible.ts';
import { failureBlock } from './terminal.ts';

type Cause = Run['causes'][number];

/** Of the checks that fail for the same reason so many are named. */
const mostNamed = 4;

/** A cause in at most some twelve lines: the finding that shows it best, what else fails by it, and what it is like. */
export function causeBlock(cause: Cause, findings: readonly Finding[], style: TerminalStyle): string {
  const [lead] = findings;
  if (lead === undefined) return '';
  const paint = painter(style);
  const [first, ...others] = lead.mismatches;
  const short = { ...lead, mismatches: first === undefined ? [] : [first], exchanges: [], doneBy: [] };
  const { reproduce, ...told } = short;
  const colour = lead.level === 'HTTP' ? 'yellow' : 'red';
  return [
    failureBlock({ ...told, reproduce: '' }, {}, style, colour),
    ...(others.length === 0
      ? []
      : [
          `    ${paint('dim', `and ${counted(others.length, 'mismatch', 'mismatches')} more, which report.html shows`)}`,
        ]),
    ...(reproduce === '' ? [] : [`  ${paint('dim', 'run')}  ${visible(reproduce, '\n\t')}`]),
    ...alsoLines(cause, style),
    ...likelyLine(cause, style),
  ].join('\n');
}

/** The HTTP obligations that are not met, by their causes; one that is told above is only named. */
export function httpCausesBlock(causes: readonly ToFix[], above: readonly ToFix[], style: TerminalStyle): string {
  const isAbove = ({ of }: ToFix): boolean => above.some((each) => each.of === of);
  const told = causes.filter(isAbove).flatMap(({ findings }) => findings);
  const more = counted(told.length, 'obligation');
  const lead = `${painter(style)('bold', 'HTTP, not met')}\n  ${httpLead}`;
  return [
    told.length === 0 ? lead : `${lead}\n  ${more} ${told.length === 1 ? 'has' : 'have'} a cause that is told above.`,
    ...causes.filter((each) => !isAbove(each)).map(({ cause, findings }) => causeBlock(cause, findings, style)),
  ].join('\n\n');
}

function alsoLines({ checks: [, ...also] }: Cause, { width }: TerminalStyle): readonly string[] {
  if (also.length === 0) return [];
  const named = also.slice(0, mostNamed).map((id) => visible(id));
  const more = also.length > mostNamed ? [`and ${also.length - mostNamed} more`] : [];
  const lead = `  ${counted(also.length, 'more check')} ${also.length === 1 ? 'fails' : 'fail'} with it: `;
  const text = [...named, ...more].join(', ');
  return lead.length + text.length <= width
    ? [lead + text]
    : [lead.trimEnd(), ...named.concat(more).map((each) => `    ${each}`)];
}

/** What a person can start to see a service with about the same failures. */
function likelyLine({ likely: [first] }: Cause, style: TerminalStyle): readonly string[] {
  if (first === undefined || first.share < leastShown) return [];
  const share = `${Math.round(100 * first.share)} % of the failing checks in common`;
  return [
    `  ${painter(style)('dim', 'like')}  npx assay serve --fault ${first.fault}  ${painter(style)('dim', `(${share})`)}`,
  ];
}

/** With less in common it would lead astray. */
const leastShown = 0.5;

/** `12 failures, 2 causes`; nothing where that is the same. */
export function causesLine(causes: readonly Pick<ToFix, 'findings'>[]): string | undefined {
  const failures = causes.reduce((sum, { findings }) => sum + findings.length, 0);
  if (failures === causes.length) return undefined;
  return `${counted(failures, 'failure')}, ${counted(causes.length, 'cause')}; --verbose prints each failure in full`;
}
