import { describe, expect, it } from 'vitest';
import type { SpeechFormat } from '../../contract/limits.ts';
import { typeAgreesWith, typeAgreesWithBytes } from './asked/agrees-with-format.ts';
import { mediaTypesOf } from './media-types.ts';
import { spokenAs } from './sample-speech.testing.ts';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';

/** Names with which services in the field label a format: IANA's, those before them, and those of common libraries. */
const inUse: Readonly<Record<SpeechFormat, string>> = {
  mp3:
    'audio/mpeg audio/mp3 audio/MPA audio/mpeg3 audio/mpg audio/x-mpeg audio/x-mpeg-3 audio/x-mpeg3 audio/x-mp3 ' +
    'audio/x-mpg',
  opus:
    'audio/opus audio/ogg application/ogg audio/x-opus audio/x-opus+ogg audio/x-ogg audio/webm audio/matroska ' +
    'audio/x-matroska audio/mp4',
  aac:
    'audio/aac audio/aacp audio/x-aac audio/x-aacp audio/mpeg4-generic audio/x-hx-aac-adts audio/vnd.dlna.adts ' +
    'audio/mp4 audio/m4a audio/x-m4a audio/MP4A-LATM audio/3gpp audio/3gpp2 audio/matroska audio/x-matroska ' +
    'video/mp2t',
  flac: 'audio/flac audio/x-flac application/x-flac audio/ogg application/ogg audio/matroska audio/x-matroska audio/mp4',
  wav: 'audio/wav audio/x-wav audio/wave audio/x-pn-wav audio/vnd.wave',
  pcm:
    'audio/pcm audio/x-pcm audio/L16 audio/L8 audio/L20 audio/L24 audio/L32 audio/x-l16 audio/raw audio/x-raw audio/s16le ' +
    'audio/x-s16le audio/lpcm audio/x-lpcm audio/linear16 application/octet-stream',
};
const formats = Object.keys(inUse) as readonly SpeechFormat[];
/** Only these names belong to several: a container that holds any of their codecs. */
const shared = ['audio/ogg', 'application/ogg', 'audio/matroska', 'audio/x-matroska', 'audio/mp4'];

describe.each(formats)('the names of %s', (format) => {
  it.each(inUse[format].split(' '))('have %s among them', (name) => {
    expect(typeAgreesWith(format)([spokenAs('AAAA', `${name} ; x=y`)])).toEqual([]);
  });
  it('have none of another format among them, save those of a container for both', () => {
    for (const other of formats.filter((each) => each !== format)) {
      for (const name of mediaTypesOf[other].filter((each) => !shared.includes(each))) {
        expect(typeAgreesWith(format)([spokenAs('AAAA', name)])).toEqual([
          {
            subject: 'contentType',
            expected: `a name of ${format}, such as ${mediaTypesOf[format][0] ?? ''}`,
            observed: name,
          },
        ]);
      }
    }
  });
});

describe('the name that a message tells', () => {
  it.each([
    ['mp3', 'audio/mpeg'],
    ['opus', 'audio/opus'],
    ['aac', 'audio/aac'],
    ['flac', 'audio/flac'],
    ['wav', 'audio/wav'],
    ['pcm', 'audio/pcm'],
  ] as const)('is for %s the best known one, %s', async (format, name) => {
    const audio = encodeAudio(format, 'speech', 1);
    expect(await typeAgreesWithBytes([spokenAs(audio, 'text/plain')])).toEqual([
      { subject: 'contentType', expected: `a name of ${format}, such as ${name}`, observed: 'text/plain' },
    ]);
  });
});
