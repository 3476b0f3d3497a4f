import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { flacOf } from '../../../fixtures/audio/flac.ts';
import { littleEndian } from '../../../fixtures/audio/pcm.ts';
import { samplesOf } from '../../../fixtures/audio/waveform.ts';
import { hasMd5OfItsSamples } from './flac-checksum.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { notInContainer } from './speech-body.ts';

const samples = samplesOf('speech', 24_000);
const right = createHash('md5').update(littleEndian(samples)).digest();
const wrong = Buffer.alloc(16, 1);

/** A FLAC of the samples whose header has this MD5. */
function withMd5(md5: Buffer, of = samples): Buffer {
  const flac = Buffer.from(flacOf(of));
  md5.copy(flac, 26);
  return flac;
}

describe('hasMd5OfItsSamples', () => {
  it('takes the MD5 of the samples, and none', async () => {
    for (const flac of [withMd5(right), withMd5(Buffer.alloc(16))])
      expect(await hasMd5OfItsSamples([speechAnswer(flac)])).toEqual([]);
  });
  it('shows that of other samples', async () => {
    expect(await hasMd5OfItsSamples([speechAnswer(withMd5(wrong))])).toEqual([
      {
        subject: 'MD5 in the FLAC header',
        expected: 'that of its samples, or zeros',
        observed: 'that of other samples: decoders that compare it, such as flac, end with an error',
        reference: 'RFC 9639 8.2',
      },
    ]);
  });
  it('does not judge where samples are missing, or not known exactly', async () => {
    const lowest = Int16Array.from(samples, (sample, at) => (at === 100 ? -32_768 : sample));
    for (const flac of [withMd5(wrong).subarray(0, -9_000), withMd5(wrong, lowest)])
      expect(await hasMd5OfItsSamples([speechAnswer(flac)])).toEqual([]);
  });
  it('judges plain FLAC only', async () => {
    expect(await hasMd5OfItsSamples([speechAnswer(encodeAudio('wav', 'speech', 1))])).toEqual(
      notInContainer('plain FLAC'),
    );
    expect(await hasMd5OfItsSamples([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
