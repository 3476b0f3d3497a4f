import { describe, expect, it } from 'vitest';
import { sentenceIn } from '../../../fixtures/audio/clips.ts';
import { encodeAudio } from '../../../fixtures/audio/encode.ts';
import { continuesItsPackets, hasIntactPages, numbersItsPages } from './ogg-pages.ts';
import { speechAnswer } from './sample-speech.testing.ts';
import { notInContainer } from './speech-body.ts';

const ogg = Buffer.from(encodeAudio('opus', 'speech', 1));
const last = ogg.lastIndexOf('OggS', undefined, 'latin1');
const judged = (audio: Uint8Array) => continuesItsPackets([speechAnswer(audio)]);
const found = (expected: string, observed: string): unknown => [
  {
    subject: expect.stringMatching(/^the last page \(\d+\) of the Ogg$/) as unknown,
    expected,
    observed,
    reference: 'RFC 3533 6',
  },
];

describe('continuesItsPackets', () => {
  it('takes pages that begin their packets, and those that go on with them', async () => {
    expect(await judged(ogg)).toEqual([]);
    expect(await judged(sentenceIn('oga'))).toEqual([]);
  });
  it('finds one that says that it goes on with a packet that has ended', async () => {
    const spoilt = Buffer.from(ogg);
    spoilt.writeUInt8(5, last + 5);
    expect(await judged(spoilt)).toEqual(
      found('flags that say that it begins a packet', 'that it goes on with a packet'),
    );
  });
  it('finds one that says that it begins a packet where another is open', async () => {
    const [before, spoilt] = [ogg.lastIndexOf('OggS', last - 1, 'latin1'), Buffer.from(ogg)];
    const lastSize = before + 26 + (ogg[before + 26] ?? 0);
    spoilt.writeUInt8(255, lastSize);
    const longer = Buffer.alloc(255 - (ogg[lastSize] ?? 0));
    expect(await judged(Buffer.concat([spoilt.subarray(0, last), longer, spoilt.subarray(last)]))).toEqual(
      found('flags that say that it goes on with a packet', 'that it begins a packet'),
    );
  });
  it('does not judge where there is no audio, or no Ogg', async () => {
    expect(await judged(encodeAudio('wav', 'speech', 0.1))).toEqual(notInContainer('Ogg'));
    expect(await continuesItsPackets([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});

describe('hasIntactPages', () => {
  it('takes pages with the checksums of their bytes', async () => {
    for (const audio of [ogg, sentenceIn('oga')]) expect(await hasIntactPages([speechAnswer(audio)])).toEqual([]);
  });
  it('finds the first page whose bytes come to another', async () => {
    const spoilt = Buffer.from(ogg);
    const stored = spoilt.readUInt32LE(last + 22);
    spoilt.writeUInt32LE((stored ^ 1) >>> 0, last + 22);
    const number = ogg.toString('latin1').split('OggS').length - 1;
    const [said, computed] = [(stored ^ 1) >>> 0, stored].map((value) => value.toString(16).padStart(8, '0'));
    expect(await hasIntactPages([speechAnswer(spoilt)])).toEqual([
      {
        subject: `page ${number} of the Ogg`,
        expected: 'the checksum of its bytes',
        observed: `${said}, where its bytes come to ${computed}`,
        reference: 'RFC 3533 6',
      },
    ]);
    // A single changed byte of the sound is enough.
    const torn = Buffer.from(ogg);
    torn.writeUInt8(torn.readUInt8(torn.length - 1) ^ 0xff, torn.length - 1);
    expect(await hasIntactPages([speechAnswer(torn)])).toMatchObject([{ subject: `page ${number} of the Ogg` }]);
  });
  it('does not judge where there is no audio, or no Ogg', async () => {
    expect(await hasIntactPages([speechAnswer(encodeAudio('wav', 'speech', 0.1))])).toEqual(notInContainer('Ogg'));
    expect(await hasIntactPages([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});

describe('numbersItsPages', () => {
  const starts = [...ogg.toString('latin1').matchAll(/OggS/g)].map(({ index }) => index);
  const judgedNumbers = (audio: Uint8Array) => numbersItsPages([speechAnswer(audio)]);
  const renumbered = (change: (number: number, page: number) => number): Buffer => {
    const whole = Buffer.from(ogg);
    for (const [page, at] of starts.entries())
      whole.writeUInt32LE(change(whole.readUInt32LE(at + 18), page) >>> 0, at + 18);
    return whole;
  };
  const found = (page: number, due: number, says: number): unknown => [
    {
      subject: `the sequence number of page ${page} of the Ogg`,
      expected: `${due}, one more than that of the page before`,
      observed: `${says}`,
      reference: 'RFC 3533 6',
    },
  ];

  it('takes pages that are numbered one by one, from any number on', async () => {
    expect(starts.length).toBeGreaterThan(3);
    for (const audio of [ogg, sentenceIn('oga'), renumbered((number) => number + 7)]) {
      expect(await judgedNumbers(audio)).toEqual([]);
    }
    expect(await judgedNumbers(renumbered((number) => number - 2))).toEqual([]);
  });
  it('takes several streams that each count their own, one after the other or side by side', async () => {
    expect(await judgedNumbers(Buffer.concat([ogg, ogg]))).toEqual([]);
    const other = Buffer.from(ogg);
    for (const at of starts) other.writeUInt32LE(1, at + 14);
    const pagesOf = (whole: Buffer) => starts.map((at, index) => whole.subarray(at, starts[index + 1]));
    const beside = pagesOf(other);
    expect(await judgedNumbers(Buffer.concat(pagesOf(ogg).flatMap((page, at) => [page, beside[at] ?? page])))).toEqual(
      [],
    );
  });
  it('finds a number that repeats, that falls, and that skips one', async () => {
    expect(await judgedNumbers(renumbered((number) => Math.min(number, 2)))).toEqual(found(4, 3, 2));
    expect(await judgedNumbers(renumbered((number, page) => (page === 3 ? 0 : number)))).toEqual(found(4, 3, 0));
    expect(await judgedNumbers(Buffer.concat([ogg.subarray(0, starts[2]), ogg.subarray(starts[3])]))).toEqual(
      found(3, 2, 3),
    );
  });
  it('does not judge the page that a cut left behind, nor what is no Ogg', async () => {
    expect(await judgedNumbers(ogg.subarray(0, -10))).toEqual([]);
    expect(await judgedNumbers(encodeAudio('wav', 'speech', 0.1))).toEqual(notInContainer('Ogg'));
    expect(await numbersItsPages([speechAnswer('')])).toEqual({ inconclusive: 'the answer carries no audio' });
  });
});
