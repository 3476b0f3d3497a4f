import { describe, expect, it } from 'vitest';
import { encodeAudio, type AudioFormat, type Recording } from '../../../../fixtures/audio/encode.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { soundsDiffer } from './sounds-unlike.ts';

const by = (voice: string, audio: Uint8Array, id = 'speak#1') => ({
  ...speechAnswer(audio, 'audio/wav', id),
  request: answered({ sent: { voice } }).request,
});
const made = (recording: Recording, format: AudioFormat = 'wav'): Uint8Array => encodeAudio(format, recording, 0.2);
const judge = soundsDiffer(0, 1);

describe('soundsUnlike', () => {
  it('takes two voices of their own', () => {
    expect(judge([by('alloy', made('speech by alloy')), by('echo', made('speech by echo'))])).toEqual([]);
  });
  it('shows one voice under two names', () => {
    const wav = made('speech');
    expect(judge([by('alloy', wav), by('echo', wav, 'speak#2')])).toMatchObject([
      {
        subject: 'audio of echo (speak#2)',
        expected: 'another sound than that of alloy',
        observed: 'the same 9600 bytes',
      },
    ]);
  });
  it('compares what sounds, and not what a WAV says besides', () => {
    const wav = Buffer.from(made('speech'));
    const dated = Buffer.concat([wav, Buffer.from('LIST\u0004\0\0\x002026', 'latin1')]);
    expect(judge([by('alloy', wav), by('echo', dated)])).toHaveLength(1);
  });
  it('compares a WAV without samples as it is', () => {
    const [one, other] = [Buffer.from(made('speech by alloy')), Buffer.from(made('speech by echo'))];
    for (const wav of [one, other]) wav.writeUInt32LE(0, 40);
    expect(judge([by('alloy', one), by('echo', other)])).toEqual([]);
  });
  it('compares other formats as they are', () => {
    const [one, other] = [made('speech by alloy', 'mp3'), made('speech by echo', 'mp3')];
    expect(judge([by('alloy', one), by('echo', other)])).toEqual([]);
    expect(judge([by('alloy', one), by('echo', one)])).toHaveLength(1);
  });
  it('needs both', () => {
    const inconclusive = { inconclusive: 'there are no two speeches to compare' };
    expect(judge([by('alloy', made('speech'))])).toEqual(inconclusive);
    expect(judge([answered({ status: 400 }), by('alloy', made('speech'))])).toEqual(inconclusive);
  });
});
