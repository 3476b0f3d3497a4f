import { appendFileSync, existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerOf } from '../../load/records/requests.ts';
import { makeFolder } from '../input/make-folder.ts';
import { segmentIndex } from './segment-place.ts';

/** One process that sends a segment, as far as its records have arrived. */
export type Attempt = {
  readonly id: string;
  /** Place of its segment among all, from 0. */
  readonly place: number;
  readonly path: string;
  readonly begunAtMs: number;
  readonly heardAtMs: number;
  /** True once it has handed over all its records. */
  readonly hasEnded: boolean;
  readonly records: number;
};

/** A part of a file: its bytes from `at` on, for a file that grows; otherwise the whole file. */
export type FilePiece = {
  readonly segment: string;
  readonly attempt: string;
  readonly file: 'hello' | 'requests.ndjson' | 'instrument.json' | 'end';
  readonly at: number;
  readonly bytes: Buffer;
};

/** `bytes`: length of the records received so far; the sender continues from there. */
export type PieceOutcome =
  | { readonly is: 'taken' | 'elsewhere'; readonly bytes: number }
  | { readonly is: 'refused' | 'full'; readonly because: string };

export type Attempts = {
  readonly take: (piece: FilePiece) => PieceOutcome;
  readonly all: () => readonly Attempt[];
};

/** The limits on disk use. */
type AttemptLimits = { readonly pods: number; readonly mostBytes: number; readonly clockMs: () => number };

/** Most attempts of a pod: a replaced pod sends its segment again, and each attempt leaves a folder. */
const mostAttemptsOfAPod = 5;

type Known = { -readonly [Name in keyof Attempt]: Attempt[Name] } & { bytes: number; readonly segment: string };

/**
 * Stores the records of pods, in a folder for each attempt at a segment. A piece is identified by its offset: bytes
 * that are there already are not written twice, and a piece that would leave a gap is not written.
 */
export function attemptsIn(folder: string, { pods, mostBytes, clockMs }: AttemptLimits): Attempts {
  const known = new Map<string, Known>();
  let allBytes = 0;

  const open = (piece: FilePiece, place: number): Known | PieceOutcome => {
    const there = known.get(piece.attempt);
    if (there !== undefined) return there;
    if (known.size >= pods * mostAttemptsOfAPod) return { is: 'full', because: 'there are too many attempts already' };
    const now = clockMs();
    const path = join(folder, `${place + 1}-${piece.attempt}`);
    makeFolder(path);
    const made: Known = {
      id: piece.attempt,
      place,
      path,
      segment: piece.segment,
      begunAtMs: now,
      heardAtMs: now,
      hasEnded: false,
      records: 0,
      bytes: 0,
    };
    known.set(piece.attempt, made);
    return made;
  };

  const append = (of: Known, { at, bytes }: FilePiece): PieceOutcome => {
    if (at > of.bytes) return { is: 'elsewhere', bytes: of.bytes };
    const fresh = bytes.subarray(of.bytes - at);
    if (fresh.length === 0) return { is: 'taken', bytes: of.bytes };
    if (allBytes + fresh.length > mostBytes)
      return { is: 'full', because: `the records take more than ${mostBytes} bytes` };
    const path = join(of.path, 'requests.ndjson');
    appendFileSync(path, fresh);
    of.bytes = statSync(path).size;
    allBytes += fresh.length;
    of.records += linesIn(fresh);
    return { is: 'taken', bytes: of.bytes };
  };

  const taken = (of: Known, piece: FilePiece): PieceOutcome => {
    of.heardAtMs = clockMs();
    if (piece.file === 'requests.ndjson') {
      const wrong = piece.at === 0 && of.bytes === 0 ? wrongBeginning(piece) : undefined;
      return wrong === undefined ? append(of, piece) : { is: 'refused', because: wrong };
    }
    if (piece.file === 'instrument.json') replace(join(of.path, piece.file), piece.bytes);
    if (piece.file === 'end' && piece.at === of.bytes) of.hasEnded = true;
    return { is: piece.file === 'end' && piece.at !== of.bytes ? 'elsewhere' : 'taken', bytes: of.bytes };
  };

  return {
    take: (piece) => {
      const place = segmentIndex(piece.segment, pods);
      if (place === undefined)
        return { is: 'refused', because: `segment ${piece.segment} is none of ${pods} equal ones` };
      if (piece.file === 'hello') return { is: 'taken', bytes: known.get(piece.attempt)?.bytes ?? 0 };
      const of = open(piece, place);
      if ('is' in of) return of;
      if (of.place !== place) return { is: 'refused', because: `attempt ${of.id} is at segment ${of.segment}` };
      return taken(of, piece);
    },
    all: () => [...known.values()].map((each) => ({ ...each })),
  };
}

/**
 * What is wrong with the first piece of an attempt, whose header must name its run and segment; undefined where nothing
 * is.
 */
function wrongBeginning({ segment, attempt, bytes }: FilePiece): string | undefined {
  const end = bytes.indexOf(10);
  const header = end < 0 ? undefined : headerOf(bytes.subarray(0, end).toString('utf8'));
  if (header === undefined) return 'the records do not begin with a header of assay.requests/1';
  if (header.run !== attempt) return `the records are of ${header.run}, not of ${attempt}`;
  // A run of a single process has no segment.
  return header.segment === undefined || header.segment === segment
    ? undefined
    : `the records are of segment ${header.segment}, not of ${segment}`;
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

function replace(path: string, bytes: Buffer): void {
  const aside = `${path}.unfinished`;
  writeFileSync(aside, bytes);
  renameSync(aside, path);
}

/** Folders of attempts with records; an attempt without records yet is left out. */
export function foldersOf(attempts: readonly Pick<Attempt, 'path'>[]): readonly string[] {
  return attempts.map(({ path }) => path).filter((path) => existsSync(join(path, 'requests.ndjson')));
}
