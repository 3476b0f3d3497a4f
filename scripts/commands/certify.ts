import { createPublicKey, type KeyObject } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  bundleFiles,
  certificateFile,
  certifiedFile,
  loadFiles,
  openedFile,
} from '../../conformance/evidence/bundle.ts';
import { challengeFlaw, drawnIn, isChallenge, seedOf } from '../../conformance/evidence/challenge.ts';
import { signEnvelope } from '../../conformance/evidence/dsse.ts';
import { judgeAgain } from '../../conformance/evidence/judge-again.ts';
import { refusalBefore, refusalOf, type Refusal } from '../../conformance/evidence/may-certify.ts';
import { selfTestFlaw, type SelfTest } from '../../conformance/evidence/self-test.ts';
import { statementFor, validityOf, type Claims } from '../../conformance/evidence/statement.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Run } from '../../conformance/model/run.ts';
import { planFrom } from '../../conformance/engine/plan.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { requirementSetOf } from '../package/requirement-sets.ts';
import { version } from '../package/version.ts';
import { everyCheck as checks } from '../../conformance/every.ts';
import { observations } from '../content/observation.ts';
import { checked, type Checked } from './check.ts';
import { readPrivateKey } from '../input/key-files.ts';
import { authorityIn } from '../input/authorities.ts';
import { riskOfThisBuild } from '../certificate/false-alarms/risk.ts';
import { statusFile } from '../certificate/status-file.ts';
import { openingStamp, stampWhole, type OpeningStamp } from '../certificate/stamp-run.ts';
import { certifiableLoad } from '../certificate/certify-load.ts';
import { print } from '../output/print.ts';
import { interruptedCodes, listenForInterruption } from '../output/interruption.ts';
import { progressOn } from '../output/progress.ts';
import { observedFailureText } from '../../reports/check/stopped.ts';
import { riskSentences } from '../../reports/false-alarm.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { digestOf } from '../certificate/read-bundle.ts';
import { readSettings } from '../input/read-settings.ts';
import { jsonLines } from '../results/json-lines.ts';
import { folderAt, refuseToOverwrite } from '../results/result-folder.ts';
import { selfTest } from '../certificate/self-test.ts';
import { UsageError } from '../errors/usage-error.ts';
import { verifyBundle } from '../certificate/verify-bundle.ts';
import { checkProfiles, selectedWork } from '../input/work.ts';

/**
 * `assay certify`: check, self-test and evidence, signed. Returns the exit code; any other than 0 leaves no
 * certificate.
 */
export async function certify(_args: readonly string[], flags: RawSettings): Promise<number> {
  const asked = await readSettings(flags);
  const challenge = challengeIn(flags['challenge'], asked);
  const authority = authorityIn(flags['timestamp']);
  if (authority !== undefined && asked.seed !== undefined)
    throw new UsageError(
      `--timestamp decides the seed of the run: leave out --seed (${asked.seed}), also in assay.yaml`,
    );
  refuseParts(asked);
  const key = readPrivateKey(flags['key']);
  const days = daysOf(flags['valid-for']);
  refuseToOverwrite(asked.out, [flags['load']]);
  const load = typeof flags['load'] === 'string' ? await certifiableLoad(flags['load'], asked.target) : undefined;
  if (asked.out !== undefined) clearBundle(join(resolve(asked.out), 'bundle'));
  const early = asked.target === undefined ? undefined : refusalPlanned(asked);
  if (early !== undefined) return notIssued(early.code, `${early.because}. Nothing was sent`);
  const opened = authority === undefined ? undefined : await openingStamp(authority, challenge);
  if (opened?.is === 'none') return notIssued(2, `${opened.because}. Nothing was sent to the target`);
  const seed = opened?.seed ?? (challenge === undefined ? asked.seed : seedOf(challenge));
  const settings = { ...asked, seed };
  const outcome = await checked(settings, 'certify');
  if (outcome.trouble !== undefined) return notIssued(outcome.run.exitCode, outcome.trouble);
  const refusal = refusalOf(outcome.run, checks);
  if (refusal !== undefined) return notIssued(refusal.code, reasonOf(outcome.run) ?? refusal.because);
  if (challenge !== undefined) {
    const { exchanges } = outcome.kept;
    const flaw = challengeFlaw(challenge, outcome.run.seed, drawnIn(exchanges), seed);
    if (flaw !== undefined) return notIssued(2, `${flaw}; certify another --profile, or without --challenge`);
  }
  const changed = await changedByMasking(outcome);
  if (changed !== undefined) return notIssued(2, changed);
  const forget = endedByInterruption();
  const score = await measured(outcome).finally(forget);
  const flaw = selfTestFlaw(score);
  if (flaw !== undefined)
    return notIssued(2, `${flaw}. On a busy machine try again; else this build is not fit to certify`);
  return issue({ outcome, score, key, days, load, challenge, opened, profile: settings.profile ?? 'all' });
}

/** The reason why checks were not judged, where nothing else prevents the certificate. */
function reasonOf({ given, exitCode }: Run): string | undefined {
  if (exitCode !== 2) return undefined;
  return given?.unanswered === undefined ? given?.tokenFlaw?.because : observedFailureText(given.unanswered);
}

/** A certificate covers a whole profile. */
function refuseParts({ only, profile }: Settings): void {
  checkProfiles([profile]);
  if (profile === 'quick')
    throw new UsageError(
      'certify judges a whole profile, and quick is a choice of checks: give another --profile, or none',
    );
  if (only.length > 0)
    throw new UsageError(`certify checks a whole profile: leave out --only (${only.join(' ')}), also in assay.yaml`);
}

/**
 * The challenge of the party that asked for the certificate. Throws a UsageError where it is invalid, or where a seed
 * is set too.
 */
function challengeIn(given: unknown, { seed }: Settings): string | undefined {
  if (given === undefined) return undefined;
  if (!isChallenge(given))
    throw new UsageError(
      `--challenge is ${JSON.stringify(given)}, expected 64 hexadecimal digits, as npx assay verify --challenge prints them`,
    );
  if (seed !== undefined)
    throw new UsageError(`--challenge decides the seed of the run: leave out --seed (${seed}), also in assay.yaml`);
  return given;
}

/** The embedded service has all credentials; for another target, those that were not given are missing. */
function refusalPlanned(settings: Settings): Refusal | undefined {
  const work = selectedWork(settings);
  return refusalBefore(planFrom(work, checks, settings), work.checks);
}

const defaultDays = 90;
const mostDays = 3650;

function daysOf(given: unknown): number {
  if (given === undefined) return defaultDays;
  const days = typeof given === 'string' ? Number(/^(\d+)d$/.exec(given)?.[1]) : Number.NaN;
  if (days >= 1 && days <= mostDays) return days;
  throw new UsageError(`--valid-for is ${JSON.stringify(given)}, expected days from 1d to ${mostDays}d, such as 90d`);
}

/**
 * Removes the parts of an earlier bundle, which must not pass for this run's. Throws where the folder contains other
 * files.
 */
function clearBundle(path: string): void {
  if (!existsSync(path)) return;
  const parts: readonly string[] = [...bundleFiles, certificateFile, certifiedFile];
  const other = readdirSync(path).find((name) => !parts.includes(name));
  if (other !== undefined)
    throw new UsageError(`${path} holds ${other}, which is not part of a bundle; name another --out`);
  for (const name of parts) rmSync(join(path, name), { force: true });
}

/** Only the self-test runs by then, which leaves nothing behind, so an interruption ends the command at once. */
function endedByInterruption(): () => void {
  const interruption = listenForInterruption();
  interruption.signal.addEventListener('abort', () => {
    const code = interruptedCodes[interruption.by() ?? 'SIGTERM'];
    process.exit(notIssued(code, 'interrupted in the self-test; what was judged is in the folder of the run'));
  });
  return interruption.stopListening;
}

/**
 * Why the kept evidence does not show what was judged, where an answer repeated a secret: verifiers judge the masked
 * exchanges and have to reach the same verdicts.
 */
async function changedByMasking({ kept }: Checked): Promise<string | undefined> {
  if (!kept.exchanges.some(({ masked }) => masked === true)) return undefined;
  const { findings } = await judgeAgain(kept, checks, observations);
  const again = new Map(findings.map(({ check, verdict }) => [check, verdict.is]));
  const others = kept.findings.filter(({ check, verdict }) => again.get(check) !== verdict.is);
  // A failure says more than an inconclusive check that depends on it.
  const other = others.find(({ check }) => again.get(check) === 'fail') ?? others[0];
  if (other === undefined) return undefined;
  const is = again.get(other.check) ?? 'not judged';
  return `an answer contained a secret; once it is masked, ${other.check} is judged ${is} instead of ${other.verdict.is}`;
}

function notIssued(code: number, because: string): number {
  print(`✗ No certificate was issued: ${escapeControls(because)}`);
  return code;
}

async function measured({ run }: Checked): Promise<SelfTest> {
  const judged = new Set(run.findings.map(({ check }) => check));
  const progress = progressOn(process.stdout);
  progress.say('\nself-test: does this build find the faults that it claims to find?');
  try {
    const score = await selfTest(
      checks.filter(({ id }) => judged.has(id)),
      (done, of) => progress.show(`${done} of ${of} faults tried`),
    );
    progress.end();
    progress.say(foundText(score));
    return score;
  } finally {
    progress.end();
  }
}

/** `✓ found 41 of 41`. */
function foundText({ faults }: SelfTest): string {
  const found = faults.filter(({ missedBy }) => missedBy.length === 0).length;
  return `${found === faults.length ? '✓' : '✗'} found ${found} of ${faults.length}`;
}

type CertificateInput = {
  readonly outcome: Checked;
  readonly score: SelfTest;
  readonly key: KeyObject;
  readonly days: number;
  readonly profile: string;
  readonly challenge: string | undefined;
  readonly opened: OpeningStamp | undefined;
  readonly load: { readonly path: string; readonly claim: NonNullable<Claims['load']> } | undefined;
};

async function issue({
  outcome,
  score,
  key,
  days,
  profile,
  challenge,
  opened,
  load,
}: CertificateInput): Promise<number> {
  const { run, kept, path } = outcome;
  const bundle = folderAt(join(path, 'bundle'));
  clearBundle(bundle.path);
  mkdirSync(bundle.path, { recursive: true });
  for (const name of ['run.json', 'findings.ndjson', 'exchanges.ndjson'])
    copyFileSync(join(path, name), join(bundle.path, name));
  bundle.write('journal.ndjson', jsonLines(kept.journalEntries));
  bundle.write('self-test.json', `${JSON.stringify(score, null, 2)}\n`);
  if (load !== undefined) copyLoad(load.path, bundle.path);
  if (opened !== undefined) writeFileSync(join(bundle.path, openedFile), opened.der);
  const files = await Promise.all(
    readdirSync(bundle.path)
      .toSorted()
      .map((name) => digestOf(bundle.path, name)),
  );
  const validity = validityOf(run, new Date(), days);
  const { set, sha256 } = requirementSetOf(version);
  const requirements = { release: set.release, sha256 };
  const claimed = { profile, requirements, validity, challenge, opening: opened?.opening, load: load?.claim };
  const statement = statementFor({ run, files, selfTest: score, ...claimed });
  bundle.write(certificateFile, signEnvelope(Buffer.from(JSON.stringify(statement), 'utf8'), key));
  const unstamped = opened === undefined ? undefined : await stampWhole(bundle.path, opened.authority);
  if (unstamped !== undefined) return notIssued(2, `${unstamped}. What was judged is in ${path}`);
  const flaw = await flawOfOwn(bundle.path, key, kept.exchanges);
  if (flaw !== undefined) return notIssued(2, flaw);
  print(`False alarms: ${riskSentences(riskOfThisBuild()).join(' ')}`);
  for (const line of staleIn(path, bundle.path)) print(line);
  const until = `until ${validity.notAfter.slice(0, 10)}: ${bundle.path}`;
  console.log(
    run.embedded ? `! Certified FOR TESTS ONLY (the embedded reference service) ${until}` : `✓ Certified ${until}`,
  );
  return 0;
}

/** Files that still refer to an earlier certificate in the same folder. */
function staleIn(folder: string, bundle: string): readonly string[] {
  const has = (name: string): boolean => existsSync(join(folder, name));
  const isListed = has(statusFile);
  return [
    ...(isListed
      ? [
          `${join(folder, statusFile)} does not list it yet: npx assay recheck ${bundle} --status ${join(folder, statusFile)}`,
        ]
      : []),
    ...(has('index.html')
      ? [`${join(folder, 'index.html')} is from before: npx assay report --certificates ${folder}`]
      : []),
  ];
}

function copyLoad(from: string, to: string): void {
  for (const name of loadFiles) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
}

/**
 * Verifies the new bundle as verifiers will. Returns why it does not verify, and whether masked secrets may be the
 * reason.
 */
async function flawOfOwn(path: string, key: KeyObject, exchanges: readonly Exchange[]): Promise<string | undefined> {
  const { problems } = await verifyBundle(path, createPublicKey(key), new Date());
  const [first] = problems;
  if (first === undefined) return undefined;
  rmSync(join(path, certificateFile));
  if (exchanges.some(({ masked }) => masked === true))
    return `an answer contained a secret; once it is masked, the certificate does not verify: ${first.says}`;
  throw new Error(`the certificate that was just made does not verify: ${first.says}`);
}
