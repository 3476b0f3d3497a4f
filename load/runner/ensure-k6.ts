import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { takeLock } from './build-lock.ts';
import { lastLines, runToEnd, withoutOwnVariables } from './child-process.ts';
import { findGo } from './find-go.ts';
import { cacheFolder, k6extFolder } from './paths.ts';
import { createHash } from 'node:crypto';

type EnsureK6Options = {
  /** Provides the place of the cache, the settings of Go and PATH. */
  readonly env: NodeJS.ProcessEnv;
  /** Cancels a running build. */
  readonly signal?: AbortSignal;
  /** The Go module to build. Default: assay's own. */
  readonly sources?: string;
  /** The processor of the binary. Default: that of this machine. */
  readonly arch?: K6Arch;
  /** Where to look for Go beyond PATH. Default: where Go's installers put it. */
  readonly goElsewhere?: readonly string[];
};

/** As Node spells it in `process.arch`. */
export type K6Arch = 'x64' | 'arm64';
/** As Go spells it in GOARCH. */
const goArch = { x64: 'amd64', arm64: 'arm64' } as const satisfies Readonly<Record<K6Arch, string>>;

export type K6Progress = { readonly is: 'building' | 'waiting'; readonly because: string };

export type EnsuredK6 =
  | { readonly is: 'ready'; readonly path: string; readonly built: boolean }
  /** `because` says what to install. */
  | { readonly is: 'noGo'; readonly because: string }
  /** `because` ends with the last lines that Go printed. */
  | { readonly is: 'failed'; readonly because: string };

const building = "builds k6 with assay's stream client, once, about two minutes";

/**
 * The path of a k6 with the stream client, from the cache or built from source into it. Go is needed for the build
 * only. Two processes that ask at the same time share a single build.
 */
export async function ensureK6(options: EnsureK6Options, on: (progress: K6Progress) => void): Promise<EnsuredK6> {
  const sources = options.sources ?? k6extFolder();
  const path = await k6Path({ ...options, sources });
  if (existsSync(path)) {
    await markUsed(dirname(path));
    return { is: 'ready', path, built: false };
  }
  const go = await findGo(options.env, options.goElsewhere);
  if (go.is === 'noGo') return go;
  try {
    return await buildOnce({ ...options, sources, go: go.path, path }, on);
  } catch (error) {
    const { message, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
    // Errors of the file system have a path.
    const advice = path === undefined ? '' : '; make that folder writable, or set XDG_CACHE_HOME to another';
    return { is: 'failed', because: `k6 could not be built: ${message}${advice}` };
  }
}

/** The path where the binary of the present sources is, or would be. */
export async function k6Path({ env, sources, arch }: EnsureK6Options): Promise<string> {
  return join(cacheFolder(env), `k6-${await sourceHash(sources ?? k6extFolder(), arch)}`, 'k6');
}

/** The build of the stream client in a k6 of the cache: the digest in the name of its folder. */
export function clientBuiltAt(path: string): string {
  return basename(dirname(path)).replace(/^k6-/, '');
}

type Build = EnsureK6Options & { readonly sources: string; readonly go: string; readonly path: string };

async function buildOnce(build: Build, on: (progress: K6Progress) => void): Promise<EnsuredK6> {
  const { path, signal } = build;
  await mkdir(dirname(path), { recursive: true });
  const waits = (): void => on({ is: 'waiting', because: 'another process builds k6' });
  const lock = await takeLock(`${path}.lock`, () => existsSync(path), waits, signal);
  if (!lock) return { is: 'ready', path, built: false };
  try {
    // The previous holder of the lock may have finished the build in the meantime.
    if (existsSync(path)) return { is: 'ready', path, built: false };
    await removeUnfinished(path);
    on({ is: 'building', because: building });
    return await buildInto(build);
  } finally {
    await lock.release();
  }
}

/** Removes what killed builds left behind: 50 MB each. */
async function removeUnfinished(path: string): Promise<void> {
  const names = (await readdir(dirname(path))).filter((name) => name.endsWith('.unfinished'));
  await Promise.all(names.map((name) => rm(join(dirname(path), name), { force: true })));
}

async function buildInto({ go, sources, path, env, arch, signal }: Build): Promise<EnsuredK6> {
  const unfinished = `${path}.${process.pid}.unfinished`;
  const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', unfinished];
  const finished = await runToEnd(go, ['build', ...flags, './cmd/k6'], {
    cwd: sources,
    // A go.work file above the folder would replace the pinned modules.
    env: {
      ...withoutOwnVariables(env),
      CGO_ENABLED: '0',
      GOWORK: 'off',
      ...(arch && { GOARCH: goArch[arch] }),
    },
    ...(signal && { signal }),
  });
  if (finished.is === 'ended' && finished.code === 0) {
    await rename(unfinished, path);
    await pruneCache(dirname(dirname(path)));
    return { is: 'ready', path, built: true };
  }
  await rm(unfinished, { force: true });
  const said = finished.is === 'ended' ? lastLines(finished.output, 15) : finished.because;
  return { is: 'failed', because: `k6 could not be built:\n${said}` };
}

/**
 * Time after which an unused binary is removed. Each version of the sources makes its own binary of 50 MB, and one that
 * is unused for so long belongs to a version that is no longer installed.
 */
const unusedMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Sets the change time of the folder to when its binary was last used. Where that fails, the binary is merely pruned
 * sooner.
 */
async function markUsed(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
}

/** Removes the builds of other sources that were not used for a month. Folders that cannot be removed stay. */
async function pruneCache(cache: string): Promise<void> {
  const names = (await readdir(cache)).filter((name) => /^k6-[0-9a-f]+$/.test(name));
  for (const folder of names.map((name) => join(cache, name))) {
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < unusedMs) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * A digest of what goes into a binary: its sources and pinned modules, without tests, and the platform. `arch` is the
 * processor as Node names it.
 */
async function sourceHash(folder: string, arch: string = process.arch): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter(goesIntoBinary).toSorted();
  const hash = createHash('sha256').update(`${process.platform} ${arch}`);
  for (const file of files) {
    hash.update(`\0${file}\0`);
    hash.update(await readFile(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

function goesIntoBinary(file: string): boolean {
  return /(^|\/)go\.(mod|sum)$/.test(file) || (file.endsWith('.go') && !file.endsWith('_test.go'));
}
