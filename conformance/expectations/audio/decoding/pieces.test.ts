import { readdirSync, readFileSync } from 'node:fs';
import decode from 'audio-decode';
import { describe, expect, it } from 'vitest';
import { flacOf } from '../../../../fixtures/audio/flac.ts';
import { encodeAudio, type AudioFormat } from '../../../../fixtures/audio/encode.ts';
import { audioFormats } from '../../../../fixtures/audio/formats.ts';
import { samplesOf } from '../../../../fixtures/audio/waveform.ts';
import { webmOf } from '../../../../fixtures/audio/webm.ts';
import { decodeAudio } from './decode-audio.ts';
import { splitIntoPieces } from './pieces.ts';

const clips = new URL('../../../../fixtures/audio/clips/', import.meta.url);
const made = (format: AudioFormat): Buffer => Buffer.from(encodeAudio(format, 'speech', 2));
const quiet = Int16Array.from({ length: 120_000 }, (_, at) => -1 - (at % 200));
const inContainers = audioFormats.filter((format) => format !== 'pcm');
const audios: readonly (readonly [string, Uint8Array])[] = [
  ...readdirSync(clips).map((name) => [name, readFileSync(new URL(name, clips))] as const),
  ...inContainers.map((format) => [`2 s of ${format}`, made(format)] as const),
  ['6 s of WebM, trimmed at its end', webmOf(encodeAudio('opus', 'speech', 6.005))],
  // Frames so short that one of ten pieces would end within a frame header.
  ...[96, 100, 128, 192, 256, 1_000].map(
    (ofFrame) => [`FLAC with frames of ${ofFrame} samples`, flacOf(samplesOf('speech', 150_000), ofFrame)] as const,
  ),
  // Frames as short as those of silence: every offset is within a few bytes of a header.
  ['FLAC with frames of 1 sample', flacOf(samplesOf('speech', 2_000), 1)],
  // Samples just below zero are bytes of ones, like the beginning of a header.
  ...[192, 1_000].map((ofFrame) => [`FLAC of a quiet sound in frames of ${ofFrame}`, flacOf(quiet, ofFrame)] as const),
];

describe('audio in pieces', () => {
  it.each(audios)('sounds as it does at once: %s', async (_, audio) => {
    const { channelData, sampleRate } = await decode(new Uint8Array(audio));
    const peak = Math.max(
      ...channelData.map((samples) => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0)),
    );
    const seconds = (channelData[0]?.length ?? 0) / sampleRate;
    expect(await decodeAudio(audio)).toMatchObject({ is: 'sound', seconds, peak });
  });
  it.each([
    ['mp3', 4_096, 0],
    ['aac', 4_096, 0],
    ['opus', 4_096, 0],
    // Some pieces end later, after what may be a header.
    ['flac', 4_096, 64],
    ['wav', 1_048_576, 0],
  ] as const)('of %s are small, and are all of it in order', (format, most, more) => {
    const audio = Buffer.concat([made(format), Buffer.alloc(3 * 2 ** 20, 1)]);
    const pieces = splitIntoPieces(audio);
    expect(pieces?.format).toBe(format);
    const all = [...(pieces?.all() ?? [])];
    const largest = Math.max(...all.map(({ length }) => length));
    expect([largest >= most, largest <= most + more]).toEqual([true, true]);
    expect(Buffer.concat(all).equals(audio)).toBe(true);
  });
  it('are cut anywhere where nothing but headers may stand', () => {
    const audio = Buffer.concat([made('flac').subarray(0, 42), Buffer.alloc(100_000, Buffer.from([0xff, 0xf8]))]);
    const all = [...(splitIntoPieces(audio)?.all() ?? [])];
    expect(Buffer.concat(all).equals(audio)).toBe(true);
    expect(Math.max(...all.map(({ length }) => length))).toBe(4_096);
  });
  it('of a WebM begin with all that stands before its sound', () => {
    const audio = Buffer.from(webmOf(made('opus')));
    // An element with a size in eight bytes, as ffmpeg writes it to reserve room.
    const room = Buffer.concat([Buffer.from('ec01000000000013f1', 'hex'), Buffer.alloc(0x13f1)]);
    const at = audio.indexOf(Buffer.from('1654ae6b', 'hex'));
    const roomy = Buffer.concat([audio.subarray(0, at), room, audio.subarray(at)]);
    const [first, ...others] = [...(splitIntoPieces(roomy)?.all() ?? [])];
    expect(first?.length).toBe(roomy.indexOf(Buffer.from('1f43b675', 'hex')));
    expect(Math.max(...others.map(({ length }) => length))).toBe(4_096);
    expect(Buffer.concat([first ?? Buffer.alloc(0), ...others]).equals(roomy)).toBe(true);
  });
  it.each([
    ['without a cluster', '1a45dfa380'],
    ['of a size beyond its end', '1a45dfa301ffffffffffffff1f43b675'],
    ['that ends within a number', '1a45dfa308'],
    ['with an id of zeros', '1a45dfa38000000000000000'],
  ])('of a WebM %s are one', (_, hex) => {
    const audio = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(hex.endsWith('0') ? 9_000 : 0)]);
    expect([...(splitIntoPieces(audio)?.all() ?? [])]).toEqual([audio]);
  });
  it.each(['m4a', 'oga'])('of %s there are none: its decoder needs the container', (ending) => {
    expect(splitIntoPieces(readFileSync(new URL(`sentence.${ending}`, clips)))).toBeUndefined();
  });
});
