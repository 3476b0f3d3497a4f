import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { everyCheck } from '../../conformance/every.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Finding, RunHeader, Verdict } from '../../conformance/model/run.ts';
import { judgeTarget } from '../../conformance/judged-at.testing.ts';
import { settingsFrom, type Settings } from '../../conformance/settings/settings.ts';
import { startService, type RunningService } from '../../fixtures/service/index.ts';
import { matrixBehaviour, type MatrixBaseId } from '../matrix/bases.ts';
import { repetitionOf, repeatUntilDecided } from './send-again.ts';

/** The result of reproducing the finding of a fault; `found` is not `fail` where only other probes show the fault. */
export type Reproduced = {
  readonly check: string;
  readonly found: Verdict['is'];
  readonly by: 'curl' | 'assay reproduce';
  /** The verdict of the check at the service with the fault, and at the valid one. */
  readonly there?: Verdict['is'];
  readonly gone?: Verdict['is'];
  /** The fault showed only after a restart of the service: the first failure had changed its state. */
  readonly isRestarted?: true;
  /** For a curl line: whether it got the reported status. */
  readonly isShown?: boolean;
  /** Why there is no result. */
  readonly because?: readonly string[];
};

const seed = 1;
/** Timeout in milliseconds, after which a fault that sends no response is recognised. */
const timeoutMs = 800;

/** Judges a check at a base with its fault, and reproduces the finding there and at the base without it. */
export async function reproduceFault(check: Check, base: MatrixBaseId = 'valid'): Promise<Reproduced> {
  const faulty = await startService({ behaviour: matrixBehaviour(base, check.fault), seed });
  const fixed = await startService({ behaviour: matrixBehaviour(base), seed });
  try {
    const { url, token, otherToken, provisioner } = faulty;
    const given = { token, otherToken, provisioner, seed, timeoutMs, suite: everyCheck };
    const { findings, exchanges } = await judgeTarget(url, [check], given);
    const [finding] = findings;
    if (finding === undefined) throw new Error(`${check.id} was not judged`);
    const by = finding.reproduceBy === 'command' ? 'assay reproduce' : 'curl';
    const told = { check: check.id, found: finding.verdict.is, by } as const;
    if (finding.verdict.is !== 'fail') return told;
    const because: string[] = [];
    const verdictAt = async (service: RunningService): Promise<Verdict['is']> => {
      const settings = settingsAt(service);
      const header = { command: 'check', target: service.url, seed } as RunHeader;
      const again = repetitionOf({ path: '', header, findings: [finding], exchanges }, settings);
      const target = { ...service, embedded: false, spentToken: undefined, close: async () => undefined };
      const ignored = () => undefined;
      const { signal } = new AbortController();
      const findings = await repeatUntilDecided(again, { settings, target, signal, sent: ignored, tell: ignored });
      const [verdict] = findings.map((each) => each.verdict);
      if (verdict !== undefined && 'because' in verdict && verdict.is !== 'fail') because.push(verdict.because);
      return verdict?.is ?? 'inconclusive';
    };
    const isShown = by === 'curl' ? { isShown: await showsStatus(finding, exchanges, { token, otherToken }) } : {};
    const there = await verdictAt(faulty);
    const again = { ...told, there, gone: await verdictAt(fixed), ...isShown, because };
    if (there === 'fail') return again;
    const restarted = await startService({ behaviour: matrixBehaviour(base, check.fault), seed });
    try {
      return { ...again, there: await verdictAt(restarted), isRestarted: true };
    } finally {
      await restarted.close();
    }
  } finally {
    await Promise.all([faulty.close(), fixed.close()]);
  }
}

function settingsAt({ url, token, otherToken, provisioner }: RunningService): Settings {
  const flags = { target: url, token, 'other-token': otherToken, provisioner, seed: String(seed) };
  const outcome = settingsFrom({ ...flags, timeout: `${timeoutMs}ms` }, {}, {});
  if (outcome.is !== 'settings') throw new Error(outcome.errors.join('; '));
  return outcome.settings;
}

const run = promisify(execFile);

async function showsStatus(
  { reproduce, reproduces, exchanges }: Finding,
  all: Awaited<ReturnType<typeof judgeTarget>>['exchanges'],
  tokens: { readonly token: string; readonly otherToken: string },
): Promise<boolean> {
  const shown = all.find(({ id }) => id === (reproduces ?? exchanges[0]))?.response;
  const env = { PATH: process.env['PATH'] ?? '', no_proxy: '*', ASSAY_TOKEN: tokens.token };
  const { stdout } = await run('sh', ['-c', reproduce], {
    env: { ...env, ASSAY_OTHER_TOKEN: tokens.otherToken },
    timeout: 20_000,
    encoding: 'latin1',
  }).catch((error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return [...stdout.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].some(
    ([, status]) => shown?.is === 'answer' && Number(status) === shown.status,
  );
}
