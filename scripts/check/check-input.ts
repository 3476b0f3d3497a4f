import type { RunWork } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { readDialect } from '../input/read-dialect.ts';
import { readKnownFailures } from '../input/read-known-failures.ts';
import { readCa } from '../input/read-settings.ts';
import { selectedWork } from '../input/work.ts';
import { readBegunRun, refuseOtherRun, type EarlierPart } from '../results/begun-run.ts';
import { headerOfSettings, type Files } from './header.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { probesByName, workToReproduce } from '../../conformance/engine/run/work-to-reproduce.ts';
import { everyCheck } from '../../conformance/every.ts';
import { chainFinder } from '../../conformance/model/chain.ts';
import type { Check } from '../../conformance/model/check.ts';
import { observations } from '../content/observation.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readJournal } from '../results/read-journal.ts';

/** The input of a check, with every file that it reads. */
export type CheckInput = {
  readonly settings: Settings;
  readonly work: RunWork;
  readonly files: Files;
  /** PEM text of a certificate authority to trust. */
  readonly ca: string | undefined;
  /** The run to resume. */
  readonly begun: EarlierPart | undefined;
};

/** Throws a UsageError where input is missing or wrong, or where the run of `resume` had other settings. */
export async function readCheckInput(
  given: Settings,
  resume: string | undefined,
  rerunFailed: string | undefined,
): Promise<CheckInput> {
  const begun = resume === undefined ? undefined : readBegunRun(resume, given.out);
  const before = rerunFailed === undefined ? undefined : failedIn(rerunFailed);
  const settings = { ...given, seed: given.seed ?? begun?.header.seed ?? before?.seed };
  const asked = selectedWork(settings);
  const work = before === undefined ? asked : before.workOf(asked.checks);
  const files = {
    knownFailures: await readKnownFailures(settings.knownFailuresFile, work.checks),
    dialect: await readDialect(settings.dialectFile, work.observations),
    passedBefore: before?.passed,
  };
  const ca = readCa(settings);
  if (begun !== undefined) refuseOtherRun(begun, headerOfSettings({ settings, work, files }));
  return { settings, work, files, ca, begun };
}

const chainOf = chainFinder(everyCheck);

/** The part of an earlier run that is sent again, with its seed, so that generated cases are the same. */
type FailedBefore = {
  readonly workOf: (checks: readonly Check[]) => RunWork;
  readonly seed: number;
  /**
   * Checks that passed in that run or before it: a fault that fails one of them is not the cause of the present
   * failures.
   */
  readonly passed: readonly string[];
};

/**
 * The checks that failed, were inconclusive or were not judged in that run, and their controls, which are sent with
 * them: a control that fails now, perhaps after a change of the service, explains why the others cannot be judged. For
 * a rule about every answer, also the probes that showed the violation. Throws a UsageError where there is no run, or
 * nothing to judge again, which is no pass.
 */
function failedIn(folder: string): FailedBefore {
  const path = resolve(folder);
  if (!existsSync(join(path, 'findings.ndjson')))
    throw new UsageError(`--rerun-failed ${path} is not a result folder of assay check: findings.ndjson is not in it`);
  const { header, findings, exchanges } = readJournal(path).journal;
  if (header.command !== 'check')
    throw new UsageError(
      `--rerun-failed ${path} holds a run of assay ${header.command}; --replay sends its inputs again`,
    );
  const byId = new Map(findings.map((finding) => [finding.check, finding]));
  const planned = new Set(header.plan.checks);
  const isOpen = (id: string): boolean => {
    const is = byId.get(id)?.verdict.is;
    return planned.has(id) && is !== 'pass' && is !== 'notApplicable';
  };
  const passed = findings.filter(({ verdict }) => verdict.is === 'pass').map(({ check }) => check);
  return {
    seed: header.seed,
    passed: [...new Set([...(header.passedBefore ?? []), ...passed])].toSorted(),
    workOf: (checks) => {
      const open = checks.filter(({ id }) => isOpen(id));
      if (open.length === 0)
        throw new UsageError(`--rerun-failed ${path}: no selected check failed or was inconclusive there`);
      const known = probesByName({ checks: everyCheck, observations });
      const works = open.map((check) => {
        const finding = byId.get(check.id);
        if (finding === undefined) return { checks: [check], observations: [] };
        return workToReproduce(check, finding, exchanges, known);
      });
      const again = works.flatMap((work) => work.observations);
      const resting = new Set(open.flatMap((check) => chainOf(check)).map(({ id }) => id));
      const sent = checks.filter(({ id }) => planned.has(id) && resting.has(id));
      return { checks: sent, observations: [...new Map(again.map((each) => [each.id, each])).values()] };
    },
  };
}
