import { checksIn } from '../../text/defects.ts';
import type { Finding } from '../../../conformance/model/run.ts';
import { pluralize, verdictMarks } from '../../text/format.ts';
import { painter, type TerminalStyle } from '../../text/paint.ts';
import { escapeControls } from '../../text/visible.ts';
import { otherCounts } from '../finding-lines.ts';
import { markOf } from '../mark.ts';

/** The families of clauses, by what the ids of their checks begin with, as people call them. */
const names: Readonly<Record<string, string>> = {
  sessions: 'Sessions',
  chat: 'Chat',
  speech: 'Speech',
  transport: 'Transport',
  bots: 'Bots',
  stream: 'Stream',
  voices: 'Voices',
  auth: 'Authentication',
  errors: 'Errors',
  metering: 'Metering',
};

const widest = Math.max(...Object.values(names).map(({ length }) => length));

/** What a check's id begins with: `speech` of `speech.speed/rejects-text`. */
export function familyOf(check: string): string {
  return /^[^./]*/.exec(check)?.[0] ?? check;
}

/** The name of a family for people. */
export function familyName(family: string): string {
  return Object.hasOwn(names, family) ? (names[family] ?? family) : family;
}

/**
 * One line for a family: `✗ Speech          190 checks, 4 failed  § 2.5, 2.6, 4.5`, with the clauses where there is room. A
 * line for checks of several families names those that failed: `84 checks, 4 failed: Speech, Errors`.
 */
export function familyLine(name: string, findings: readonly Finding[], style: TerminalStyle): string {
  const paint = painter(style);
  const parts = otherCounts(findings);
  const checks = pluralize(checksIn(findings), 'check');
  const lead = `${escapeControls(name).padEnd(widest)}  ${checks.padStart(10)}`;
  const others = failedElsewhere(name, findings);
  const plain = [`${verdictMarks.pass} ${lead}`, ...parts.map(({ text }) => text)].join(', ') + others;
  const painted = [`${markOf(findings, style)} ${lead}`, ...parts.map(({ text, colour }) => paint(colour, text))].join(
    ', ',
  );
  const clauses = `  § ${clausesIn(findings)}`;
  return plain.length + clauses.length <= style.width
    ? painted + others + paint('dim', clauses)
    : painted + (plain.length <= style.width ? others : '');
}

/** `: Speech, Errors`: the families of the failed checks, where the line has another name. */
function failedElsewhere(name: string, findings: readonly Finding[]): string {
  const failed = findings.filter(({ verdict }) => verdict.is === 'fail');
  const families = [...new Set(failed.map(({ check }) => familyName(familyOf(check))))].filter((each) => each !== name);
  return families.length === 0 ? '' : `: ${families.map((each) => escapeControls(each)).join(', ')}`;
}

function clausesIn(findings: readonly Finding[]): string {
  const all = [...new Set(findings.map(({ clause }) => clause))];
  return escapeControls(all.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).join(', '));
}
