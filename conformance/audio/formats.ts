import { speechFormats, type SpeechFormat } from '../contract/limits.ts';
import { both, isAdtsFrame, isMp3Frame, says, type Beginning } from './beginning.ts';

type Format = {
  /** How it begins outside of the containers that have several codecs (`containers.ts`); raw samples begin like nothing. */
  readonly begins: readonly Beginning[];
  /** The registered (IANA) and the customary names, in lower case, the best known first. */
  readonly mediaTypes: readonly string[];
  /** Its codec, by the names that music-metadata, MP4 (ISO/IEC 14496-12) and CAF give it; absent where samples are not coded. */
  readonly codec?: RegExp;
  /** Who says how much there has to be; absent where nobody does. */
  readonly standard?: string;
  /** So many seconds decoders may validly drop of what it declares. */
  readonly paddingSeconds: number;
  /** Whether it takes nearly as many bytes as its samples do, silence apart. */
  readonly isOfSamples: boolean;
};

/**
 * What is judged of each format of 2.5. The document shows only `audio/mpeg`, so every name by which clients know a format
 * is valid for it. FLAC counts samples; Opus, and more so the MPEG codecs, lead in and end with some frames of padding:
 * 2304 samples of it are 0.29 s at 8 kHz, the lowest rate.
 */
export const formats: Readonly<Record<SpeechFormat, Format>> = {
  mp3: {
    begins: [
      { name: 'MP3', longName: 'MP3 (ID3)', begins: says(0, 'ID3'), plays: 'audio/mpeg', inPieces: false },
      { name: 'MP3', begins: isMp3Frame, isFrame: true, plays: 'audio/mpeg', inPieces: 'mp3' },
    ],
    mediaTypes: [
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
    codec: /layer 3|mp3/i,
    standard: 'ISO/IEC 11172-3 2.4.2.3',
    paddingSeconds: 0.35,
    isOfSamples: false,
  },
  opus: {
    begins: [
      {
        name: 'Ogg Opus',
        longName: 'Ogg',
        begins: both(says(0, 'OggS'), (head) => head.includes('OpusHead')),
        plays: 'audio/ogg',
        inPieces: 'opus',
      },
    ],
    mediaTypes: [
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
    codec: /opus/i,
    standard: 'RFC 3533 6',
    paddingSeconds: 0.1,
    isOfSamples: false,
  },
  aac: {
    begins: [
      {
        name: 'AAC',
        longName: 'AAC (ADTS)',
        begins: isAdtsFrame,
        isFrame: true,
        plays: 'audio/aac',
        inPieces: 'aac',
      },
    ],
    mediaTypes: [
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
    codec: /aac|mp4a/i,
    standard: 'ISO/IEC 13818-7 6.2',
    paddingSeconds: 0.35,
    isOfSamples: false,
  },
  flac: {
    begins: [{ name: 'FLAC', begins: says(0, 'fLaC'), plays: 'audio/flac', inPieces: 'flac' }],
    mediaTypes: [
      'audio/flac',
      'audio/x-flac',
      'application/x-flac',
      'audio/ogg',
      'application/ogg',
      'audio/matroska',
      'audio/x-matroska',
      'audio/mp4',
    ],
    codec: /flac/i,
    standard: 'RFC 9639 8.2',
    paddingSeconds: 0.02,
    isOfSamples: true,
  },
  wav: {
    begins: [{ name: 'WAV', begins: both(says(0, 'RIFF'), says(8, 'WAVE')), plays: 'audio/wav', inPieces: 'wav' }],
    mediaTypes: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/x-pn-wav', 'audio/vnd.wave'],
    standard: 'RIFF WAVE',
    paddingSeconds: 0.1,
    isOfSamples: true,
  },
  pcm: {
    begins: [],
    mediaTypes: [
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
    paddingSeconds: 0,
    isOfSamples: true,
  },
};

/** The format whose codec has this name; undefined where it is none of ours. */
export function formatOfCodec(name: string): SpeechFormat | undefined {
  return speechFormats.find((format) => formats[format].codec?.test(name) === true);
}
