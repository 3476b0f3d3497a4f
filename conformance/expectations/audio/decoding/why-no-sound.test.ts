import { expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { pageHeadBytes, withPages } from '../../../../fixtures/audio/ogg.ts';
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

it('tells an OpusHead that is too short, by the mapping of its channels, and headers behind which nothing comes', () => {
  const ogg = Buffer.from(encodeAudio('opus', 'speech', 1));
  const short = withPages(ogg, (page, at) => {
    if (at > 0) return Buffer.from(page);
    const cut = Buffer.from(page.subarray(0, -2));
    cut.writeUInt8(17, pageHeadBytes);
    return cut;
  });
  expect(whyNoSound(short)).toBe('it does not decode: its OpusHead has 17 bytes, of 19 (RFC 7845 5.1)');
  const mapped = withPages(ogg, (page, at) => {
    const changed = Buffer.from(page);
    if (at === 0) changed.writeUInt8(1, pageHeadBytes + 1 + 18);
    return changed;
  });
  expect(whyNoSound(mapped)).toBe('it does not decode: its OpusHead has 19 bytes, of 22 (RFC 7845 5.1)');
  const headers = ogg.subarray(0, [...ogg.toString('latin1').matchAll(/OggS/g)][2]?.index);
  expect(whyNoSound(headers)).toBe('it does not decode: nothing comes behind its two headers (RFC 7845 3)');
});
