import type { Run } from '../../conformance/model/run.ts';
import { type Background, comparableFaults, noBackground } from './background.ts';
import { clausesOf, inconclusiveOf } from './clauses.ts';
import { countsOf, levelsText } from './levels.ts';
import { knownFailureAdvice, knownFailureWords, knownFailuresIn } from './known.ts';
import { causes, failures, failuresInFull, longestCell, otherFailures, unmetHttp } from './markdown-failures.ts';
import { code, folded, prose, table, withinTable } from '../text/markdown-text.ts';
import { counted, durationText, spendText, verdictMarks, verdictWords } from '../text/format.ts';
import { headlineOf, targetText, tookMs } from './headline.ts';

/** A pull request's comment holds 65,536 characters, and a step summary 1 MiB; nobody reads as much. */
const mostCharacters = 60_000;

/** A run as Markdown for a pull request or a CI step summary: what matters first, the rest folded while there is room. */
export function checkMarkdown(run: Run, background: Pick<Background, 'faults'> = noBackground): string {
  const sections = [
    heading(run),
    counts(run),
    causes(run),
    failures(run),
    otherFailures(run),
    unmetHttp(run),
    inconclusive(run),
    knownFailures(run),
    drift(run),
    ...failuresInFull(run, comparableFaults(run, background)),
    clauses(run),
    observations(run),
  ].filter((section) => section !== '');
  return `${fitting(sections, footer(run)).join('\n\n')}\n`;
}

/** As many whole sections as fit; a long one is left out for shorter ones behind it. */
function fitting(sections: readonly string[], last: string): readonly string[] {
  const note = 'Some of it is left out to keep this short; `report.html` has it.';
  let left = mostCharacters - last.length - note.length - 4;
  const kept = sections.filter((section) => {
    const length = section.length + 2;
    if (length > left) return false;
    left -= length;
    return true;
  });
  return [...kept, ...(kept.length < sections.length ? [note] : []), last];
}

function heading(run: Run): string {
  const { is, word, says } = headlineOf(run);
  return `## ${verdictMarks[is]} ${word}: ${prose(says)}\n\nTarget ${code(targetText(run))}, judged in ${durationText(tookMs(run))}. ${prose(levelsText(run))}`;
}

function counts({ counts: { pass, fail, inconclusive, notApplicable }, spend, plan }: Run): string {
  return table(
    ['passed', 'failed', 'inconclusive', 'not applicable', 'spent', 'planned at most'],
    [
      [
        String(pass),
        String(fail),
        String(inconclusive),
        String(notApplicable),
        spendText(spend),
        spendText(plan.atMost),
      ],
    ],
  );
}

function knownFailures(run: Run): string {
  const rows = knownFailuresIn(run).map(({ check, knownFailure: { is, reason: why, expires } }) => {
    const what = [knownFailureWords[is], knownFailureAdvice[is]].filter((text) => text !== '').join('; ');
    return [code(check), prose(what), expires, prose(why)];
  });
  return rows.length === 0 ? '' : `### Known failures\n\n${table(['check', 'state', 'until', 'reason'], rows)}`;
}

function drift({ drift: changes }: Run): string {
  if (changes === undefined) return '';
  const rows = changes.map(({ clause, says, was, now }) => [
    prose(clause),
    prose(says),
    code(was, 120),
    code(now, 120),
  ]);
  const lead = 'Where the document leaves it open, this target differs from its dialect. None of it is a failure.';
  return rows.length === 0 ? '' : `### Drift\n\n${lead}\n\n${table(['clause', 'question', 'was', 'now'], rows)}`;
}

function inconclusive(run: Run): string {
  const reasons = inconclusiveOf(run);
  const rows = withinTable(
    reasons.map(({ is, because, findings }) => [
      `${verdictMarks[is]} ${verdictWords[is]}`,
      String(findings.length),
      code(because, longestCell),
    ]),
  );
  const rest = reasons.length - rows.length;
  const more = rest > 0 ? `\n\n… and ${counted(rest, 'other reason')}.` : '';
  return rows.length === 0 ? '' : `### Not judged\n\n${table(['', 'checks', 'because'], rows)}${more}`;
}

function observations({ observations: seen }: Run): string {
  if (seen.length === 0) return '';
  const rows = seen.map(({ clause, says, value }) => [prose(clause), prose(says), code(value, 120)]);
  return folded('Where the document leaves it open', table(['clause', 'question', 'observed'], rows));
}

function clauses(run: Run): string {
  const rows = clausesOf(run).map(({ clause, topic, findings }) => {
    const { pass, fail, inconclusive, notApplicable } = countsOf(findings);
    return [prose(clause), prose(topic), String(pass), String(fail), String(inconclusive), String(notApplicable)];
  });
  const head = ['clause', 'topic', 'passed', 'failed', 'inconclusive', 'not applicable'];
  return rows.length === 0 ? '' : folded('All clauses', `${controlsSeen(run)}${table(head, rows)}`);
}

/** Of what passed because something did not happen, or was refused. */
function controlsSeen({ findings }: Run): string {
  const seen = findings.filter(({ verdict, controls = [] }) => verdict.is === 'pass' && controls.length > 0).length;
  if (seen === 0) return '';
  return `${counted(seen, 'check')} of an absence or a refusal passed, each with its control: \`report.html\` names it.\n\n`;
}

function footer({ tool, document, seed, label, startedAt }: Run): string {
  const name = label === undefined ? '' : `${prose(label)} · `;
  return `${name}${tool.name} ${prose(tool.version)} · document ${code(document.sha256.slice(0, 12))} · seed ${seed} · ${prose(startedAt)}`;
}
