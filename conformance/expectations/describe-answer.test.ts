import { describe, expect, it } from 'vitest';
import type { Answer } from '../model/exchange.ts';
import { answered } from './sample-exchange.testing.ts';
import { describeAnswer } from './describe-answer.ts';

function answer(parts: Parameters<typeof answered>[0]): Answer {
  const { response } = answered(parts);
  if (response.is !== 'answer') throw new Error('it is one');
  return response;
}

const spoken = (...bytes: readonly (string | number[])[]) => ({
  audioBase64: Buffer.concat(bytes.map((each) => Buffer.from(each as string))).toString('base64'),
  contentType: 'audio/x',
});

describe('an answer as messages show it', () => {
  it.each([
    ['MP3', [0xff, 0xf3, 0x44, 0xc4]],
    ['MP3', 'ID3'],
    ['AAC', [0xff, 0xf1, 0x58, 0x40]],
    ['WAV', 'RIFF\0\0\0\0WAVE'],
    ['FLAC', 'fLaC'],
    ['Ogg Opus', 'OggS\0\0OpusHead'],
    ['Ogg', 'OggS\0\0'],
    ['WebM', [0x1a, 0x45, 0xdf, 0xa3]],
    ['MP4', '\0\0\0\x20ftypM4A '],
    ['audio without a container', [1, 0, 2, 0]],
  ] as const)('says of audio that it is %s', (name, head) => {
    const body = spoken(
      head as string,
      Array.from({ length: 2650 }, () => 0),
    );
    expect(describeAnswer(answer({ body }))).toBe(`status 200 with 2.6 KB of ${name}`);
  });
  it('says so of audio that is the body itself, but not of a text', () => {
    expect(describeAnswer(answer({ body: Buffer.from('ID3 and so on') }))).toBe('status 200 with 13 bytes of MP3');
    expect(describeAnswer(answer({ body: Buffer.from('plain') }))).toBe('status 200, "plain"');
  });
  it('says where a redirection sends', () => {
    const headers = [['Location', 'https://api.test/v1/bots']] as const;
    expect(describeAnswer(answer({ status: 308, headers, body: '' }))).toBe(
      'status 308 to "https://api.test/v1/bots", no body',
    );
    expect(describeAnswer(answer({ status: 404, headers, body: '' }))).toBe('status 404, no body');
  });
  it('keeps JSON as it is, and cuts a long one in the middle, between its letters', () => {
    expect(describeAnswer(answer({ body: '{ "a":\n "b\\"c" }' }))).toBe('status 200, { "a": "b\\"c" }');
    const text = describeAnswer(answer({ body: { reply: `${'a'.repeat(99)}😀${'b'.repeat(900)}`, code: 'late' } }));
    expect(text).toBe(`status 200, {"reply":"${'a'.repeat(99)}…${'b'.repeat(34)}","code":"late"}`);
  });
});
