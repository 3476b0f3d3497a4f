import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { eightBitPcm, floatPcm } from '../../../../fixtures/audio/layouts.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { secondsByType } from './seconds-by-type.ts';

const wav = encodeAudio('wav', 'speech', 6);
const pcm = encodeAudio('pcm', 'speech', 6);
function secondsAs(contentType: unknown, audio: Uint8Array | string = pcm): readonly number[] | undefined {
  const { response } = speechAnswer(audio, contentType);
  return response.is === 'answer' ? secondsByType(response)?.map((seconds) => Number(seconds.toFixed(1))) : undefined;
}

describe('the length of raw samples by their media type', () => {
  it.each([
    ['audio/pcm; rate=24000', [6, 3]],
    ['audio/L16;rate="48000";channels=1', [3]],
    ['audio/pcm;rate=12000;channels=2', [6]],
  ])('at %s is %j', (type, seconds) => {
    expect(secondsAs(type)).toEqual(seconds);
  });
  it('is the same with the high byte first', () => {
    expect(secondsAs('audio/pcm;rate=24000;channels=1', Buffer.from(pcm).swap16())).toEqual([6]);
  });
  it.each(['audio/pcm', 'audio/pcm;rate=', 'audio/pcm;rate=24 kHz', 'audio/pcm;rate=0', undefined])(
    'is not known at %s',
    (type) => {
      expect(secondsAs(type)).toBeUndefined();
    },
  );
  it('is not known of other samples, nor of none', () => {
    for (const audio of [eightBitPcm(wav), floatPcm(wav), ''])
      expect(secondsAs('audio/pcm;rate=24000', audio)).toBeUndefined();
  });
});
