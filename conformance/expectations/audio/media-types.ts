import type { SpeechFormat } from '../../contract/limits.ts';

/** Of containers that hold other codecs as well: how one begins that `identify` describes, and what it is called. */
export const mediaTypesOfContainers: readonly (readonly [words: RegExp, names: RegExp])[] = [
  [/^Ogg\b/i, /^(audio|application|video)\/(x-)?(ogg|vorbis|vorbis\+ogg|speex|speex\+ogg)$/],
  [/^(EBML|matroska|webm)\b/i, /^(audio|video)\/(x-)?(webm|matroska)$/],
  [/^AIFF/i, /^audio\/(x-)?(aiff|aifc|aif)$/],
  [/MP4|isom|3gp|\bqt\b/i, /^(audio|video)\/(x-)?(mp4|m4a|3gpp2?|amr|amr-wb|alac|quicktime)$/],
  [/^CAF\b/, /^audio\/(x-)?caf$/],
];

/**
 * The registered (IANA) and the customary names for each format of 2.5, in lower case; the document shows only
 * `audio/mpeg`, so every name by which clients know a format is valid for it.
 */
export const mediaTypesOf: Readonly<Record<SpeechFormat, readonly string[]>> = {
  mp3: [
    'audio/mpeg',
    'audio/mp3',
    'audio/mpa',
    'audio/mpeg3',
    'audio/mpg',
    'audio/x-mpeg',
    'audio/x-mpeg-3',
    'audio/x-mpeg3',
    'audio/x-mp3',
    'audio/x-mpg',
  ],
  opus: [
    'audio/opus',
    'audio/ogg',
    'application/ogg',
    'audio/x-opus',
    'audio/x-opus+ogg',
    'audio/x-ogg',
    'audio/webm',
    'audio/matroska',
    'audio/x-matroska',
    'audio/mp4',
  ],
  aac: [
    'audio/aac',
    'audio/aacp',
    'audio/x-aac',
    'audio/x-aacp',
    'audio/mpeg4-generic',
    'audio/x-hx-aac-adts',
    'audio/vnd.dlna.adts',
    'audio/mp4',
    'audio/m4a',
    'audio/x-m4a',
    'audio/mp4a-latm',
    'audio/3gpp',
    'audio/3gpp2',
    'audio/matroska',
    'audio/x-matroska',
    'video/mp2t',
  ],
  flac: [
    'audio/flac',
    'audio/x-flac',
    'application/x-flac',
    'audio/ogg',
    'application/ogg',
    'audio/matroska',
    'audio/x-matroska',
    'audio/mp4',
  ],
  wav: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/x-pn-wav', 'audio/vnd.wave'],
  pcm: [
    'audio/pcm',
    'audio/x-pcm',
    'audio/l16',
    'audio/l8',
    'audio/l20',
    'audio/l24',
    'audio/l32',
    'audio/x-l16',
    'audio/raw',
    'audio/x-raw',
    'audio/s16le',
    'audio/x-s16le',
    'audio/lpcm',
    'audio/x-lpcm',
    'audio/linear16',
    'application/octet-stream',
  ],
};
