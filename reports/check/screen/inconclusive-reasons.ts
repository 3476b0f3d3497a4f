import type { Finding, Run } from '../../../conformance/model/run.ts';
import { topicOf } from '../clauses.ts';
import { reasonDetails, jointReason, reasonOf } from '../reasons.ts';
import { isForToken } from '../verdict-words.ts';
import { familyName, familyOf } from './families.ts';
import { capitalized, pluralize, verdictMarks } from '../../text/format.ts';
import { painter, verdictPaints, type TerminalStyle } from '../../text/paint.ts';
import { wrapLines, wrapToLines } from '../../text/wrap.ts';
import { escapeControls } from '../../text/visible.ts';

/** The checks that could not be judged for one reason; `by` is the check whose failure is the reason, if known. */
type InconclusiveReason = {
  readonly because: string;
  readonly by?: string;
  /** True where the reason is the error that `by` shows. */
  readonly isTold?: true;
  readonly findings: readonly Finding[];
};

/** Most paragraphs that are printed; further ones are counted. */
const mostTold = 4;
/** Most lines for checks with a reason of their own. */
const mostJoint = 6;

/**
 * The inconclusive checks by reason, the most frequent first. Those that depend on the same failed check are one group,
 * whatever their reasons say: everything that needs a bot depends on the list of bots.
 */
export function inconclusiveReasons(
  findings: readonly Finding[],
  { causes, findings: all }: Pick<Run, 'causes' | 'findings'>,
): readonly InconclusiveReason[] {
  if (causes.some(({ elsewhere }) => elsewhere !== undefined) && findings.length > 0)
    return [{ because: 'no answer is one of such a service', findings }];
  const leadOf = new Map(causes.flatMap(({ checks }) => checks.map((id) => [id, checks[0] ?? id] as const)));
  const byCheck = new Map(all.map((finding) => [finding.check, finding]));
  const leadAbout = (topic: string): string | undefined =>
    leadOf.get([...leadOf.keys()].find((id) => topicOf(id) === topic) ?? '');
  const toldBy = new Map(causes.flatMap(({ checks: [lead = ''], open = [] }) => open.map((id) => [id, lead] as const)));
  const causeIn = (finding: Finding, deeper = 3): string | undefined => {
    const about = reasonDetails(finding);
    if (about?.is === 'missing' && about.what === 'answer') return leadAbout(topicOf(finding.check));
    if (about?.is === 'missing' && about.what === 'bot') return leadAbout('bots.list');
    if (about?.is !== 'control') return toldBy.get(finding.check);
    const itself = byCheck.get(about.check);
    return leadOf.get(about.check) ?? (itself && deeper > 0 ? causeIn(itself, deeper - 1) : undefined);
  };
  const groups = Map.groupBy(findings, (finding) => causeIn(finding) ?? reasonOf(finding));
  const leads = new Set(leadOf.values());
  return [...groups]
    .map(([key, some]) => {
      const because = jointReason(some);
      if (!leads.has(key)) return { because, findings: some };
      const isTold = some.every(({ check }) => toldBy.has(check));
      return { because, by: key, ...(isTold ? { isTold } : {}), findings: some };
    })
    .toSorted((a, b) => b.findings.length - a.findings.length);
}

/** A paragraph for each reason, with the number of its checks by family. `elsewhere`: where the rest is shown. */
export function inconclusiveReasonsBlock(
  findings: readonly Finding[],
  run: Run,
  style: TerminalStyle,
  elsewhere = '--verbose prints them',
): string {
  const all = inconclusiveReasons(findings, run);
  const single = all.filter((open) => open.findings.length === 1 && !open.findings.some(isForToken));
  const joint = single.length > 1 ? single : [];
  const whole = all.filter((open) => !joint.includes(open));
  const [told, rest] = [whole.slice(0, mostTold), whole.slice(mostTold)];
  const more = rest.reduce((sum, each) => sum + each.findings.length, 0);
  const others = pluralize(rest.length, 'other reason');
  return [
    ...told.map((open) => paragraph(open, run, style)),
    ...(joint.length === 0 ? [] : [jointly(joint, style, elsewhere)]),
    ...(more === 0 ? [] : [`${verdictMarks.inconclusive} ${more} more for ${others}; ${elsewhere}`]),
  ].join('\n\n');
}

/** A line for each check with a reason of its own. */
function jointly(all: readonly InconclusiveReason[], style: TerminalStyle, elsewhere: string): string {
  const { width } = style;
  const noun = nounOf(all.flatMap(({ findings }) => findings));
  const title = `${verdictMarks.inconclusive} ${pluralize(all.length, noun)} could not be judged, one by one`;
  const lines = all
    .slice(0, mostJoint)
    .flatMap(({ because, findings }) =>
      findings.map(({ check }) => wrapToLines(1, `${check}: ${because}`, 4, width).join('')),
    );
  const more = all.length - mostJoint;
  return [
    ...wrapLines(title, 0, width).map((line) => painter(style)(verdictPaints.inconclusive, line)),
    ...lines,
    ...(more > 0 ? [`    and ${more} more; ${elsewhere}`] : []),
  ].join('\n');
}

function nounOf(findings: readonly Finding[]): string {
  return findings.every(({ level }) => level === 'MUST') ? 'MUST check' : 'check';
}

function paragraph({ because, by, isTold, findings }: InconclusiveReason, run: Run, style: TerminalStyle): string {
  const { width } = style;
  const head = (text: string): string =>
    wrapLines(`${verdictMarks.inconclusive} ${text}`, 0, width)
      .map((line) => painter(style)(verdictPaints.inconclusive, line))
      .join('\n');
  const about = findings.map(reasonDetails).find((each) => each?.is === 'token' && each.which === 'token');
  if (about?.is === 'token') {
    const hanging = run.findings.filter(isForToken);
    return [
      head(
        `${capitalized(about.seen)}; ${pluralize(hanging.length, 'check')} need${hanging.length === 1 ? 's' : ''} it`,
      ),
      ...wrapLines(capitalized(about.advice), 2, width),
      ...whichOf(hanging, style),
    ].join('\n');
  }
  const noun = nounOf(findings);
  const cause = by === undefined ? '' : `, because ${escapeControls(by)} failed`;
  return [
    head(`${pluralize(findings.length, noun)} could not be judged${cause}`),
    ...(isTold === true ? [] : wrapToLines(3, because, 2, width)),
    ...whichOf(findings, style),
  ].join('\n');
}

/** The ids of the checks where they are few, else their families. */
function whichOf(findings: readonly Finding[], style: TerminalStyle): readonly string[] {
  const { width } = style;
  const paint = painter(style);
  if (findings.length <= 3) return findings.map(({ check }) => paint('dim', `    ${escapeControls(check)}`));
  const families = [...Map.groupBy(findings, ({ check }) => familyOf(check))].map(
    ([family, some]) => `${familyName(escapeControls(family))} ${some.length}`,
  );
  return wrapLines(families.join(', '), 2, width).map((line) => paint('dim', line));
}
