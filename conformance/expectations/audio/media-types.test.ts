import { describe, expect, it } from 'vitest';
import { formats } from '../../audio/formats.ts';
import { speechFormats } from '../../contract/limits.ts';
import { typeAgreesWith, typeAgreesWithBytes } from './asked/agrees-with-format.ts';
import { spokenAs } from './sample-speech.testing.ts';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';

/** The names that belong to several formats, because the container holds any of their codecs. */
const shared = ['audio/ogg', 'application/ogg', 'audio/matroska', 'audio/x-matroska', 'audio/mp4'];

describe.each(speechFormats)('the names of %s', (format) => {
  it.each(formats[format].mediaTypes)('have %s among them', (name) => {
    expect(typeAgreesWith(format)([spokenAs('AAAA', `${name} ; x=y`)])).toEqual([]);
  });
  it('have none of another format among them, save those of a container for both', () => {
    for (const other of speechFormats.filter((each) => each !== format)) {
      for (const name of formats[other].mediaTypes.filter((each) => !shared.includes(each))) {
        expect(typeAgreesWith(format)([spokenAs('AAAA', name)])).toEqual([
          {
            subject: 'contentType',
            expected: `a name of ${format}, such as ${formats[format].mediaTypes[0] ?? ''}`,
            observed: name,
          },
        ]);
      }
    }
  });
});

it.each([
  ['mp3', 'audio/MPA'],
  ['aac', 'audio/MP4A-LATM'],
  ['pcm', 'audio/L16'],
] as const)('a name of %s may be written as IANA does: %s', (format, name) => {
  expect(typeAgreesWith(format)([spokenAs('AAAA', name)])).toEqual([]);
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
