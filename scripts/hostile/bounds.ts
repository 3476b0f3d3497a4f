import type { HostileBehaviour } from '../../fixtures/hostile/families/index.ts';
import type { MeasuredCommand } from './measure.ts';

/** The kind of a broken bound, and by how much it was broken. */
export type BrokenBound = { readonly bound: string; readonly by: string };

type Seen = MeasuredCommand & {
  /** Files that are missing in the result folder. */
  readonly missing: readonly string[];
  readonly leaks: readonly string[];
  readonly unsafe: readonly string[];
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export const mostMemory = 768 * 2 ** 20;
/** Peak memory in bytes of a check of the reference service, on an idle machine. */
export const referenceMemory = 350 * 2 ** 20;
/** Memory in bytes with the usual number of requests in flight, k6 included. */
const mostMemoryOfLoad = 2 ** 30;
const mostFolder = 512 * 2 ** 20;
const mostDeadMs = 25_000;
const mostGoneMs = 5_000;
const codes: readonly (number | null)[] = [0, 1, 2, 3];
/** Exit codes of a run that was ended by a signal. */
const codesOfSignals: readonly (number | null)[] = [130, 143];
const bounded = ['check', 'fuzz', 'discover', 'doctor', 'verify', 'report', 'certify'];

/** A comparison holds two load runs of k6, so its memory is not bounded here. */
function mostMemoryOf(command: string): number {
  if (command === 'load') return mostMemoryOfLoad;
  return bounded.includes(command) ? mostMemory : Number.POSITIVE_INFINITY;
}

/** The bounds that this run broke. `isWhole`: no check was left out. */
export function brokenBounds(
  command: string,
  seen: Seen,
  { isDead }: HostileBehaviour,
  isWhole: boolean,
): readonly BrokenBound[] {
  const { code, endedFor, ms, goneMs, peakBytes, folderBytes, missing, leaks, unsafe } = seen;
  const all: readonly (BrokenBound | false)[] = [
    peakBytes > mostMemoryOf(command) && { bound: 'memory', by: megabytes(peakBytes) },
    folderBytes > mostFolder && { bound: 'folder', by: megabytes(folderBytes) },
    endedFor === 'memory' && { bound: 'memory', by: 'ended for its memory' },
    endedFor === 'time' && { bound: 'time', by: `did not end in ${seconds(ms - (goneMs ?? 0))}` },
    goneMs !== undefined && goneMs > mostGoneMs && { bound: 'signal', by: `gone ${seconds(goneMs)} after it` },
    // The exit code says nothing about a command that was killed here.
    !(endedFor !== undefined && code === null) &&
      ![...codes, ...(goneMs === undefined ? [] : codesOfSignals)].includes(code) && {
        bound: 'exit',
        by: `code ${code}`,
      },
    isWhole && isDead === true && ms > mostDeadMs && { bound: 'dead', by: `said after ${seconds(ms)}` },
    isWhole && isDead === true && endedFor === undefined && code !== 2 && { bound: 'dead', by: `ended ${code}, not 2` },
    missing.length > 0 && code !== 3 && !saysWhyNot(seen) && { bound: 'lost', by: `no ${missing.join(', ')}` },
    leaks.length > 0 && { bound: 'secret', by: leaks.join('; ') },
    unsafe.length > 0 && { bound: 'unsafe', by: unsafe.join('; ') },
  ];
  return all.filter((each) => each !== false);
}

/**
 * A run that could not finish in time after a signal names the command that makes its reports; a load run that sent
 * nothing has no reports.
 */
function saysWhyNot({ goneMs, err }: Seen): boolean {
  return (
    (goneMs !== undefined && /assay report \S+ makes its reports/.test(err)) || err.includes('nothing was measured:')
  );
}
