import type { SpeechFormat } from '../contract/limits.ts';
import { says, type Beginning } from './beginning.ts';
import { formats } from './formats.ts';

/** A container of several codecs. */
type Container = Beginning & {
  /** Media types that name it and no codec. Types of a codec do not say in which container its frames are. */
  readonly mediaTypes: readonly string[];
  /** What else it may begin with, by its standard, and how a message calls that. */
  readonly standard: { readonly head: RegExp; readonly words: string };
};

/** ISO base media (ISO/IEC 14496-12), Ogg (RFC 3533 6), EBML (RFC 8794 8.1; Matroska too, RFC 9559 4.4). */
const containers: readonly Container[] = [
  {
    name: 'Ogg',
    begins: says(0, 'OggS'),
    plays: 'audio/ogg',
    inPieces: false,
    mediaTypes: ['audio/ogg', 'application/ogg'],
    standard: { head: /^OggS/, words: 'an Ogg page' },
  },
  {
    name: 'WebM',
    longName: 'WebM or Matroska',
    begins: says(0, '\x1a\x45\xdf\xa3'),
    plays: 'audio/webm',
    // Decoded at once, it takes quadratic time where its last packet says how much of it to leave out, as ffmpeg writes it.
    inPieces: 'webm',
    mediaTypes: ['audio/webm', 'audio/matroska', 'audio/x-matroska'],
    standard: { head: /^\x1aE\xdf\xa3/, words: 'an EBML header' },
  },
  {
    name: 'MP4',
    begins: says(4, 'ftyp'),
    plays: 'audio/mp4',
    inPieces: false,
    mediaTypes: ['audio/mp4', 'audio/m4a', 'audio/x-m4a'],
    standard: { head: /^[^]{4}(?:ftyp|styp|moov|free|skip|wide|mdat)/, words: 'a box of MP4, such as ftyp' },
  },
];

/** So many bytes tell all of them. */
const headBytes = 80;

const ofFormats = Object.values(formats).flatMap(({ begins }) => begins);
const inContainers = [...ofFormats.filter(({ isFrame }) => isFrame !== true), ...containers];

/** What stands first is asked first: a format in a container before the container, frames last. */
export const audioSignatures: readonly Beginning[] = [
  ...inContainers,
  ...ofFormats.filter(({ isFrame }) => isFrame === true),
];

function headOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.subarray(0, headBytes));
}

/** What these bytes begin as; undefined where that is nothing known. */
export function signatureOf(bytes: Uint8Array): Beginning | undefined {
  const head = headOf(bytes);
  return audioSignatures.find(({ begins }) => begins(head));
}

/** Whether these bytes begin as this format does outside of the containers of several codecs. */
export function beginsAs(format: SpeechFormat, bytes: Uint8Array): boolean {
  const head = headOf(bytes);
  return formats[format].begins.some(({ begins }) => begins(head));
}

/** Whether these bytes begin as a container, and not just as a frame. */
export function isContainer(bytes: Uint8Array): boolean {
  const head = headOf(bytes);
  return inContainers.some(({ begins }) => begins(head));
}

/** The container that a media type names; undefined where it names a codec, or nothing known. */
export function containerNamed(mediaType: string): Container | undefined {
  return containers.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
