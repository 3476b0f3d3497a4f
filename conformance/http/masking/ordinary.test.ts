import { describe, expect, it } from 'vitest';
import { chatFlags, endpoints, speechFormats } from '../../contract/limits.ts';
import { isOrdinary, isDistinctive } from './ordinary.ts';

describe('a secret that is ordinary text', () => {
  it.each([
    'message',
    'application/json',
    'text/event-stream',
    'data',
    '200',
    'success',
    'memberRequestLimit',
    '"message":"',
  ])('is %s: it stands in everybody’s answers', (secret) =>
    expect([isOrdinary(secret), isDistinctive(secret)]).toEqual([true, false]),
  );
  it.each([
    ...chatFlags,
    ...speechFormats.map((format) => `audio/${format}`),
    endpoints.bots.path,
    endpoints.voices.path,
    endpoints.speech.path,
  ])('is %s, as the document has it', (text) => {
    const advice = `add its words to \`words\` of http/masking/ordinary.ts: masked, they would be missing in every answer`;
    expect(isOrdinary(text), advice).toBe(true);
  });
});

describe('a secret that is no ordinary text', () => {
  it.each(['customer', 'invalid_request_erro', 'voice-credits-session-audio-balance'])('may be a word: %s', (secret) =>
    expect(isOrdinary(secret)).toBe(false),
  );
  it.each(['tok3nx', 'a-token-of-staging', 'Kq7/Zx+Lw29Tt=Ye4Rb8Mn3Vc'])('can be told: %s', (secret) =>
    expect(isDistinctive(secret)).toBe(true),
  );
  it.each(['customer', '12345678', '~#%&$!'])('cannot be told from others: %s', (secret) =>
    expect([isOrdinary(secret), isDistinctive(secret)]).toEqual([false, false]),
  );
});
