const signs = ['RIFF', 'OggS', 'fLaC', 'ID3', 'FORM', '.snd', 'caff'];

/** Whether the bytes begin as a container or a frame of audio does: letters in it stand there as they are. */
export function isAudio(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return isFrame || head.startsWith('ftyp', 4) || signs.some((sign) => head.startsWith(sign));
}
