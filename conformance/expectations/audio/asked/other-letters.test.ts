import { describe, expect, it } from 'vitest';
import { speechFormats } from '../../../contract/limits.ts';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { isAudibleInOtherScripts } from './sounds.ts';

const asked = (text: string, audio: Uint8Array | string) => ({
  ...speechAnswer(audio),
  request: answered({ sent: { text, voice: 'nova', speed: 4 } }).request,
});

describe('soundsIfOtherLetters', () => {
  const russian = 'Вчера вечером мы долго гуляли по старому городу, а потом пили чай.';
  it.each(speechFormats)('misses the silence of %s in digits and other scripts alone', async (format) => {
    const silence = encodeAudio(format, 'silence', 1);
    expect(await isAudibleInOtherScripts([asked(russian, encodeAudio(format, 'speech', 2))])).toEqual([]);
    expect(await isAudibleInOtherScripts([asked(russian, silence), asked('Good bye.', silence)])).toMatchObject([
      { subject: 'audio of nova at speed 4 (speak#1)', expected: 'sound' },
    ]);
  });
  it('does not judge words in Latin letters, few letters, nor what is no audio', async () => {
    const silence = encodeAudio('wav', 'silence', 1);
    const english = 'My aunt has a small house by the lake, and in the evening she reads.';
    expect(
      await isAudibleInOtherScripts([asked(english, silence), asked('Чай.', silence), asked(russian, 'none')]),
    ).toEqual([]);
  });
});
