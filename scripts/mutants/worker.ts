import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { everyCheck } from '../../conformance/every.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import { isBearerToken } from '../../conformance/settings/setting-values.ts';
import { judgeTarget } from '../../conformance/judged-at.testing.ts';
import type { RunningService } from '../../fixtures/service/index.ts';
import { activeMutantVariable } from './switches.ts';
import { verdictOn, type MutantVerdict } from './verdict.ts';

/** One mutation to try, in the instrumented copy in this folder; without a key, the unchanged copy. */
export type Job = {
  readonly folder: string;
  readonly key?: string;
  readonly deadlineMs: number;
  /** The checks to use; absent: all. */
  readonly only?: readonly string[];
};
/** `reached`: keys of all mutations whose code the unchanged copy executed. */
export type MutantTrial = { readonly verdict: MutantVerdict; readonly reached: readonly string[] };

/** The same as in `assay check`: the service answers within milliseconds, on a busy machine within seconds. */
const timeoutMs = 10_000;

type Access = Pick<RunningService, 'url' | 'token' | 'otherToken' | 'spentToken' | 'provisioner'>;

async function tried({ folder, key, deadlineMs, only = [] }: Job): Promise<MutantTrial> {
  const service = fork(fileURLToPath(new URL('./served.ts', import.meta.url)), [folder], {
    // The limit confines a mutation that fills the memory to its own process.
    execArgv: ['--max-old-space-size=384'],
    env: { ...process.env, ...(key === undefined ? {} : { [activeMutantVariable]: key }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const overdue = AbortSignal.timeout(deadlineMs);
  try {
    const access = await accessOf(service, overdue);
    if ('is' in access) return { verdict: access, reached: [] };
    const verdict = await judged(service, access, only, overdue);
    return { verdict, reached: key === undefined ? await reachedBy(service) : [] };
  } finally {
    service.kill('SIGKILL');
  }
}

async function accessOf(service: ChildProcess, overdue: AbortSignal): Promise<Access | MutantVerdict> {
  const ended = new AbortController();
  service.once('exit', () => ended.abort());
  try {
    const [access] = (await once(service, 'message', { signal: AbortSignal.any([overdue, ended.signal]) })) as [Access];
    if (isBearerToken(access.token)) return access;
    return { is: 'notStarted', because: 'no header can carry its token' };
  } catch {
    return { is: 'notStarted', because: ended.signal.aborted ? 'it ended by itself' : 'it never said where it is' };
  }
}

/** Judges until the first MUST fails, otherwise to the end. */
async function judged(
  service: ChildProcess,
  access: Access,
  only: readonly string[],
  overdue: AbortSignal,
): Promise<MutantVerdict> {
  const [killed, ended] = [new AbortController(), new AbortController()];
  service.once('exit', (code, signal) => ended.abort(`it ended by itself: ${signal ?? code}`));
  let by = '';
  const { findings } = await judgeTarget(access.url, selectChecks(everyCheck, { only }), {
    ...access,
    timeoutMs,
    suite: everyCheck,
    signal: AbortSignal.any([overdue, ended.signal, killed.signal]),
    onEvent: (event) => {
      if (event.is !== 'finding' || event.finding.level !== 'MUST' || event.finding.verdict.is !== 'fail') return;
      by ||= event.finding.check;
      killed.abort();
    },
  });
  if (by !== '') return { is: 'killed', by };
  if (ended.signal.aborted) return { is: 'crashed', because: String(ended.signal.reason) };
  if (overdue.aborted) return { is: 'timedOut', because: 'not all was judged in time' };
  return verdictOn(findings);
}

async function reachedBy(service: ChildProcess): Promise<readonly string[]> {
  const answer = once(service, 'message');
  service.send('reached');
  return ((await answer) as [readonly string[]])[0];
}

setPriority(10);
process.on('message', (job: Job) => {
  void tried(job)
    .catch((thrown: unknown): MutantTrial => ({ verdict: { is: 'defect', because: String(thrown) }, reached: [] }))
    .then((answer) => process.send?.(answer));
});
// The parent is gone.
process.on('disconnect', () => process.exit());
