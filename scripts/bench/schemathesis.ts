import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The speed of another tool on the same document and service, for comparison. */
type PeerRate = { readonly cases: number; readonly perSecond: number; readonly cpuMs: number };

const document = fileURLToPath(new URL('../../conformance/contract/openapi.yaml', import.meta.url));

/**
 * Fuzzes a service with the schemathesis installed on this machine (`pip install schemathesis`); undefined where it is
 * not installed.
 */
export async function schemathesisRate(url: string, token: string, casesOfEach: number): Promise<PeerRate | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-peer-'));
  const flags = ['--phases', 'fuzzing', '--seed', '1', '--workers', '1', '--continue-on-failure', '--no-color'];
  const args = ['run', document, '--url', url, '--header', `Authorization: Bearer ${token}`, ...flags];
  // The shell's own `time` measures what a child used and prints it on stderr, after everything that the child wrote
  // there.
  const script = 'TIMEFORMAT="%R %U %S"; time schemathesis "$@"';
  const child = spawn('bash', ['-c', script, 'bash', ...args, '--max-examples', String(casesOfEach)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  rmSync(folder, { recursive: true, force: true });
  const cases = Number(/^\s*([\d,]+) generated/m.exec(out)?.[1]?.replaceAll(',', ''));
  const [wallS = NaN, userS = NaN, systemS = NaN] = (err.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  const rate = { cases, perSecond: cases / wallS, cpuMs: ((userS + systemS) * 1_000) / cases };
  return Object.values(rate).every(Number.isFinite) ? rate : undefined;
}
