import type { SpeechFormat } from '../../contract/limits.ts';

/**
 * The registered (IANA) and the customary names for each format of 2.5, in lower case; the document shows only
 * `audio/mpeg`, so every name by which clients know a format is lawful for it.
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
  opus: ['audio/opus', 'audio/ogg', 'application/ogg', 'audio/x-opus', 'audio/x-opus+ogg', 'audio/x-ogg', 'audio/webm'],
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
  ],
  flac: ['audio/flac', 'audio/x-flac', 'audio/ogg', 'application/ogg'],
  wav: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/x-pn-wav', 'audio/vnd.wave'],
  pcm: [
    'audio/pcm',
    'audio/x-pcm',
    'audio/l16',
    'audio/l8',
    'audio/l20',
    'audio/l24',
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
