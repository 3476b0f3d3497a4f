import { describe, expect, it } from 'vitest';
import { samplesOf } from '../../../fixtures/audio/waveform.ts';
import { randomFrom } from '../../../load/plan/random.ts';
import { littleEndian, wavOf } from '../../../fixtures/audio/pcm.ts';
import { isInNetworkOrder, isLittleEndian } from './byte-order.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { notInContainer } from './speech-body.ts';

const headBytes = 44;
const speech = samplesOf('speech', 24_000);
const random = randomFrom(1, 'noise');
const noise = Int16Array.from({ length: 24_000 }, () => Math.floor(20_000 * (random() - 0.5)));

/** The samples widened to `width` bytes each, of which the lowest are noise, in this many channels. */
function widened(samples: Int16Array, width: number, channels = 1): Buffer {
  const head = Buffer.from(wavOf(samples).subarray(0, headBytes));
  const data = Buffer.concat(
    [...samples].flatMap((sample) =>
      Array.from({ length: channels }, () => {
        const bytes = Buffer.alloc(width, Math.floor(256 * random()));
        bytes.writeInt16LE(sample, width - 2);
        return bytes;
      }),
    ),
  );
  head.writeUInt16LE(channels, 22);
  head.writeUInt16LE(width * channels, 32);
  head.writeUInt16LE(width * 8, 34);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

function swapped(wav: Uint8Array, width: number): Buffer {
  const bytes = Buffer.from(wav);
  for (let at = headBytes; at + width <= bytes.length; at += width) bytes.subarray(at, at + width).reverse();
  return bytes;
}

const noiseOfIt = [
  {
    subject: 'WAV samples',
    expected: 'the low byte of each sample first',
    observed: 'the high byte first: noise as it stands, and sound when its bytes are swapped',
    reference: 'RIFF WAVE',
  },
];

describe('isLittleEndian', () => {
  it.each([
    ['of 16 bits', wavOf(speech), 2],
    ['of 24 bits', widened(speech, 3), 3],
    ['of 32 bits', widened(speech, 4), 4],
    ['in two channels', widened(speech, 2, 2), 2],
  ])('takes samples %s, and none with the high byte first', async (_, wav, width) => {
    expect(await isLittleEndian([speechAnswer(wav)])).toEqual([]);
    expect(await isLittleEndian([speechAnswer(swapped(wav, width))])).toEqual(noiseOfIt);
  });
  it('takes noise and silence', async () => {
    const flat = wavOf(new Int16Array(2_400));
    for (const wav of [wavOf(noise), swapped(wavOf(noise), 2), flat, widened(speech, 2).subarray(0, 46)])
      expect(await isLittleEndian([speechAnswer(wav)])).toEqual([]);
  });
  it('does not judge what has no samples of several bytes', async () => {
    expect(await isLittleEndian([speechAnswer('bytes')])).toEqual(notInContainer('WAV of integer samples'));
    expect(await isLittleEndian([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});

describe('isInNetworkOrder', () => {
  const samples = Buffer.from(littleEndian(speech));
  const l16 = 'audio/L16; rate=24000; channels=1';
  it('takes audio/L16 with the high byte first, and not with the low', async () => {
    expect(await isInNetworkOrder([speechAnswer(Buffer.from(samples).swap16(), l16)])).toEqual([]);
    expect(await isInNetworkOrder([speechAnswer(samples, l16)])).toEqual([
      {
        subject: 'samples',
        expected: `the high byte of each first, as ${l16} says`,
        observed: 'the low byte first: noise as it stands, and sound when its bytes are swapped',
        reference: 'RFC 3551 4.5.11',
      },
    ]);
  });
  it('takes noise and silence', async () => {
    for (const audio of [littleEndian(noise), Buffer.alloc(480)])
      expect(await isInNetworkOrder([speechAnswer(audio, l16)])).toEqual([]);
  });
  it.each(['audio/pcm', 'audio/x-l16', 'audio/L16;codec=pcm;rate=24000', 'audio/L16;endianness=little-endian'])(
    'does not judge %s, which may have another order',
    async (type) => {
      expect(await isInNetworkOrder([speechAnswer(samples, type)])).toEqual([]);
    },
  );
  it('leaves to others what has no audio, or no type', async () => {
    for (const lacking of [speechAnswer('', l16), speechAnswer(samples, 16)])
      expect(await isInNetworkOrder([lacking])).toEqual([]);
  });
});
