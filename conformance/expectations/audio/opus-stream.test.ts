import { describe, expect, it } from 'vitest';
import { sentenceIn } from '../../../fixtures/audio/clips.ts';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { pageHeadBytes, withPages } from '../../../fixtures/audio/ogg.ts';
import { countsItsSamples, hasWholeOpusHeaders } from './opus-stream.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { notInContainer } from './speech-body.ts';

const ogg = Buffer.from(encodeAudio('opus', 'speech', 2));
const pages = ogg.toString('latin1').split('OggS').length - 1;
const preSkip = ogg.readUInt16LE(pageHeadBytes + 1 + 10);

/** The Ogg with the only packet of a page, or the first segment of it, changed. */
const withPacket = (number: number, change: (packet: Buffer) => Buffer): Buffer =>
  withPages(Buffer.from(ogg), (page, at) => {
    if (at !== number) return Buffer.from(page);
    const packet = change(page.subarray(pageHeadBytes + 1));
    return Buffer.concat([page.subarray(0, pageHeadBytes), Buffer.from([packet.length]), packet]);
  });
const counted = (granule: (of: number, at: number) => number): Buffer =>
  withPages(Buffer.from(ogg), (page, at) => {
    const changed = Buffer.from(page);
    changed.writeBigInt64LE(BigInt(granule(Number(page.readBigInt64LE(6)), at)), 6);
    return changed;
  });

describe('hasWholeOpusHeaders', () => {
  const judged = (audio: Uint8Array) => hasWholeOpusHeaders([speechAnswer(audio)]);
  it('takes headers of the length that they state, and what may stand behind them', async () => {
    expect(await judged(ogg)).toEqual([]);
    expect(await judged(withPacket(1, (tags) => Buffer.concat([tags, Buffer.alloc(20)])))).toEqual([]);
  });
  it.each([
    ['the name of its vendor', 12, 18],
    ['its first comment', 22, 46],
    ['the last bytes of a comment', 40, 46],
    ['the number of comments', 18, 46],
  ])('finds OpusTags without %s', async (_, from, to) => {
    const spoilt = withPacket(1, (tags) => Buffer.concat([tags.subarray(0, from), tags.subarray(to)]));
    expect(await judged(spoilt)).toEqual([
      {
        subject: 'OpusTags',
        expected: 'as many bytes as its lengths state',
        observed: expect.stringMatching(/^a packet of \d+ bytes$/) as unknown,
        reference: 'RFC 7845 5',
      },
    ]);
  });
  it('finds an OpusHead that is too short, and a second packet of another kind', async () => {
    expect(await judged(withPacket(0, (head) => head.subarray(0, 17)))).toMatchObject([
      { subject: 'OpusHead', expected: '19 bytes', observed: 'a packet of 17 bytes' },
    ]);
    expect(
      await judged(withPacket(1, (tags) => Buffer.concat([Buffer.from('opustags'), tags.subarray(8)]))),
    ).toMatchObject([{ subject: 'the second packet', expected: 'OpusTags', observed: 'another packet' }]);
  });
  it('does not judge what is no Opus in Ogg', async () => {
    for (const audio of [encodeAudio('wav', 'speech', 0.1), sentenceIn('oga')])
      expect(await judged(audio)).toEqual(notInContainer('Ogg with Opus'));
  });
});

describe('countsItsSamples', () => {
  const judged = (audio: Uint8Array) => countsItsSamples([speechAnswer(audio)]);
  it('takes pages that count the samples of their packets, from wherever they begin', async () => {
    expect(await judged(ogg)).toEqual([]);
    expect(await judged(counted((of, at) => (at < 2 ? of : of + 1_000_000)))).toEqual([]);
  });
  it('takes packets that were lost between pages, and a last page that ends within its last packet', async () => {
    expect(await judged(counted((of, at) => (at < 3 ? of : of + 9_600)))).toEqual([]);
    expect(await judged(counted((of, at) => (at === pages - 1 ? of - 100 : of)))).toEqual([]);
  });
  it('takes a packet that goes on from page to page by its first byte', async () => {
    expect(await judged(acrossPages())).toEqual([]);
  });
  it('finds the first page that goes on by less than its packets hold', async () => {
    expect(await judged(counted((of) => Math.floor(of / 960)))).toEqual([
      {
        subject: 'the granule position of page 3 of the Ogg',
        expected: 'at least 24000: its packets hold 24000 samples, and the page before states 0',
        observed: '25',
        reference: 'RFC 7845 4',
      },
    ]);
  });
  it('finds a last page that goes back, and a single one that ends within the pre-skip', async () => {
    expect(await judged(counted((of, at) => (at === pages - 1 ? 24_000 : of)))).toMatchObject([
      { subject: `the granule position of page ${pages} of the Ogg`, observed: '24000' },
    ]);
    const short = Buffer.from(encodeAudio('opus', 'speech', 0.1));
    const spoilt = withPages(short, (page, at) => {
      const changed = Buffer.from(page);
      if (at > 1) changed.writeBigInt64LE(BigInt(preSkip), 6);
      return changed;
    });
    expect(await judged(spoilt)).toMatchObject([
      { expected: `more than the pre-skip, ${preSkip}`, observed: `${preSkip}` },
    ]);
  });
  it('does not judge what is no Opus in Ogg', async () => {
    for (const audio of [encodeAudio('wav', 'speech', 0.1), sentenceIn('oga')])
      expect(await judged(audio)).toEqual(notInContainer('Ogg with Opus'));
  });
});

/**
 * The third page split in two within a packet of more than 255 bytes, so that the rest begins with a byte that would
 * read as another length.
 */
function acrossPages(): Buffer {
  const starts = [...ogg.toString('latin1').matchAll(/OggS/g)].map(({ index }) => index);
  const [third = 0, fourth = 0] = starts.slice(2);
  const [head, tail] = [ogg.subarray(0, third), ogg.subarray(fourth)];
  const page = ogg.subarray(third, fourth);
  const sizes = page[pageHeadBytes - 1] ?? 0;
  const packet = Buffer.concat([
    page.subarray(pageHeadBytes + sizes, pageHeadBytes + sizes + 1),
    Buffer.alloc(299, 0xff),
  ]);
  const pageWith = (lacing: readonly number[], body: Buffer, granule: bigint, flags: number): Buffer => {
    const start = Buffer.from(page.subarray(0, pageHeadBytes));
    start.writeUInt8(flags, 5);
    start.writeBigInt64LE(granule, 6);
    start.writeUInt8(lacing.length, pageHeadBytes - 1);
    return Buffer.concat([start, Buffer.from(lacing), body]);
  };
  const cut = [pageWith([255], packet.subarray(0, 255), -1n, 0), pageWith([45], packet.subarray(255), 960n, 1)];
  return withPages(Buffer.concat([head, ...cut, tail]), (each) => Buffer.from(each));
}
