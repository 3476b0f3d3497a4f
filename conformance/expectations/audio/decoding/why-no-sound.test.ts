import { expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { whyNoSound } from './why-no-sound.ts';

const flac = Buffer.from(encodeAudio('flac', 'speech', 1));
const secondAt = 42 + 8203;

it('tells a checksum of a frame that is another, and a header of a FLAC that is too short', () => {
  const spoilt = Buffer.from(flac);
  spoilt.writeUInt8((spoilt[secondAt - 1] ?? 0) ^ 1, secondAt - 1);
  expect(whyNoSound(spoilt)).toContain('another checksum than that of its bytes');
  const short = Buffer.concat([flac.subarray(0, 40), flac.subarray(42)]);
  expect(whyNoSound(short)).toContain('the first frame begins 2 bytes before that');
  expect(whyNoSound(flac)).toBeUndefined();
  expect(whyNoSound(Buffer.from(encodeAudio('opus', 'speech', 1)))).toBeUndefined();
});
