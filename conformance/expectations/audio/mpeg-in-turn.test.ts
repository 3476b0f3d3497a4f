import { describe, expect, it } from 'vitest';
import { encodeAudio, type AudioFormat } from '../../../fixtures/audio/encode.ts';
import { taggedMp3 } from '../../../fixtures/audio/layouts.ts';
import { hasConsecutiveMpegFrames } from './mpeg-in-turn.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { notInContainer } from './speech-body.ts';

const made = (format: AudioFormat): Buffer => Buffer.from(encodeAudio(format, 'speech', 2));
const judged = (...parts: readonly Uint8Array[]) => hasConsecutiveMpegFrames([speechAnswer(Buffer.concat(parts))]);
const [mp3, aac] = [made('mp3'), made('aac')];
/** The frames of the MP3 have 96 bytes each. */
const third = 2 * 96;

const id3 = Buffer.from('ID3\x04\0\0\0\0\0\x05title', 'latin1');
const ape = Buffer.concat([
  Buffer.from('APETAGEX\xd0\x07\0\0\x24\0\0\0', 'latin1'),
  Buffer.alloc(16),
  Buffer.alloc(36, 1),
]);
const found = (subject: string, observed: string, reference: string): unknown => [
  { subject, expected: 'its start right after the frame before', observed, reference },
];

const early = (bytes: string): string => `other bytes there; three frames in a row begin ${bytes} earlier`;

describe('hasMpegFramesInTurn', () => {
  it.each([
    ['an MP3', [mp3]],
    ['an MP3 that counts its frames', [taggedMp3(mp3, 96)]],
    ['an AAC', [aac]],
    ['two files, one behind the other', [mp3, taggedMp3(mp3, 96)]],
    ['two files, each with its tag', [id3, mp3, id3, id3, mp3]],
    ['an AAC with a tag in its middle', [id3, aac, id3, aac]],
    ['tags behind it', [mp3, ape, Buffer.alloc(128, 'TAG')]],
    ['tags behind each of two', [mp3, ape, mp3, Buffer.alloc(128, 'TAG'), mp3]],
    ['words of a song behind it', [mp3, Buffer.from('LYRICSBEGININD0000200000020LYRICS200', 'latin1'), mp3]],
    ['zeros behind each of two', [mp3, Buffer.alloc(300), mp3, Buffer.alloc(300)]],
    ['a last frame that is cut, which another check shows', [mp3.subarray(0, -50)]],
    ['something that is no frame behind it', [mp3, Buffer.alloc(500, 'junk')]],
  ])('takes %s', async (_, parts) => {
    expect(await judged(...parts)).toEqual([]);
  });
  /** A frame of 32 kbit/s at 22.05 kHz: 104 bytes, and one more with padding. `from` is where its main data begins. */
  const frame = (from: number, isPadded = false): Buffer => {
    const bytes = Buffer.alloc(isPadded ? 105 : 104, 1);
    bytes.set([0xff, 0xf3, isPadded ? 0x42 : 0x40, 0xc4, from]);
    return bytes;
  };
  const plain = frame(7);
  const padded = frame(7, true);
  const unpadded = padded.subarray(0, -1);
  it.each([
    ['another file', [plain, padded, plain, unpadded, frame(0), plain, plain]],
    ['a tag and another file', [plain, padded, unpadded, id3, frame(0), plain, plain]],
    ['an older tag and another file', [plain, unpadded, Buffer.alloc(128, 'TAG'), frame(0), plain, plain]],
    ['a file of another rate, and one more', [plain, unpadded, taggedMp3(mp3, 96), frame(0), plain, plain]],
    ['nothing', [plain, plain, unpadded]],
  ])('takes a last frame without its padding byte before %s', async (_, parts) => {
    expect(await judged(...parts)).toEqual([]);
  });
  it('finds a byte that is lost in the middle of a file, of a padded frame too', async () => {
    const lost = found('frame 3 of the MP3', early('1 byte'), 'ISO/IEC 11172-3 2.4.1.1');
    expect(await judged(plain, unpadded, plain, plain, plain)).toEqual(lost);
    expect(await judged(plain, plain.subarray(0, -1), frame(0), plain, plain)).toEqual(lost);
  });
  it.each([
    ['an APE tag without a header', Buffer.concat([Buffer.alloc(40, 2), ape.subarray(0, 32)])],
    ['an extended tag', Buffer.concat([Buffer.alloc(227, 'TAG+'), Buffer.alloc(128, 'TAG')])],
    ['words of an older song tag', Buffer.from('LYRICSBEGINla la laLYRICSEND', 'latin1')],
  ])('takes %s between two files', async (_, tag) => {
    expect(await judged(mp3, tag, mp3)).toEqual([]);
  });
  it('reads a hostile tag in no more time than any', async () => {
    expect(await judged(plain, plain, Buffer.alloc(11 * 2 ** 18, 'LYRICSBEGIN'))).toEqual([]);
  });
  it('finds bytes between two frames', async () => {
    expect(await judged(mp3.subarray(0, third), Buffer.alloc(5, 1), mp3.subarray(third))).toEqual(
      found(
        'frame 3 of the MP3',
        'other bytes there; three frames in a row begin 5 bytes later',
        'ISO/IEC 11172-3 2.4.1.1',
      ),
    );
  });
  it('finds bytes that are missing, also of the first frame', async () => {
    expect(await judged(mp3.subarray(0, 40), mp3.subarray(60))).toEqual(
      found('frame 2 of the MP3', early('20 bytes'), 'ISO/IEC 11172-3 2.4.1.1'),
    );
    expect(await judged(aac.subarray(0, 700), aac.subarray(900))).toMatchObject([
      { subject: expect.stringMatching(/^frame \d+ of the AAC$/) as unknown, reference: 'ISO/IEC 13818-7 6.2' },
    ]);
  });
  it('judges an audio of those formats alone', async () => {
    expect(await judged(made('wav'))).toEqual(notInContainer('plain frames of MP3 or AAC'));
    expect(await hasConsecutiveMpegFrames([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
