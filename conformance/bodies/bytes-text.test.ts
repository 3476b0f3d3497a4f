import { expect, it } from 'vitest';
import { bytesText } from './bytes-text.ts';

it('says of bytes what they are known to begin, so that nobody has to read them', () => {
  const told = (head: string) => bytesText(Buffer.from(head, 'latin1'));
  expect(told('fLaC\0\0\0"')).toBe('FLAC, bytes 664c614300000022');
  expect(told('ID3\x04\0')).toBe('MP3 (ID3), bytes 4944330400');
  expect(told('\xff\xfb\x90')).toBe('MP3, bytes fffb90');
  expect(told('\xff\xe3\x40')).toBe('MP3, bytes ffe340');
  expect(told('\x1aE\xdf\xa3\x01')).toBe('WebM or Matroska, bytes 1a45dfa301');
  expect(told('\xff\xf1\x50')).toBe('AAC (ADTS), bytes fff150');
  expect(told('OggS\0')).toBe('Ogg, bytes 4f67675300');
  expect(told('RIFF\0\0\0\0WAVE')).toBe('WAV, bytes 524946460000000057415645');
  expect(told('\x1f\x8b\x08')).toBe('gzip, bytes 1f8b08');
  expect(told('\x01\xff\xfb')).toBe('bytes 01fffb');
  expect(told(`${'\0'.repeat(24)}more`)).toBe(`bytes ${'00'.repeat(24)}`);
});
