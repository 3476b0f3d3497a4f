import { isFurtherDefect } from '../text/defects.ts';
import type { Level } from '../../conformance/model/level.ts';
import type { Counts, Finding, Run } from '../../conformance/model/run.ts';
import { pluralize, namesIn } from '../text/format.ts';

/** The heaviest first. */
const levels = ['MUST', 'HTTP', 'SHOULD'] as const satisfies readonly Level[];

/** True where a failure of this level fails the run. */
export function countsForExitCode(level: Level, { strict }: Pick<Run, 'strict'>): boolean {
  return level === 'MUST' || strict === true || (level === 'HTTP' && strict === 'http');
}

/** An HTTP obligation that decides nothing: it is told in a section of its own. */
export function isUncountedHttp({ level }: Finding, run: Pick<Run, 'strict'>): boolean {
  return level === 'HTTP' && !countsForExitCode(level, run);
}

/** Each MUST, then each HTTP obligation, then each SHOULD; within a level as they came. */
export function heaviestFirst(findings: readonly Finding[]): readonly Finding[] {
  return levels.flatMap((each) => findings.filter(({ level }) => level === each));
}

const namesShown = 3;

/** What each level came to, in words. A level of which the run has no check is left out. */
export function levelsIn({
  findings: all,
}: Pick<Run, 'findings'>): readonly { readonly name: string; readonly says: string }[] {
  const findings = all.filter((finding) => !isFurtherDefect(finding));
  const [musts = [], https = [], shoulds = []] = levels.map((level) => findings.filter((each) => each.level === level));
  return [
    { name: 'Interface', of: musts, says: mustText(countsOf(musts), musts.length) },
    { name: 'HTTP obligations', of: https, says: metText(https) },
    { name: 'SHOULD', of: shoulds, says: metText(shoulds) },
  ].flatMap(({ name, of, says }) => (of.length === 0 ? [] : [{ name, says }]));
}

/** The same in one line: `Interface: all 430 MUST checks passed. HTTP obligations: 2 of 70 not met: a/b, c/d.` */
export function levelsText(run: Pick<Run, 'findings' | 'exitCode'>): string {
  const levels = levelsIn(run).map(({ name, says }) => `${name}: ${says}.`);
  // "All passed" of a run that was cut short would be taken for all there are.
  const isCutShort = levels.length > 0 && (run.exitCode === 130 || run.exitCode === 143);
  return [...(isCutShort ? ['Of what was judged by then:'] : []), ...levels].join(' ');
}

/**
 * For an HTTP obligation that is not met: who meets it, so that nobody takes it for a reason not to use the service.
 */
export const httpIntroduction =
  'Rules of HTTP about requests that common clients do not send by default, or details of answers that they do not read. They count only with --strict or --strict http.';

function mustText({ pass, fail, inconclusive, notApplicable }: Counts, total: number): string {
  const open = inconclusive === 0 ? '' : `, ${inconclusive} could not be judged`;
  const away = notApplicable === 0 ? '' : `, ${notApplicable} did not apply`;
  if (fail > 0) return `${fail} of ${pluralize(total, 'MUST check')} failed${open}${away}`;
  return `${allOf(pass, total)} MUST ${pass === 1 ? 'check' : 'checks'} passed${open}${away}`;
}

function metText(findings: readonly Finding[]): string {
  const { pass, fail, inconclusive, notApplicable } = countsOf(findings);
  const judged = findings.length - notApplicable;
  const which = inconclusive > namesShown ? '' : `: ${idsOf(findings, 'inconclusive').join(', ')}`;
  const open = inconclusive === 0 ? '' : `, ${inconclusive} could not be judged${which}`;
  if (fail > 0) return `${fail} of ${judged} not met: ${namesIn(idsOf(findings, 'fail'), namesShown)}${open}`;
  if (judged === 0) return 'none applied';
  return `${allOf(pass, judged)} met${open}`;
}

function allOf(some: number, total: number): string {
  if (some < total) return String(some);
  return total === 1 ? '1 of 1' : `all ${total}`;
}

/** Each by its name once: `fuzz` finds one property broken by several requests. */
function idsOf(findings: readonly Finding[], is: Finding['verdict']['is']): readonly string[] {
  const having = Map.groupBy(
    findings.filter(({ verdict }) => verdict.is === is),
    ({ check }) => check,
  );
  return [...having].map(([check, { length }]) => (length === 1 ? check : `${check} (${length} times)`));
}

/** How many checks have each verdict: several defects of one property are one check that fails. */
export function countsOf(findings: readonly Finding[]): Counts {
  const checks = findings.filter((finding) => !isFurtherDefect(finding));
  const having = (is: Finding['verdict']['is']): number => checks.filter(({ verdict }) => verdict.is === is).length;
  return {
    pass: having('pass'),
    fail: having('fail'),
    inconclusive: having('inconclusive'),
    notApplicable: having('notApplicable'),
  };
}
