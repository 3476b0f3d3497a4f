import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { answered } from '../sample-exchange.testing.ts';
import { isEncodedOnce, isStrictBase64 } from './is-strict-base64.ts';
import { speechAnswer } from './sample-speech.testing.ts';

describe('isStrictBase64', () => {
  it.each(['AAAA', 'AAA=', 'AA==', 'AQ==', 'AAE=', '+/9z'])('takes %s', (text) => {
    expect(isStrictBase64([speechAnswer(text)])).toEqual([]);
  });
  it('takes what every encoder makes of any bytes, and neither its URL form nor one without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(isStrictBase64([speechAnswer(text)])).toEqual([]);
        const url = Buffer.from(bytes).toString('base64url');
        expect(isStrictBase64([speechAnswer(url)])).toHaveLength(url === text ? 0 : 1);
      }),
    );
  });
  it.each([
    ['AAAA\nBBBB', '"\\n" at offset 4, after "AAAA"'],
    ['AA-_', '"-" at offset 2, after "AA"'],
    ['AA=A', '"=" at offset 2, after "AA"'],
    ['AAAAAA', '6 characters, not padded to a multiple of four, ending in "AAAAAA"'],
    ['=AAA', '"=" at offset 0, after ""'],
    ['A===', '"=" at offset 1, after "A"'],
    ['AAAABBBBCCCC\n', '"\\n" at offset 12, after "BBBBCCCC"'],
    ['AAAABBBBCCC', '11 characters, not padded to a multiple of four, ending in "ABBBBCCC"'],
    ['AAAABBBBCC==\n', '"\\n" at offset 12, after "BBBBCC=="'],
    ['AAA=\r\n', '"\\r" at offset 4, after "AAA="'],
    ['AA==BBBB', '"=" at offset 2, after "AA"'],
    ['AB==', 'unused bits that are not zero in its last group "AB=="'],
    ['AI==', 'unused bits that are not zero in its last group "AI=="'],
    ['AAB=', 'unused bits that are not zero in its last group "AAB="'],
    ['AAC=', 'unused bits that are not zero in its last group "AAC="'],
    ['CCCCAP==', 'unused bits that are not zero in its last group "AP=="'],
    [`data:audio/mpeg;base64,${'A'.repeat(40)}`, `a data: URI, "data:audio/mpeg;base64,${'A'.repeat(17)}"…`],
    ['data:audio/mpeg;base64,AAAA', 'a data: URI, "data:audio/mpeg;base64,AAAA"…'],
  ])('does not take %j', (text, observed) => {
    expect(isStrictBase64([speechAnswer(text)])).toEqual([
      { subject: 'audioBase64', expected: 'base64 text', observed, reference: 'RFC 4648 4' },
    ]);
  });
  it('needs the text', () => {
    expect(isStrictBase64([answered({ body: {} })])).toEqual({ inconclusive: 'the answer carries no audioBase64' });
  });
});

describe('isEncodedOnce', () => {
  it('takes audio', () => {
    expect(isEncodedOnce([speechAnswer(encodeAudio('wav', 'speech', 0.1))])).toEqual([]);
  });
  it('shows base64 within base64', () => {
    expect(isEncodedOnce([speechAnswer(Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAA=', 'latin1'))])).toEqual([
      {
        subject: 'audioBase64',
        expected: 'base64 of the audio itself',
        observed: 'base64 of base64 text "UklGRiQAAABXQVZFZm10IBAA"…',
      },
    ]);
  });
  it('needs audio', () => {
    expect(isEncodedOnce([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
