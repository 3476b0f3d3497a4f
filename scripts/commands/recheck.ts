import { createPublicKey, type KeyObject } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import type { StatusEntry } from '../../conformance/contract/formats/status.ts';
import { certificateFile } from '../../conformance/evidence/bundle.ts';
import type { Claims } from '../../conformance/evidence/statement.ts';
import { nextStatus, type Recheck } from '../../conformance/evidence/status/next-status.ts';
import { outcomeOf, scoredMusts } from '../../conformance/evidence/status/outcome.ts';
import { statusListText } from '../../conformance/evidence/status/status-list.ts';
import { everyCheck } from '../../conformance/every.ts';
import { quickChecks } from '../../conformance/model/quick-checks.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import type { Run } from '../../conformance/model/run.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { bundleAt } from '../certificate/bundle-at.ts';
import { digestOf } from '../certificate/read-bundle.ts';
import { readStatusFile, statusFile } from '../certificate/status-file.ts';
import { openBundle, verifyBundle } from '../certificate/verify-bundle.ts';
import { EarlyEnd, UsageError } from '../errors/usage-error.ts';
import { refuseLentCredentials } from '../input/lent-credentials.ts';
import { readPrivateKey, readPublicKey } from '../input/key-files.ts';
import { readSettings } from '../input/read-settings.ts';
import { print } from '../output/print.ts';
import { version } from '../package/version.ts';
import { folderAt } from '../results/result-folder.ts';
import { checked } from './check.ts';

const exitCodes: Readonly<Record<StatusEntry['is'], number>> = { active: 0, degraded: 2, expired: 1, revoked: 1 };

/** Credits of a recheck without --max-credits; the checks that find the most are sent first. */
const usualCredits = 100;

/**
 * `assay recheck BUNDLE --key key.pem`: whether the certificate is still true. Judges the checks that it rests on
 * again, at its service, and updates its status in a signed list: 0 active, 1 expired or revoked, 2 degraded.
 */
export async function recheck(args: readonly string[], flags: RawSettings): Promise<number> {
  const path = bundleAt(args[0], 'recheck');
  const key = readPrivateKey(flags['key']);
  const signer = flags['signer'] === undefined ? createPublicKey(key) : readPublicKey(flags['signer'], '--signer');
  const revoked = flags['revoke'];
  const file = resolve(typeof flags['status'] === 'string' ? flags['status'] : statusFile);
  const list = readStatusFile(file, [createPublicKey(key)]);
  const { claims, run, says } = await verifiedOwn(path, signer);
  const { sha256: certificate } = await digestOf(path, certificateFile);
  const before = list?.certificates.find((each) => each.certificate === certificate);
  if (before?.is === 'revoked') return told(before, file, 'a revoked certificate stays revoked; nothing was sent');
  const isOver = new Date().toISOString() > claims.validity.notAfter;
  const outcome = await outcomeFor({ claims, run, says, flags, isOver, revoked });
  const at = new Date();
  const known = { certificate, target: claims.target, profile: claims.profile, notAfter: claims.validity.notAfter };
  const entry = nextStatus(before, known, outcome, at.toISOString());
  folderAt(dirname(file)).write(basename(file), statusListText(list?.certificates ?? [], entry, { at, version, key }));
  return told(entry, file, before === undefined ? 'for the first time' : `before: ${before.is}`);
}

type Own = {
  readonly claims: Claims;
  /** The run, judged again; undefined where the bundle is not what it claims to be. */
  readonly run: Run | undefined;
  readonly says: string;
};

/** Verifies an expired certificate as of its end: expiry alone does not make it false. */
async function verifiedOwn(path: string, signer: KeyObject): Promise<Own> {
  const sealed = await openBundle(path, signer);
  const claims = 'statement' in sealed ? sealed.statement.predicate.assay : sealed.claims;
  if (claims === undefined)
    throw new UsageError(
      `${path} cannot be read: ${'problems' in sealed ? (sealed.problems[0]?.says ?? '') : ''}; give --signer FILE, the public key of the signer`,
    );
  const at = new Date(Math.min(Date.now(), Date.parse(claims.validity.notAfter)));
  const { problems, run } = await verifyBundle(path, signer, at);
  const refused = problems.find(({ code }) => code === 1);
  if (refused !== undefined) return { claims, run: undefined, says: refused.says };
  const [unclear] = problems;
  if (unclear !== undefined) throw new EarlyEnd(`the status of the certificate is unchanged: ${unclear.says}`, 2);
  return { claims, run, says: '' };
}

type Rechecking = Own & { readonly flags: RawSettings; readonly isOver: boolean; readonly revoked: unknown };

async function outcomeFor({ claims, run, says, flags, isOver, revoked }: Rechecking): Promise<Recheck> {
  if (typeof revoked === 'string') return { is: 'untrue', because: revoked };
  if (run === undefined) return { is: 'untrue', because: `the bundle of the certificate does not verify: ${says}` };
  const scored = scoredMusts(run);
  const nothing = { passed: 0, of: scored.length, failed: [], inconclusive: [] };
  if (isOver) return { is: 'inconclusive', because: 'the validity of the certificate has ended', rechecked: nothing };
  const again = await judgedNow(claims, run, scored, flags);
  if (!again.complete && [130, 143].includes(again.exitCode))
    throw new EarlyEnd('interrupted: the status of the certificate is unchanged', again.exitCode);
  return outcomeOf(again, scored, claims.knownFailures, again.startedAt.slice(0, 10));
}

/** Judges the checks that it rests on, and those quick checks that it included. */
async function judgedNow(claims: Claims, run: Run, scored: readonly string[], flags: RawSettings): Promise<Run> {
  const isAsked = flags['target'] !== undefined || flags['embedded'] === true;
  const own = isAsked ? {} : claims.embedded ? { embedded: true } : { target: claims.target };
  const given = await readSettings({ ...flags, ...own });
  if (!claims.embedded && given.target !== claims.target)
    throw new UsageError(
      `the certificate is about ${claims.target}, and --target is ${given.target ?? 'the embedded service'}; give --target ${claims.target}, or leave it out`,
    );
  const judged = new Set(run.findings.map(({ check }) => check));
  const only = [...new Set([...scored, ...quickChecks.filter((id) => judged.has(id))])];
  const settings = needsCredentials(only) ? given : { ...given, ...noCredentials };
  if (!claims.embedded)
    await refuseLentCredentials(settings, flags, { what: 'the certificate', target: claims.target });
  const part = { only, profile: undefined, require: undefined, strict: false, knownFailuresFile: undefined } as const;
  const maxCredits = settings.maxCredits ?? usualCredits;
  return (await checked({ ...settings, ...part, maxCredits }, 'check')).run;
}

const noCredentials = { token: undefined, otherToken: undefined, spentToken: undefined, provisioner: undefined };

/** Whether these checks send anything that needs a token; if not, the service is not sent one. */
function needsCredentials(only: readonly string[]): boolean {
  const asked = selectChecks(everyCheck, { only });
  return selectChecks(asked, { only: [], profile: 'public' }, everyCheck).length < asked.length;
}

function told({ is, because, graceUntil }: StatusEntry, file: string, more: string): number {
  const mark = { active: '✓', degraded: '?', expired: '✗', revoked: '✗' }[is];
  const grace =
    is === 'degraded' && graceUntil !== undefined ? `; it expires at ${graceUntil} unless it is confirmed` : '';
  print(`\n${mark} ${is}: ${escapeControls(because)}${grace} (${more})\n${file}`);
  return exitCodes[is];
}
