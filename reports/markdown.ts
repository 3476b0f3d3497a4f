import type { Finding, Run } from '../conformance/core/run.ts';
import { becauseOf, clausesOf, countsOf, failuresOf, unjudgedOf } from './clauses.ts';
import { expectedAdvice, expectedWords, foreseenIn } from './known.ts';
import { block, code, folded, prose, table } from './markdown-text.ts';
import {
  clauseText,
  durationText,
  headlineOf,
  spendText,
  targetText,
  tookMs,
  verdictMarks,
  verdictWords,
} from './words.ts';

export { loadMarkdown } from './load-markdown.ts';

/** Failures told in full; a pull request's comment holds 65,536 characters. */
const toldInFull = 20;

/** A run as Markdown for a pull request or a CI step summary. */
export function checkMarkdown(run: Run): string {
  const sections = [
    heading(run),
    counts(run),
    failures(run),
    foreseen(run),
    unjudged(run),
    drift(run),
    observations(run),
    clauses(run),
    footer(run),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading(run: Run): string {
  const { is, word, says } = headlineOf(run);
  return `## ${verdictMarks[is]} ${word}: ${says}\n\nTarget ${code(targetText(run))}, judged in ${durationText(tookMs(run))}.`;
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

function failures(run: Run): string {
  const failed = failuresOf(run);
  if (failed.length === 0) return '';
  const rest = failed
    .slice(toldInFull)
    .map((finding) => `- ${code(finding.check)} (${finding.level}): ${reason(finding)}`);
  return [
    '### Failures',
    ...failed.slice(0, toldInFull).map(failure),
    ...(rest.length === 0 ? [] : [rest.join('\n')]),
  ].join('\n\n');
}

function failure(finding: Finding): string {
  const mismatches = finding.mismatches.map(
    ({ aspect, expected, observed, per }) =>
      `- ${prose(aspect)}${per === undefined ? '' : ` (${prose(per)})`}\n  - expected ${code(expected)}\n  - observed ${code(observed)}`,
  );
  return [
    `#### ${verdictMarks.fail} ${code(finding.check)} ${finding.level}, clause ${prose(clauseText(finding))}`,
    `> ${prose(finding.says)}`,
    mismatches.length === 0 ? reason(finding) : mismatches.join('\n'),
    ...(finding.reproduce === '' ? [] : [folded('Reproduce', block('sh', finding.reproduce))]),
  ].join('\n\n');
}

/** A reason may quote the target at length. */
function reason(finding: Finding): string {
  return code(becauseOf(finding));
}

function foreseen(run: Run): string {
  const rows = foreseenIn(run).map(({ check, expected: { is, reason: why, expires } }) => {
    const what = [expectedWords[is], expectedAdvice[is]].filter((text) => text !== '').join('; ');
    return [code(check), prose(what), expires, prose(why)];
  });
  return rows.length === 0
    ? ''
    : `### Known failures\n\n${table(['check', 'what became of it', 'until', 'reason'], rows)}`;
}

function drift({ drift: changes }: Run): string {
  if (changes === undefined) return '';
  const rows = changes.map(({ clause, says, was, now }) => [
    prose(clause),
    prose(says),
    code(was, 120),
    code(now, 120),
  ]);
  const lead =
    'What the document leaves open, and this target does otherwise than its dialect says. None of it counts.';
  return rows.length === 0 ? '' : `### Drift\n\n${lead}\n\n${table(['clause', 'question', 'was', 'now'], rows)}`;
}

function unjudged(run: Run): string {
  const rows = unjudgedOf(run).map(({ is, because, findings }) => [
    `${verdictMarks[is]} ${verdictWords[is]}`,
    String(findings.length),
    code(because),
  ]);
  return rows.length === 0 ? '' : `### Not judged\n\n${table(['', 'checks', 'because'], rows)}`;
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
  return rows.length === 0 ? '' : folded('All clauses', table(head, rows));
}

function footer({ tool, document, seed, startedAt }: Run): string {
  return `${tool.name} ${prose(tool.version)} · document ${code(document.sha256.slice(0, 12))} · seed ${seed} · ${prose(startedAt)}`;
}
