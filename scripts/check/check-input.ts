import type { Work } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { readDialect } from '../input/read-dialect.ts';
import { readKnownFailures } from '../input/read-known-failures.ts';
import { readCa } from '../input/read-settings.ts';
import { workOf } from '../input/work.ts';
import { readBegunRun, refuseOtherRun, type BegunRun } from '../results/begun-run.ts';
import { headerOfSettings, type Files } from './header.ts';
import { failedIn } from './rerun-failed.ts';

/** What a check is asked for, with every file that it reads. */
export type CheckInput = {
  readonly settings: Settings;
  readonly work: Work;
  readonly files: Files;
  /** PEM text of a certificate authority to trust. */
  readonly ca: string | undefined;
  /** The run that it goes on with. */
  readonly begun: BegunRun | undefined;
};

/** Throws a UsageError where something of it is missing or wrong, or where the run of `resume` was another one. */
export async function readCheckInput(
  given: Settings,
  resume: string | undefined,
  rerunFailed: string | undefined,
): Promise<CheckInput> {
  const begun = resume === undefined ? undefined : readBegunRun(resume, given.out);
  const before = rerunFailed === undefined ? undefined : failedIn(rerunFailed);
  const settings = { ...given, seed: given.seed ?? begun?.header.seed ?? before?.seed };
  const asked = workOf(settings);
  const work = before === undefined ? asked : before.workOf(asked.checks);
  const files = {
    knownFailures: await readKnownFailures(settings.knownFailuresFile, work.checks),
    dialect: await readDialect(settings.dialectFile, work.observations),
  };
  const ca = readCa(settings);
  if (begun !== undefined) refuseOtherRun(begun, headerOfSettings({ settings, work, files }));
  return { settings, work, files, ca, begun };
}
