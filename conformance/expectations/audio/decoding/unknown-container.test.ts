import { expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { bytesMatchFormat, typeMatchesBytes } from '../asked/agrees-with-format.ts';
import { isWhole } from '../is-whole.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { unknownContainerOf } from './unknown-container.ts';

const loasFrame = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from([0x56, 0xe0 | (bytes >> 8), bytes & 0xff]), Buffer.alloc(bytes, 0x21)]);
const loas = Buffer.concat([300, 7, 0, 512].map(loasFrame));
const packet = Buffer.concat([Buffer.of(0x47), Buffer.alloc(187, 0xff)]);
const transport = Buffer.concat(Array.from({ length: 4 }, () => packet));

it.each([
  ['LATM in LOAS', loas, 'audio/aac; container=latm'],
  ['MPEG-TS', transport, 'video/mp2t'],
])('%s is no failure', async (name, audio, contentType) => {
  const inconclusive = `the audio is in a container that assay does not know: ${name}`;
  expect(await bytesMatchFormat('aac')([speechAnswer(audio, contentType)])).toEqual({ inconclusive });
  expect(await isWhole([speechAnswer(audio, contentType)])).toEqual({ inconclusive });
  expect(unknownContainerOf(audio.subarray(0, -1))?.label).toBe(name);
});

it.each([
  ['LATM in LOAS', loas, ['mp3', 'opus', 'flac', 'wav', 'pcm']],
  ['MPEG-TS', transport, ['opus', 'flac', 'wav', 'pcm']],
] as const)('%s is none of the formats that it does not carry', async (observed, audio, formats) => {
  for (const format of formats) {
    const mismatch = { subject: 'audio', expected: format, observed, kind: { is: 'audio' } };
    expect(await bytesMatchFormat(format)([speechAnswer(audio)])).toEqual([mismatch]);
  }
});

it('MPEG-TS may have mp3 in it, and is not judged where no format was asked for', async () => {
  const inconclusive = 'the audio is in a container that assay does not know: MPEG-TS';
  expect(await bytesMatchFormat('mp3')([speechAnswer(transport)])).toEqual({ inconclusive });
  expect(await typeMatchesBytes([speechAnswer(transport, 'video/mp2t')])).toEqual({ inconclusive });
});

it.each([
  ['three frames', loas.subarray(0, 303 + 10 + 3)],
  ['frames with a byte between them', Buffer.concat([loas, Buffer.of(0), loas])],
  ['three packets', transport.subarray(188)],
  ['nothing', Buffer.alloc(0)],
  ['samples', Buffer.from(encodeAudio('pcm', 'speech', 1))],
  ['ADTS', Buffer.from(encodeAudio('aac', 'speech', 1))],
])('%s are none', (_, audio) => {
  expect(unknownContainerOf(audio)).toBeUndefined();
});
