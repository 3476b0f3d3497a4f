import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testAuthority } from '../../../conformance/evidence/stamps/authority.testing.ts';
import { certificate } from '../../../fixtures/hostile/certificate.ts';
import { serveAuthority } from '../../certificate/authority-server.testing.ts';
import { briefLoad } from '../commands.ts';
import { measureCommand } from '../measure.ts';
import type { HandedFile } from './places.ts';

const input = '{"property":"chat.generated/unspecified-is-no-server-error","input":{"message":"x"}}\n';

/** The commands that make the valid files, by their folder or file. */
const makers = (at: readonly string[], authority: string): Readonly<Record<string, readonly string[]>> => ({
  check: ['check', ...at, '--only', 'speech.speed/*', 'voices.list/*', '--seed', '1', '--out', 'check'],
  other: ['check', ...at, '--only', 'speech.speed/*', '--out', 'other'],
  'corpus.ndjson': [
    'fuzz',
    ...at,
    '--runs',
    '200',
    '--only',
    'speech.generated/*',
    '--corpus',
    'corpus.ndjson',
    '--out',
    'fuzz',
  ],
  'dialect.yaml': ['discover', ...at, '--only', 'speech.*', '--dialect', 'dialect.yaml'],
  'key.pem': ['keygen', '--out', '.'],
  cert: ['certify', '--embedded', '--profile', 'public', '--key', 'key.pem', '--out', 'cert'],
  'cert/status.json': ['recheck', 'cert/bundle', '--key', 'key.pem', '--status', 'cert/status.json'],
  stamped: [
    'certify',
    '--embedded',
    '--profile',
    'public',
    '--key',
    'key.pem',
    '--timestamp',
    authority,
    '--out',
    'stamped',
  ],
  load: ['load', 'stream', ...at, ...briefLoad],
});

/** Files that these valid runs do not leave but that are damaged all the same. */
export const absentAfterValidRuns: readonly string[] = [
  'check/journal.ndjson',
  'check/workspaces.ndjson',
  'load/gate.json',
  'load/calibration.json',
  'load/charging.json',
  'load/samples.json',
  'load/asked-after.json',
  'load/generators.json',
  'load/canary.ndjson',
];

/**
 * Makes valid files for these places: a run with a failure, a certificate, a load run, and hand-written files. `at` has
 * the address and the credentials of the service.
 */
export async function makeValid(cwd: string, places: readonly HandedFile[], at: readonly string[]): Promise<void> {
  const named = new Set(places.flatMap(({ file, args }) => [file, ...args].map((word) => word.split('/')[0])));
  const isNeeded = (made: string): boolean =>
    named.has(made.split('/')[0]) || (made === 'key.pem' && ['cert', 'pub.pem'].some((word) => named.has(word)));
  const authority = named.has('stamped') ? await serveAuthority(testAuthority()) : undefined;
  for (const [made, args] of Object.entries(makers(at, authority?.url ?? '')))
    if (isNeeded(made)) await measureCommand(args, { cwd });
  await authority?.close();
  if (existsSync(join(cwd, 'load'))) cpSync(join(cwd, 'load'), join(cwd, 'load2'), { recursive: true });
  const written: Readonly<Record<string, string>> = {
    'ca.pem': certificate.cert,
    'answer.json': `{"token":"a-workspace-that-nobody-has","botId":"support","deletes":true}\n`,
    ...(named.has('assay.yaml') ? { 'assay.yaml': 'timeout: 5s\nseed: 4\nmax-credits: 100\n' } : {}),
    'expected.yaml': '- check: speech.speed/rejects-above-maximum\n  reason: known\n  expires: 2099-01-01\n',
    'trace.ndjson': '{"atMs":0,"body":{"message":"one"}}\n{"atMs":300,"body":{"message":"two"}}\n',
    ...(existsSync(join(cwd, 'corpus.ndjson')) ? {} : { 'corpus.ndjson': input }),
  };
  for (const [name, text] of Object.entries(written)) writeFileSync(join(cwd, name), text);
}
