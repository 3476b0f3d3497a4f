/** What bytes begin with that are no text, by the numbers that their formats are known by. */
const heads: readonly (readonly [head: RegExp, words: string])[] = [
  [/^\x1f\x8b\x08/, 'gzip'],
  [/^ID3/, 'MP3 (ID3)'],
  [/^\xff[\xf2\xf3\xfa\xfb]/, 'MP3'],
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'AAC (ADTS)'],
  [/^OggS/, 'Ogg'],
  [/^fLaC/, 'FLAC'],
  [/^RIFF[^]{4}WAVE/, 'WAV'],
  [/^\x1aE\xdf\xa3/, 'WebM or Matroska'],
  [/^[^]{4}ftyp/, 'MP4'],
  [/^\x89PNG/, 'PNG'],
];

/** `FLAC, bytes 664c6143`, where they begin as one of these, else `bytes 00112233`; of longer ones the first 24 are shown. */
export function bytesText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 24));
  const letters = head.toString('latin1');
  const [, words] = heads.find(([begin]) => begin.test(letters)) ?? [];
  return `${words === undefined ? '' : `${words}, `}bytes ${head.toString('hex')}`;
}
