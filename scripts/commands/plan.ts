import { everyCheck as checks } from '../../conformance/every.ts';
import { likelyMs, planFrom } from '../../conformance/engine/plan.ts';
import { parseDurationMs } from '../../conformance/settings/setting-values.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import type { Credentials } from '../../conformance/model/credentials.ts';
import { planText, type PlanView } from '../../reports/plan.ts';
import { escapeControlsInJson } from '../../reports/text/visible.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readDialect } from '../input/read-dialect.ts';
import { readKnownFailures } from '../input/read-known-failures.ts';
import { readSettings } from '../input/read-settings.ts';
import { selectedWork } from '../input/work.ts';
import { printResult, print } from '../output/print.ts';

/** The embedded service has tokens and a provisioner; a plan only needs to know that they exist. */
const embeddedCredentials: Credentials = { token: '', otherToken: '', spentToken: '', provisioner: '' };

/** `assay plan`: what `check` would send with these settings, and its maximum cost. Sends nothing. */
export async function plan(_args: readonly string[], flags: RawSettings): Promise<number> {
  const settings = await readSettings(flags);
  const view = await viewOf(settings, roundTripIn(flags));
  if (flags['json'] === true) await printResult(escapeControlsInJson(JSON.stringify(view, null, 2)));
  else print(planText(view, { verbose: flags['verbose'] === true }));
  return 0;
}

/** The time of one request, in milliseconds; undefined without the flag. Throws where it is no duration. */
function roundTripIn(flags: RawSettings): number | undefined {
  if (flags['round-trip'] === undefined) return undefined;
  const parsed = parseDurationMs('round-trip', flags['round-trip']);
  if (parsed.is === 'error') throw new UsageError(parsed.error);
  return parsed.value;
}

async function viewOf(settings: Settings, roundTripMs: number | undefined): Promise<PlanView> {
  const work = selectedWork(settings);
  // Input that would end `check` with 3 ends its plan with 3 too.
  await readKnownFailures(settings.knownFailuresFile, work.checks);
  await readDialect(settings.dialectFile, work.observations);
  const { target, bot, maxCredits, concurrency } = settings;
  const planned = planFrom(work, checks, { ...(target === undefined ? embeddedCredentials : settings), bot });
  return {
    schema: 'assay.plan/1',
    target: target ?? null,
    embedded: target === undefined,
    ...(maxCredits === undefined ? {} : { maxCredits }),
    ...planned,
    ...(roundTripMs !== undefined && { likelyMs: likelyMs(planned.likely, concurrency, roundTripMs) }),
  };
}
