import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile } from '../../conformance/evidence/bundle.ts';
import { signEnvelope } from '../../conformance/evidence/dsse.ts';
import type { Statement } from '../../conformance/evidence/statement.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import { everyCheck } from '../../conformance/every.ts';
import { digestOf } from './read-bundle.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { verifyBundle } from './verify-bundle.ts';

/** Number of checks in the profile of `publicBundle`. */
export const publicChecks: number = selectChecks(everyCheck, { only: [], profile: 'public' }).length;

/** A folder with a pair of key files, as keygen makes them. */
export type KeyFiles = { readonly folder: string; readonly key: string; readonly pub: string };

export async function newKeys(): Promise<KeyFiles> {
  const folder = join(emptyFolder(), 'keys');
  const { code, err } = await assay(['keygen', '--out', folder]);
  if (code !== 0) throw new Error(err);
  return { folder, key: join(folder, 'key.pem'), pub: join(folder, 'pub.pem') };
}

export function privateKeyIn({ key }: KeyFiles): KeyObject {
  return createPrivateKey(readFileSync(key, 'utf8'));
}

export function publicKeyIn({ pub }: KeyFiles): KeyObject {
  return createPublicKey(readFileSync(pub, 'utf8'));
}

/** A certificate of the public profile of the embedded service. */
export async function publicBundle({ key }: KeyFiles): Promise<string> {
  const out = emptyFolder();
  const { code, out: said } = await assay(['certify', '--embedded', '--profile', 'public', '--key', key, '--out', out]);
  if (code !== 0) throw new Error(said);
  return join(out, 'bundle');
}

/** The problems of a bundle, each with its code. */
export async function problemsOf(bundle: string, keys: KeyFiles): Promise<readonly string[]> {
  const { problems } = await verifyBundle(bundle, publicKeyIn(keys), new Date());
  return problems.map(({ code, says }) => `${code}: ${says}`);
}

/** The statement with some claims replaced. */
export function withClaims(statement: Statement, claim: object): Statement {
  const { predicate } = statement;
  return { ...statement, predicate: { ...predicate, assay: { ...predicate.assay, ...claim } } };
}

/** A copy of a bundle that a test may damage. */
export function copyOf(bundle: string): string {
  const copy = join(emptyFolder(), 'bundle');
  cpSync(bundle, copy, { recursive: true });
  return copy;
}

export function statementIn(bundle: string): Statement {
  const { payload } = JSON.parse(readFileSync(join(bundle, certificateFile), 'utf8')) as { readonly payload: string };
  return JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Statement;
}

/** Signs a bundle anew as a dishonest signer would: all digests are right, and the statement says anything. */
export async function signAgain(
  bundle: string,
  keys: KeyFiles,
  change: (statement: Statement) => unknown = (statement) => statement,
): Promise<void> {
  const stored = statementIn(bundle);
  const files = await Promise.all(stored.subject.map(({ name }) => digestOf(bundle, name)));
  const subject = files.map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
  const payload = Buffer.from(JSON.stringify(change({ ...stored, subject })), 'utf8');
  writeFileSync(join(bundle, certificateFile), signEnvelope(payload, privateKeyIn(keys)));
}

/** Changes the lines of a file that contain a text. */
export function changeLines(
  bundle: string,
  file: string,
  holding: string,
  change: (line: string) => string | undefined,
): void {
  const path = join(bundle, file);
  const before = readFileSync(path, 'utf8');
  const lines = before.split('\n').flatMap((line) => (line.includes(holding) ? (change(line) ?? []) : line));
  const after = lines.join('\n');
  if (after === before) throw new Error(`nothing in ${file} holds ${holding}`);
  writeFileSync(path, after);
}
