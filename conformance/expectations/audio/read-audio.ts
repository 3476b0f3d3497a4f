import { boundedThread, type JobBounds } from '../../threads/bounded-thread.ts';
import { memoizedByContent } from './by-content.ts';
import { exceededDecodingLimit, exceededReadingLimit } from './decoding/beyond-decoding.ts';
import type { NoSound, Sound } from './decoding/decode-audio.ts';
import { unknownContainerOf } from './decoding/unknown-container.ts';
import type { DecodingJob } from './decoding/decoding-thread.ts';
import type { Identified } from './decoding/identify-audio.ts';

/** Bounds for reading a single audio: five minutes of speech take a second, and 30 MB as samples. */
export const decodingBounds: JobBounds = { ms: 3_000, growthBytes: 96 * 2 ** 20, mostEnded: 10 };

/** The result for audio that costs more to read than speech should: it may be valid, but nobody knows. */
type LimitExceeded = { readonly inconclusive: string };

const threadFile = import.meta.url.endsWith('.ts') ? 'decoding-thread.ts' : 'decoding-thread.js';
const thread = boundedThread<Identified | Sound | NoSound>(
  new URL(`./decoding/${threadFile}`, import.meta.url),
  decodingBounds,
);

function readInThread(asks: 'identity', bytes: Uint8Array): Promise<Identified | LimitExceeded>;
function readInThread(asks: 'sound', bytes: Uint8Array): Promise<Sound | NoSound | LimitExceeded>;
async function readInThread(
  asks: DecodingJob['asks'],
  bytes: Uint8Array,
): Promise<Identified | Sound | NoSound | LimitExceeded> {
  const beyond = exceededReadingLimit(bytes) ?? (asks === 'sound' ? exceededDecodingLimit(bytes) : undefined);
  if (beyond !== undefined) return { inconclusive: `${beyond} is not decoded` };
  const unknown = unknownContainerOf(bytes);
  if (unknown !== undefined)
    return { inconclusive: `the audio is in a container that assay does not know: ${unknown.label}` };
  const end = await thread(() => {
    // A copy, since of a view the whole underlying buffer would be sent.
    const audio = new Uint8Array(bytes);
    return [{ asks, audio } satisfies DecodingJob, [audio.buffer]];
  });
  if (end.is === 'done') return end.result;
  if (end.is === 'ended')
    return {
      inconclusive: `the audio could not be decoded ${end.within}: it may be valid. If this machine is busy, run again later (check --rerun-failed DIR)`,
    };
  return { inconclusive: `the audio was not decoded: ${untriedText(end.ended)}` };
}

const { ms, growthBytes } = decodingBounds;

/** Names the machine as the reason: mostly it was busy, and the audio is not at fault. */
function untriedText(ended: number): string {
  const bounds = `${ms / 1_000} s or ${growthBytes / 2 ** 20} MB`;
  return `${ended} earlier decodings each took over ${bounds} on this machine. Run again on an idle machine (check --rerun-failed DIR)`;
}

/** Container and codec of an audio. */
export const identify = memoizedByContent((bytes) => readInThread('identity', bytes));

/** What the audio sounds like, where the decoders know its format. */
export const soundOf = memoizedByContent((bytes) => readInThread('sound', bytes));
