import { describe, expect, it } from 'vitest';
import { sentenceIn } from '../../../fixtures/audio/clips.ts';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { packetsOf } from '../../../fixtures/audio/ogg.ts';
import { withFault } from '../../../fixtures/index.ts';
import { hasConsecutiveFrames } from './flac-frames.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { notInContainer } from './speech-body.ts';

const flac = Buffer.from(encodeAudio('flac', 'speech', 1));
const judged = (audio: Uint8Array) => hasConsecutiveFrames([speechAnswer(audio)]);
const found = (place: number, expected: string, observed: string): unknown => [
  { subject: `frame ${place} of the FLAC`, expected, observed, reference: 'RFC 9639 9' },
];

/** FLAC frames by another encoder, taken out of their Ogg. */
const [head = new Uint8Array(), , ...frames] = packetsOf(sentenceIn('oga'));
const information = Buffer.from(head.subarray(13));
information.writeUInt8(0x80, 0);
const foreign = Buffer.concat([Buffer.from('fLaC', 'latin1'), information, ...frames]);

describe('hasFramesInTurn', () => {
  it('takes frames that follow each other, whoever made them', async () => {
    expect(frames.length).toBeGreaterThan(5);
    expect(await judged(flac)).toEqual([]);
    expect(await judged(foreign)).toEqual([]);
    expect(await judged(encodeAudio('flac', 'speech', 30))).toEqual([]);
  });
  it('takes what comes behind the last', async () => {
    expect(await judged(Buffer.concat([flac, Buffer.alloc(128, 'TAG')]))).toEqual([]);
    expect(await judged(flac.subarray(0, -100))).toEqual([]);
  });
  it('finds a checksum that is not that of the frame, where the next begins right after it', async () => {
    const [second, spoilt] = [42 + 8203, Buffer.from(flac)];
    spoilt.writeUInt8((spoilt[second - 1] ?? 0) ^ 1, second - 1);
    expect(await judged(spoilt)).toEqual(found(1, 'the checksum of its bytes at its end', 'another checksum'));
  });
  it('finds something between two frames', async () => {
    const second = 42 + 8203;
    const apart = Buffer.concat([flac.subarray(0, second), Buffer.alloc(1, 1), flac.subarray(second)]);
    expect(await judged(apart)).toEqual(found(2, 'its start right after the frame before', 'other bytes between'));
  });
  it('finds zeros between all of them', async () => {
    const padded = withFault('speech-flac-padded-frames').encodeAudio('flac', 'speech', 2);
    expect(await judged(padded)).toEqual(
      found(12, 'its start right after the frame before', 'zeros between, as with 11 of 12'),
    );
  });
  it('finds a frame that is missing', async () => {
    const second = 42 + 8203;
    const lacking = Buffer.concat([flac.subarray(0, second), flac.subarray(second + 8203)]);
    expect(await judged(lacking)).toEqual(found(2, 'the number 1', '2'));
  });
  it('finds numbers that begin anew', async () => {
    const anew = withFault('speech-flac-misnumbered').encodeAudio('flac', 'speech', 30);
    expect(await judged(anew)).toEqual(found(129, 'the number 128', '0'));
  });
  it('finds a first header whose checksum is another', async () => {
    const spoilt = Buffer.from(flac);
    spoilt.writeUInt8((spoilt[47] ?? 0) ^ 1, 47);
    expect(await judged(spoilt)).toEqual(found(1, 'a header with the checksum of its bytes', 'another checksum'));
    expect(await judged(flac.subarray(0, 42))).toEqual({ inconclusive: 'no frame begins after its header' });
  });
  it('leaves to others what is no FLAC', async () => {
    expect(await judged(encodeAudio('wav', 'speech', 1))).toEqual(notInContainer('plain FLAC'));
    expect(await hasConsecutiveFrames([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
