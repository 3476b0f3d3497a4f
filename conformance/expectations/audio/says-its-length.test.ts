import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { rf64Wav, streamedWav, taggedMp3 } from '../../../fixtures/audio/layouts.ts';
import { spokenAs } from './sample-speech.testing.ts';
import { saysItsLength } from './says-its-length.ts';

const wav = encodeAudio('wav', 'speech', 1);
const mp3 = encodeAudio('mp3', 'speech', 1);

/** Of 42 frames, of which the first counts so many. */
function counting(frames: number): Buffer {
  const tagged = Buffer.from(taggedMp3(mp3, 96));
  tagged.writeUInt32BE(frames, tagged.indexOf('Info', 0, 'latin1') + 8);
  return tagged;
}

describe('saysItsLength', () => {
  it('takes headers that say it, or nothing of it', () => {
    for (const audio of [wav, rf64Wav(wav), mp3, taggedMp3(mp3, 96), encodeAudio('pcm', 'speech', 0.1)])
      expect(saysItsLength([spokenAs(audio)])).toEqual([]);
  });
  it('shows a WAV that does not know it', () => {
    expect(saysItsLength([spokenAs(streamedWav(wav))])).toEqual([
      {
        subject: 'audio',
        expected: 'the length of a complete file',
        observed: '4294967295 bytes in its RIFF chunk and 4294967295 in its data chunk, where 48044 are there in all',
      },
    ]);
    const half = Buffer.from(wav);
    half.writeUInt32LE(0x7fff_0000, 40);
    expect(saysItsLength([spokenAs(half)])).toHaveLength(1);
  });
  it('shows an MP3 with more frames than are counted', () => {
    expect(saysItsLength([spokenAs(counting(20))])).toEqual([
      { subject: 'audio', expected: 'as many frames as its first one counts', observed: '43 where it counts 20' },
    ]);
    expect(saysItsLength([spokenAs(counting(41))])).toHaveLength(1);
    expect(saysItsLength([spokenAs(counting(42))])).toEqual([]);
  });
  it('needs audio', () => {
    expect(saysItsLength([spokenAs('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
