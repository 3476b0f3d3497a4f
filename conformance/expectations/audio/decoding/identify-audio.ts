import type { SpeechFormat } from '../../../contract/limits.ts';
import { isContainer } from '../../../audio/containers.ts';
import { formatOfCodec } from '../../../audio/formats.ts';
import { excerptOf } from '../../../bodies/content.ts';
import { containerHeadOf, soundHeadOf } from './container-head.ts';
import { containerReaders, readerOf } from './container-readers.ts';
import { findFrameChain, mp3Seconds, type FrameChain } from './mpeg-frames.ts';
import { opusStartSeconds } from './ogg-pages.ts';

/**
 * What the bytes are by their own structure; `pcm` where they begin like no known container. `cut`: the container
 * promises more than there is. `contradiction`: two of its statements exclude each other.
 */
export type Identified = {
  readonly format: SpeechFormat | 'other';
  readonly label: string;
  readonly declaredSeconds?: number;
  readonly cut?: string;
  readonly contradiction?: string;
};

/** The warning of music-metadata for an Ogg whose last page is not marked as the last (RFC 3533 6). */
const unendedOgg = /^End-of-stream reached before reaching last page/;

/** Container and codec, by music-metadata, and for raw MPEG frames by their chain. */
export async function identifyAudio(audio: Uint8Array): Promise<Identified> {
  const chain = findFrameChain(audio);
  if (chain === undefined && !hasContainerHead(audio)) return uncontained(audio);
  const head = containerHeadOf(audio);
  if (head?.format === 'wav') return head;
  const { parseBuffer } = await import('music-metadata');
  try {
    const { format, quality } = await parseBuffer(audio, undefined, { duration: true });
    const { container = '', codec = '', duration } = format;
    const warning = quality.warnings.map(({ message }) => message).find((message) => unendedOgg.test(message));
    const named = formatOf(container, codec);
    const inside = readerOf(named)?.flawsOf(audio) ?? (warning === undefined ? {} : { cut: warning });
    const declaredSeconds = secondsDeclared({ audio, container, named, duration, chain });
    return {
      format: named === 'other' ? (chain?.format ?? head?.format ?? named) : named,
      label: [container, codec].filter((word) => word !== '').join(' with '),
      ...(declaredSeconds === undefined ? {} : { declaredSeconds }),
      ...(chain === undefined || chain.missingBytes === 0 ? inside : { cut: cutFrame(chain) }),
    };
  } catch (error) {
    const unread = `not readable: ${error instanceof Error ? error.message : String(error)}`;
    // Mostly a tag, such as a title or a picture, cannot be read, and no player minds.
    const sound = head ?? soundHeadOf(audio);
    if (sound !== undefined) return { ...sound, ...readerOf(sound.format)?.flawsOf(audio) };
    return chain === undefined ? { format: 'other', label: unread } : { format: chain.format, label: 'MPEG frames' };
  }
}

type Read = {
  readonly audio: Uint8Array;
  readonly container: string;
  readonly named: SpeechFormat | 'other';
  readonly duration: number | undefined;
  readonly chain: FrameChain | undefined;
};

/**
 * The length that the audio states. For an MP3 it is counted in frames: music-metadata takes the rate of the first few
 * frames for that of all, but speech begins with silence, which takes fewer bytes than the rest.
 */
function secondsDeclared({ audio, container, named, duration, chain }: Read): number | undefined {
  if (chain?.format === 'mp3') return mp3Seconds(audio, chain);
  if (named === 'mp3' && /^mpeg/i.test(container)) return undefined;
  const { secondsOf } = readerOf(named) ?? {};
  if (secondsOf !== undefined) return secondsOf(audio);
  const isOggOpus = named === 'opus' && /^ogg/i.test(container);
  return duration === undefined || !isOggOpus ? duration : duration - opusStartSeconds(audio);
}

function cutFrame({ frames, missingBytes }: { readonly frames: number; readonly missingBytes: number }): string {
  return `frame ${frames + 1} lacks ${missingBytes} bytes of its length`;
}

/**
 * Raw samples. Samples that are all printable characters would be a strange sound, and are more likely text that was
 * encoded twice.
 */
function uncontained(audio: Uint8Array): Identified {
  const isText = audio.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d);
  if (isText) return { format: 'other', label: `text: ${excerptOf(audio)}` };
  return { format: 'pcm', label: 'bytes of no known container, such as raw samples' };
}

function formatOf(container: string, codec: string): SpeechFormat | 'other' {
  return (
    containerReaders.find(([, { namePattern }]) => namePattern.test(container))?.[0] ??
    formatOfCodec(codec === '' ? container : codec) ??
    'other'
  );
}

/** True for containers that `isContainer` knows, and for other RIFF, RF64, AIFF and CAF by their first bytes. */
function hasContainerHead(audio: Uint8Array): boolean {
  const head = Buffer.from(audio.subarray(0, 12)).toString('latin1');
  return isContainer(audio) || /^(RIFF|RF64.{4}WAVE|caff.{4}desc|FORM)/s.test(head);
}
