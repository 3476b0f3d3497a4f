import { expect, it } from 'vitest';
import { beginsAsSpeech } from './begins-as-speech.ts';

const isSpeech = (text: string, status = 200) => beginsAsSpeech({ status, body: Buffer.from(text) });
const sound = 'UklGRiR4'.repeat(100);

it.each([
  ['the key first', `{"audioBase64":"${sound}`],
  ['blanks around it, and behind another', `{ "contentType": "audio/wav",\n "audioBase64" : "${sound}`],
  ['a data: URI', `{"audioBase64":"data:audio/wav;base64,${sound}`],
])('a speech that was cut off here began as one: %s', (_, text) => {
  expect(isSpeech(text)).toBe(true);
});
it.each([
  ['an error that names the key', `{"error":{"message":"audioBase64 is missing: ${'no '.repeat(1_000)}`],
  ['an empty sound and an error', `{"audioBase64":"","error":"${'no '.repeat(1_000)}`],
  ['no sound, and an error', `{"audioBase64":null,"error":"${'no '.repeat(1_000)}`],
  ['a page', `<h1>Welcome</h1>${'<br>'.repeat(1_000)}`],
  ['the key behind far too much', `{"note":"${'x'.repeat(5_000)}","audioBase64":"${sound}`],
])('what is none did not: %s', (_, text) => {
  expect(isSpeech(text)).toBe(false);
});
it('nor did a refusal', () => {
  expect(isSpeech(`{"audioBase64":"${sound}`, 500)).toBe(false);
});
