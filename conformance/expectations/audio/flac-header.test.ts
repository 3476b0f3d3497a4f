import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { streamedFlac } from '../../../fixtures/audio/layouts.ts';
import { hasFramesAsDeclared } from './flac-header.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { notInContainer } from './speech-body.ts';

const flac = Buffer.from(encodeAudio('flac', 'speech', 1));
const [info, frames] = [flac.subarray(0, 42), flac.subarray(42)];
/** The FLAC with other bits in the place of rate, channels and bits. */
function packed(change: (was: number) => number): Buffer {
  const other = Buffer.from(flac);
  other.writeUInt32BE(change(other.readUInt32BE(18)) >>> 0, 18);
  return other;
}
const found = (observed: string): unknown => [
  {
    subject: 'FLAC header',
    expected: 'frames right after the header that agree with it',
    observed,
    reference: 'RFC 9639 8.2',
  },
];

describe('hasFramesAsDeclared', () => {
  it('takes a FLAC whose header is right', async () => {
    expect(await hasFramesAsDeclared([speechAnswer(flac)])).toEqual([]);
    expect(await hasFramesAsDeclared([speechAnswer(streamedFlac(flac))])).toEqual([]);
  });
  it('takes one with more metadata than it needs', async () => {
    const notLast = Buffer.from(info);
    notLast.writeUInt8(0, 4);
    const padding = Buffer.from('\x81\0\0\x05\0\0\0\0\0', 'latin1');
    expect(await hasFramesAsDeclared([speechAnswer(Buffer.concat([notLast, padding, frames]))])).toEqual([]);
  });
  it('takes frames that leave rate and bits to the header', async () => {
    const silent = Buffer.from(flac);
    silent.writeUInt8(0x70, 44);
    silent.writeUInt8(0, 45);
    expect(await hasFramesAsDeclared([speechAnswer(silent)])).toEqual([]);
  });
  it.each([
    ['rate', (was: number) => (was & 0xfff) | (44_100 << 12), '1 × 16 bits at 44100 Hz'],
    ['channels', (was: number) => was | (1 << 9), '2 × 16 bits at 24000 Hz'],
    ['bits', (was: number) => (was & ~0x1f0) | (23 << 4), '1 × 24 bits at 24000 Hz'],
  ])('finds another %s than that of the frames', async (_, change, said) => {
    expect(await hasFramesAsDeclared([speechAnswer(packed(change))])).toEqual(
      found(`${said} in the header, 1 × 16 bits at 24000 Hz in the first frame`),
    );
  });
  it('finds bytes between the header and the frames', async () => {
    const apart = Buffer.concat([info, Buffer.alloc(1), frames]);
    expect(await hasFramesAsDeclared([speechAnswer(apart)])).toEqual(found('no frame begins at offset 42'));
  });
  it('leaves to others what is no FLAC, or ends in its header', async () => {
    const wav = encodeAudio('wav', 'speech', 1);
    expect(await hasFramesAsDeclared([speechAnswer(wav)])).toEqual(notInContainer('plain FLAC'));
    expect(await hasFramesAsDeclared([speechAnswer(info)])).toEqual([]);
    expect(await hasFramesAsDeclared([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
