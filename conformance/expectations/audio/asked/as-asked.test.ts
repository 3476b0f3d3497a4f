import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { areSpokenAsRequested, requestedSpeech } from './as-asked.ts';
import { speechAnswer } from '../sample-speech.testing.ts';

const wav = encodeAudio('wav', 'speech', 0.3);
const asked = (format: string, audio: Uint8Array | string = wav, contentType = 'audio/wav') => ({
  ...speechAnswer(audio, contentType),
  request: { ...answered({ sent: { voice: 'nova', format } }).request },
});
const of = (format: string): string => `of nova as ${format} (speak#1)`;

describe('what was asked', () => {
  it('is read from the request', () => {
    expect(requestedSpeech(asked('wav'))).toMatchObject({ voice: 'nova', format: 'wav' });
    expect(requestedSpeech(speechAnswer(wav))).toEqual({});
  });
});

describe('areSpokenAsAsked', () => {
  it('takes speeches in the formats that were asked for', async () => {
    expect(await areSpokenAsRequested([asked('wav'), asked('wav')])).toEqual([]);
  });
  it('shows a refusal, and no more of it', async () => {
    const refused = { ...asked('flac'), response: answered({ status: 500 }).response };
    expect(await areSpokenAsRequested([asked('wav'), refused])).toMatchObject([
      { subject: `status ${of('flac')}`, expected: 'success, any 2xx', observed: 'status 500, no body' },
    ]);
  });
  it('says that others by the voice are right, where one is refused', async () => {
    const refused = { ...asked('flac'), response: answered({ status: 500 }).response };
    const right = [asked('wav'), asked('wav'), asked('wav')];
    const expected = 'success, any 2xx, as for the 3 others by nova';
    expect(await areSpokenAsRequested([...right, refused])).toMatchObject([{ expected }]);
    expect(await areSpokenAsRequested([...right, refused, refused])).toMatchObject([
      { expected: 'success, any 2xx' },
      { expected: 'success, any 2xx' },
    ]);
  });
  it('says what else was asked', async () => {
    const sent = { text: 'Good bye.', voice: 'nova', format: 'flac', speed: 4, instructions: 'Calmly.' };
    const refused = answered({ sent, status: 500, id: 'speak#1' });
    expect(await areSpokenAsRequested([refused])).toMatchObject([
      { subject: 'status of nova as flac at speed 4 with instructions (speak#1)' },
    ]);
  });
  it('shows what carries no speech', async () => {
    expect(await areSpokenAsRequested([asked('wav', '')])).toMatchObject([
      { subject: `audioBase64 ${of('wav')}`, expected: 'a string that is not empty', observed: '""' },
    ]);
  });
  it('shows another format under another name', async () => {
    expect(await areSpokenAsRequested([asked('flac')])).toMatchObject([
      {
        subject: `contentType ${of('flac')}`,
        expected: 'a name of flac, such as audio/flac',
        observed: 'audio/wav',
      },
      { subject: `audio ${of('flac')}`, expected: 'flac', observed: 'WAVE with PCM' },
    ]);
  });
  it('shows silence', async () => {
    expect(await areSpokenAsRequested([asked('wav', encodeAudio('wav', 'silence', 1))])).toMatchObject([
      { subject: `audio ${of('wav')}`, expected: 'sound', observed: 'silence: 1.00 s with a peak of 0.00000' },
    ]);
  });
  it('judges nothing where one cannot be judged', async () => {
    const unanswered = {
      ...asked('wav'),
      response: { is: 'noAnswer', because: 'dns', detail: '', endedAtMs: 1 },
    } as const;
    expect(await areSpokenAsRequested([unanswered, asked('wav')])).toEqual({
      inconclusive: 'there was no answer to judge',
    });
  });
});
