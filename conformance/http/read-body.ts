import type { Answer, Chunk, Ending } from '../model/exchange.ts';
import { wireBounds } from '../reading/wire-bounds.ts';
import type { BodiesUnderWay } from './bounds/bodies-under-way.ts';
import { collectedBytes } from './bounds/collected-bytes.ts';
import type { Room } from './bounds/stream-room.ts';
import { framingBrokenBy } from './framing.ts';
import type { TimeLimit } from './time-limit.ts';

type ReadBody = Pick<Answer, 'body' | 'chunks' | 'ending' | 'endedAtMs' | 'brokenBy'>;

/** Reads a body to its end or to a bound; returns the bytes kept of it, when each piece came, and how it ended. */
export async function readBody(
  body: { destroy: () => unknown },
  elapsed: () => number,
  ends: {
    readonly parts: AsyncIterable<Buffer>;
    readonly room: Room;
    readonly limit: TimeLimit;
    /** Whether this side has ended it, for another reason than its limits. */
    readonly isLeft: () => boolean;
    readonly longestBytes: number;
    readonly keptOfPart: number;
    readonly underWay: BodiesUnderWay | undefined;
    readonly leaveAfter: number;
  },
): Promise<ReadBody> {
  const received = collectedBytes();
  const chunks: Chunk[] = [];
  let [total, keptBytes, isFull] = [0, 0, false];
  let ending: Ending = 'complete';
  let brokenBy: string | undefined;
  try {
    for await (const part of ends.parts) {
      const longest = Math.min(ends.longestBytes, ends.underWay?.maxBytes(keptBytes) ?? Infinity);
      const room = Math.max(0, Math.min(ends.room(part), longest - keptBytes));
      const kept = isFull ? nothing : part.subarray(0, room);
      ends.underWay?.add(kept.length);
      isFull ||= kept.length < part.length;
      if (kept.length > 0) {
        addChunk(chunks, { atMs: elapsed(), bytes: kept.length });
        received.add(kept);
      }
      total += part.length;
      keptBytes += kept.length;
      const isOver = ends.limit.noteBytes();
      const isTooLong = total > wireBounds.bodyBytes;
      if (!isTooLong && chunks.length < ends.leaveAfter && !isOver) continue;
      ending = isTooLong ? 'tooLong' : chunks.length >= ends.leaveAfter ? 'left' : 'timeout';
      break;
    }
  } catch (error) {
    brokenBy = framingBrokenBy(error);
    const own = brokenBy === undefined ? 'cut' : 'broken';
    ending = ends.limit.signal.aborted ? 'timeout' : ends.isLeft() ? 'left' : own;
  }
  ends.underWay?.add(-keptBytes);
  if (ending !== 'complete') body.destroy();
  else if (isFull) ending = 'unkept';
  const because = ending === 'broken' && brokenBy !== undefined ? { brokenBy } : {};
  const all = received.all();
  const kept = ending === 'unkept' && all.length > ends.keptOfPart ? beginningOf(all, chunks, ends.keptOfPart) : {};
  return { body: all, chunks, ending, ...because, endedAtMs: elapsed(), ...kept };
}

/** In a buffer of its own, so that the memory of the whole body is freed. */
function beginningOf(body: Uint8Array, chunks: readonly Chunk[], bytes: number): Pick<ReadBody, 'body' | 'chunks'> {
  let left = bytes;
  const kept = chunks.flatMap(({ atMs, bytes: came }) => {
    const own = Math.min(came, left);
    left -= own;
    return own > 0 ? [{ atMs, bytes: own }] : [];
  });
  return { body: Buffer.from(body.subarray(0, bytes)), chunks: kept };
}

const nothing = Buffer.alloc(0);

/**
 * Merges further pieces into the last entry: otherwise the entries of very many small pieces take more memory than
 * their bytes.
 */
function addChunk(chunks: Chunk[], chunk: Chunk): void {
  const last = chunks.at(-1);
  if (last === undefined || chunks.length < wireBounds.chunks) chunks.push(chunk);
  else chunks[chunks.length - 1] = { ...chunk, bytes: last.bytes + chunk.bytes };
}
