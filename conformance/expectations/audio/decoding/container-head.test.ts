import { describe, expect, it } from 'vitest';
import { sentenceIn } from '../../../../fixtures/audio/clips.ts';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { soundHeadOf } from './container-head.ts';

const text = (letters: string): Buffer => Buffer.from(letters, 'latin1');

describe('a head that decoders start from', () => {
  it.each([
    ['a WAV', encodeAudio('wav', 'speech', 1), { format: 'wav', label: 'WAVE' }],
    ['a FLAC', encodeAudio('flac', 'speech', 1), { format: 'flac', label: 'FLAC' }],
    ['Opus', encodeAudio('opus', 'speech', 1), { format: 'opus', label: 'Ogg with Opus' }],
    ['FLAC in Ogg', sentenceIn('oga'), { format: 'flac', label: 'Ogg with FLAC' }],
  ] as const)('is that of %s', (_, audio, head) => {
    expect(soundHeadOf(audio)).toEqual(head);
  });
  it.each([
    ['a WAV without data', 'RIFF\0\0\0\0WAVEfmt \0\0\0\0'],
    ['a WAV without a format', 'RIFF\0\0\0\0WAVEdata\0\0\0\0'],
    ['another RIFF', 'RIFF\0\0\0\0AVI fmt \0\0\0\0data\0\0\0\0'],
    ['a FLAC that begins with another block', `fLaC\x84\0\0\x22${'\0'.repeat(34)}`],
    ['a FLAC that ends within its first block', `fLaC\x80\0\0\x22${'\0'.repeat(33)}`],
    ['an Ogg of another codec', `OggS${'\0'.repeat(24)}\x01vorbis`],
    ['none', `${'\0'.repeat(28)}OpusHead`],
  ])('is none of %s', (_, bytes) => {
    expect(soundHeadOf(text(bytes))).toBeUndefined();
  });
});
