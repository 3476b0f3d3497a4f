import { describe, expect, it } from 'vitest';
import { audioFormats, formats as spoken } from '../../fixtures/audio/formats.ts';
import { encodeAudio } from '../../fixtures/audio/encode.ts';
import { signatureOf } from '../../conformance/audio/containers.ts';
import { formats } from '../../conformance/audio/formats.ts';
import { speechFormats } from '../../conformance/contract/limits.ts';
import { decodeAudio } from '../../conformance/expectations/audio/decoding/decode-audio.ts';
import { identifyAudio } from '../../conformance/expectations/audio/decoding/identify-audio.ts';
import { splitIntoPieces } from '../../conformance/expectations/audio/decoding/pieces.ts';
import { isWhole } from '../../conformance/expectations/audio/is-whole.ts';
import { speechAnswer } from '../../conformance/expectations/audio/sample-speech.testing.ts';
import { isAudio } from '../../conformance/http/masking/is-audio.ts';

const decoding = 'conformance/expectations/audio/decoding';

/** The lowest rate of speech. */
const leastSamplesPerS = 8_000;
/** So many times as much memory as its bytes may audio take that is decoded at once: an 8-bit sample becomes 4 bytes. */
const mostUnpacked = 4;

/** Raw samples begin like nothing, end anywhere, and are read as they are. */
const contained = audioFormats.filter((format) => format !== 'pcm');

it('the service speaks the formats that the contract lists', () => {
  const advice = 'fixtures/audio/formats.ts and speechFormats of conformance/contract/limits.ts have to have the same';
  expect(audioFormats, advice).toEqual(speechFormats);
});

describe.each(audioFormats)('%s', (format) => {
  it('has the media type of the service among those that it may have', () => {
    const advice = `add it to mediaTypes of ${format} in conformance/audio/formats.ts`;
    expect(formats[format].mediaTypes, advice).toContain(spoken[format].contentType);
  });
  it('is told by its bytes', async () => {
    const advice = `give it a line in ${decoding}/container-readers.ts, or codec of ${format} in conformance/audio/formats.ts the name of its codec`;
    expect((await identifyAudio(encodeAudio(format, 'speech', 1))).format, advice).toBe(format);
  });
});

describe.each(contained)('%s, which is no raw samples,', (format) => {
  const whole = encodeAudio(format, 'speech', 2);

  it('has a name for people, by how it begins', () => {
    const advice = `say how it begins in begins of ${format} in conformance/audio/formats.ts`;
    expect(signatureOf(whole), advice).toBeDefined();
  });
  it('is left as it is where secrets are masked', () => {
    expect(isAudio(whole)).toBe(true);
  });
  it('is decoded piece by piece, if few of its bytes are many samples', () => {
    const silence = encodeAudio(format, 'silence', 20);
    const advice = `name its decoder in inPieces of ${format} in conformance/audio/formats.ts: decoding/pieces.ts reads it`;
    const isPacked = 20 * leastSamplesPerS * Float32Array.BYTES_PER_ELEMENT > mostUnpacked * silence.length;
    expect(!isPacked || splitIntoPieces(silence) !== undefined, advice).toBe(true);
  });
  it('is decoded to its length, and to silence where it is silent', async () => {
    const advice = `audio-decode does not: ${decoding}/decode-audio.ts has what is made of audio before that`;
    const [speech, silence] = [await decodeAudio(whole), await decodeAudio(encodeAudio(format, 'silence', 2))];
    expect([speech.is, silence.is], advice).toEqual(['sound', 'sound']);
    if (speech.is !== 'sound' || silence.is !== 'sound') return;
    expect(Math.abs(speech.seconds - 2), advice).toBeLessThan(0.1);
    expect([speech.peak > 0.1, silence.peak < 0.001], advice).toEqual([true, true]);
  });
  it('is whole, and is found out where its end is missing', async () => {
    const cut = whole.subarray(0, Math.floor(whole.length * 0.6) | 1);
    const advice = `say what it lacks by flawsOf in ${decoding}/container-readers.ts, and paddingSeconds of it in conformance/audio/formats.ts`;
    expect(await isWhole([speechAnswer(whole)]), advice).toEqual([]);
    expect(await isWhole([speechAnswer(cut)]), advice).toMatchObject([{ expected: 'whole audio' }]);
  });
});
