import { runToEnd, withoutOwnVariables } from './child-process.ts';

/** Oldest minor version of Go that is accepted: 1.21 is the first that downloads the toolchain that a go.mod names. */
const oldestMinor = 21;

const advice =
  'install Go 1.25 or newer (https://go.dev/doc/install): assay builds k6 with its stream client from source';

export type FoundGo =
  | { readonly is: 'found'; readonly path: string; readonly version: string }
  /** `isUnknown` where Go did not answer in time and may be installed. */
  | { readonly is: 'noGo'; readonly because: string; readonly isUnknown?: true };

/** Where Go's own installers put it without adding it to PATH. */
const installed = '/usr/local/go/bin/go';

/** Looks on PATH first. `because` says what to install. */
export async function findGo(
  env: NodeJS.ProcessEnv,
  elsewhere: readonly string[] = [installed],
  signal?: AbortSignal,
): Promise<FoundGo> {
  for (const path of ['go', ...elsewhere]) {
    const answer = await runToEnd(path, ['version'], { env: withoutOwnVariables(env), ...(signal && { signal }) });
    const version = answer.is === 'ended' ? /go1\.(\d+)\S*/.exec(answer.output) : null;
    if (version && Number(version[1]) >= oldestMinor) return { is: 'found', path, version: version[0] };
    if (version) return { is: 'noGo', because: `${version[0]} is too old; ${advice}` };
    if (signal?.aborted === true)
      return { is: 'noGo', because: '`go version` gave no answer in time', isUnknown: true };
  }
  return { is: 'noGo', because: `Go was not found; ${advice}` };
}
