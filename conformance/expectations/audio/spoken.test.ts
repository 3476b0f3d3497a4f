import { describe, expect, it } from 'vitest';
import { speechAnswer } from './sample-speech.testing.ts';
import { audioIn, onAudio } from './speech-body.ts';

function decoded(text: string): string | undefined {
  const { response } = speechAnswer(text);
  const audio = response.is === 'answer' ? audioIn(response) : undefined;
  return audio === undefined ? undefined : Buffer.from(audio).toString('latin1');
}

describe('the audio of an answer', () => {
  it.each(['YWJj', 'YWJjZA==', 'YWJjZA==\n', 'YWJjZA', 'data:audio/mpeg;v=1;base64,YWJj', "b'YWJj'", 'YW\nJj'])(
    'is decoded from %j',
    (text) => {
      expect(decoded(text)).toMatch(/^abcd?$/);
    },
  );
  it('is not known where base64 goes on behind its padding', async () => {
    expect(decoded('YWJjZA==YWJj')).toBeUndefined();
    expect(await onAudio(() => [])([speechAnswer('YWJjZA==YWJj')])).toEqual({
      inconclusive: 'audioBase64 goes on behind a "=", so that decoders differ on what the audio is',
    });
    expect(await onAudio(() => [])([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
