import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd, withoutOwnVariables } from './child-process.ts';

/** Begins a run and sends nothing: the header of its log says whether the kernel takes the timestamps. */
const script = `import { begin } from 'k6/x/stream';
export default () => begin({ requestsPath: __ENV.REQUESTS, scenario: 'doctor', seed: 1, warmupMs: 0, leadMs: 0, settings: {} });
`;

/**
 * Whether the kernel timestamps what k6 receives on this machine, as k6 itself finds out. Undefined where k6 did not
 * answer in time.
 *
 * @param elsewhere a writable folder for when the folder for temporary files is not, as in a read-only container
 */
export async function hasKernelTimestamps(
  k6Path: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  elsewhere: string = tmpdir(),
): Promise<boolean | undefined> {
  const made = mkdtemp(join(tmpdir(), 'assay-stamps-'));
  const folder = await made.catch(() => mkdtemp(join(elsewhere, 'assay-stamps-')));
  try {
    const [file, requests] = [join(folder, 'stamps.js'), join(folder, 'requests.ndjson')];
    await writeFile(file, script);
    const own = { REQUESTS: requests, K6_AUTO_EXTENSION_RESOLUTION: 'false', K6_NO_USAGE_REPORT: 'true' };
    await runToEnd(k6Path, ['run', '--quiet', '--address=', '--summary-mode=disabled', file], {
      env: { ...withoutOwnVariables(env), ...own },
      signal,
    });
    const [, timestamps] = /"stamps":"(\w+)"/.exec(await readFile(requests, 'utf8').catch(() => '')) ?? [];
    return timestamps === undefined ? undefined : timestamps === 'kernel';
  } finally {
    // A process that is being ended may write into the folder until then.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 }).catch(() => undefined);
  }
}
