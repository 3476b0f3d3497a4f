import { encodeAudio, type AudioFormat } from '../../../fixtures/audio/encode.ts';
import { wavOf } from '../../../fixtures/audio/pcm.ts';
import { sampleRate, samplesOf } from '../../../fixtures/audio/waveform.ts';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';

/** A speech's answer for the tests of expectations, with its audio as bytes or as text that is meant to be base64. */
export function speechAnswer(
  audio: Uint8Array | string,
  contentType: unknown = 'audio/mpeg',
  id = 'speak#1',
): Exchange {
  const audioBase64 = typeof audio === 'string' ? audio : Buffer.from(audio).toString('base64');
  return answered({ operation: 'speech', id, body: { audioBase64, contentType } });
}

export type SpeechFields = {
  readonly text: string;
  readonly voice?: string;
  readonly speed?: number;
  readonly format?: AudioFormat;
  readonly instructions?: string;
};

let count = 0;

/**
 * A speech of this many seconds and its request, by alloy and as WAV unless `asked` says otherwise. Each has an id of
 * its own.
 */
export function speechExchange(seconds: number, asked: SpeechFields): Exchange {
  count += 1;
  const sent = { voice: 'alloy', format: 'wav' as const, ...asked };
  return {
    ...speechAnswer(encodeAudio(sent.format, 'speech', seconds), 'audio/wav', `s#${count}`),
    request: answered({ sent }).request,
  };
}

/** A 16-bit WAV of a speech with this peak, and the constant level of a room for some seconds before and after it. */
export function withRoomTone(
  speech: { readonly seconds: number; readonly peak: number },
  room: { readonly seconds: number; readonly peak: number },
): Uint8Array {
  const said = samplesOf('speech', Math.round(speech.seconds * sampleRate));
  const loudest = said.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const tone = new Int16Array(Math.round(room.seconds * sampleRate)).fill(Math.round(room.peak * fullScale));
  const spoken = said.map((sample) => Math.round((sample / loudest) * speech.peak * fullScale));
  return wavOf(Int16Array.from([...tone, ...spoken, ...tone]));
}

const fullScale = 32_767;
