import { expect, it } from 'vitest';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { webmOf } from '../../../fixtures/audio/webm.ts';
import { flacOfConstants } from '../../../fixtures/hostile/sound-bytes.ts';
import { identify, soundOf } from './read-audio.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { isAudibleInFormat } from './asked/sounds.ts';

it('reads audio in a thread of its own, as it is read here', async () => {
  const audio = encodeAudio('wav', 'speech', 1);
  expect(await identify(audio)).toEqual({ format: 'wav', label: 'WAVE with PCM', declaredSeconds: 1 });
  expect(await soundOf(audio)).toMatchObject({ is: 'sound', seconds: 1 });
});

it('hears a minute of WebM whose end is trimmed as soon as one of Ogg', async () => {
  expect(await soundOf(webmOf(encodeAudio('opus', 'speech', 60.005)))).toMatchObject({
    is: 'sound',
    seconds: expect.closeTo(60, 1) as unknown,
  });
});

/** MP3 frames of silence, 220 times as large when they are decoded to samples. */
const hoursOfMp3 = (): Buffer =>
  Buffer.concat(
    Array.from({ length: 200_000 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)])),
  );

/** An Ogg of pages with empty packets, at each of which the decoder starts anew. */
const emptyPages = (): Buffer =>
  Buffer.concat(
    Array.from({ length: 190_000 }, (_, at) => {
      const page = Buffer.alloc(28, 0);
      page.write('OggS', 'latin1');
      page.writeUInt8(at === 0 ? 2 : 0, 5);
      page.writeUInt32LE(at, 18);
      page.writeUInt8(1, 26);
      return page;
    }),
  );

it.each([
  ['within 96 MB', hoursOfMp3],
  ['within 3 s', emptyPages],
])('says of audio that takes more to decode that it could not be, %s, and goes on', async (_bound, make) => {
  const audio = make();
  // Which bound is reached first depends on the machine.
  const inconclusive = expect.stringMatching(
    /^the audio could not be decoded within (3 s|96 MB): it may be valid\. If this machine is busy, run again later /,
  ) as unknown;
  expect(await soundOf(audio)).toEqual({ inconclusive });
  expect(await isAudibleInFormat('mp3')([speechAnswer(audio)])).toEqual({ inconclusive });
  expect(await soundOf(encodeAudio('mp3', 'speech', 1))).toMatchObject({ is: 'sound' });
});

it('says of audio with too much in it what it has, and does not try it', async () => {
  const begunAt = Buffer.alloc(27);
  begunAt.write('OggS\0\x02', 'latin1');
  const streams = Buffer.concat(Array.from({ length: 1_001 }, () => begunAt));
  const inconclusive = 'an Ogg of more than 1,000 streams is not decoded';
  expect(await Promise.all([identify(streams), soundOf(streams)])).toEqual([{ inconclusive }, { inconclusive }]);
  const fast = flacOfConstants(1, 655_350);
  expect(await identify(fast)).toMatchObject({ format: 'flac' });
  expect(await soundOf(fast)).toEqual({ inconclusive: 'audio of 8 channels at 655,350 Hz is not decoded' });
});
