import { describe, expect, it } from 'vitest';
import { containerNamed } from '../../audio/containers.ts';
import { formats } from '../../audio/formats.ts';
import { speechFormats } from '../../contract/limits.ts';
import { typeMatchesFormat, typeMatchesBytes } from './asked/agrees-with-format.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';

describe.each(speechFormats)('the names of %s', (format) => {
  it.each(formats[format].mediaTypes)('have %s among them', (name) => {
    expect(typeMatchesFormat(format)([speechAnswer('AAAA', `${name} ; x=y`)])).toEqual([]);
  });
  const others = speechFormats.filter((each) => each !== format).flatMap((each) => formats[each].mediaTypes);
  const isShared = (name: string): boolean => formats[format].mediaTypes.includes(name);

  it.each(others.filter((name) => !isShared(name)))('have not %s of another among them', (name) => {
    expect(typeMatchesFormat(format)([speechAnswer('AAAA', name)])).toEqual([
      {
        subject: 'contentType',
        expected: `a name of ${format}, such as ${formats[format].mediaTypes[0] ?? ''}`,
        observed: name,
      },
    ]);
  });
  it('share only those of a container for both', () => {
    const shared = others.filter((name) => isShared(name) && containerNamed(name) === undefined);
    const advice = 'list what names a container in mediaTypes of it in conformance/audio/containers.ts';
    expect(shared, advice).toEqual([]);
  });
});

it.each([
  ['mp3', 'audio/MPA'],
  ['aac', 'audio/MP4A-LATM'],
  ['pcm', 'audio/L16'],
] as const)('a name of %s may be written as IANA does: %s', (format, name) => {
  expect(typeMatchesFormat(format)([speechAnswer('AAAA', name)])).toEqual([]);
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
    expect(await typeMatchesBytes([speechAnswer(audio, 'text/plain')])).toEqual([
      { subject: 'contentType', expected: `a name of ${format}, such as ${name}`, observed: 'text/plain' },
    ]);
  });
});
