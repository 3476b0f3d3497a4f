import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { rf64Wav, streamedWav, taggedMp3 } from '../../../fixtures/audio/layouts.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { notInContainer } from './speech-body.ts';
import { mp3SaysItsLength, wavSaysItsLength } from './says-its-length.ts';

const wav = encodeAudio('wav', 'speech', 1);
const mp3 = encodeAudio('mp3', 'speech', 1);

/** An MP3 of 42 frames, whose first frame counts this many. */
function counting(frames: number): Buffer {
  const tagged = Buffer.from(taggedMp3(mp3, 96));
  tagged.writeUInt32BE(frames, tagged.indexOf('Info', 0, 'latin1') + 8);
  return tagged;
}

describe('wavSaysItsLength', () => {
  it('takes headers that say it', () => {
    for (const audio of [wav, rf64Wav(wav)]) expect(wavSaysItsLength([speechAnswer(audio)])).toEqual([]);
  });
  it('shows a WAV that does not know it', () => {
    expect(wavSaysItsLength([speechAnswer(streamedWav(wav))])).toEqual([
      {
        subject: 'audio',
        expected: 'the length of a complete file',
        observed: '4294967295 bytes in its RIFF chunk and 4294967295 in its data chunk, where 48044 are there in all',
        kind: { is: 'audio' },
      },
    ]);
    const half = Buffer.from(wav);
    half.writeUInt32LE(0x7fff_0000, 40);
    expect(wavSaysItsLength([speechAnswer(half)])).toHaveLength(1);
  });
  it('has nothing to say of what is no WAV, or no audio', () => {
    for (const audio of [mp3, Buffer.from('no audio')])
      expect(wavSaysItsLength([speechAnswer(audio)])).toEqual(notInContainer('WAV'));
    expect(wavSaysItsLength([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});

describe('mp3SaysItsLength', () => {
  it('takes headers that say it, or nothing of it', () => {
    for (const audio of [mp3, taggedMp3(mp3, 96), counting(42)])
      expect(mp3SaysItsLength([speechAnswer(audio)])).toEqual([]);
  });
  it('shows an MP3 with more frames than are counted', () => {
    expect(mp3SaysItsLength([speechAnswer(counting(20))])).toEqual([
      {
        subject: 'audio',
        expected: 'as many frames as its first one counts',
        observed: '43 where it counts 20',
        kind: { is: 'audio' },
      },
    ]);
    expect(mp3SaysItsLength([speechAnswer(counting(41))])).toHaveLength(1);
  });
  it('has nothing to say of what is no MP3, or no audio', () => {
    for (const audio of [wav, Buffer.from('no audio')])
      expect(mp3SaysItsLength([speechAnswer(audio)])).toEqual(notInContainer('plain frames of MP3'));
    expect(mp3SaysItsLength([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
