/**
 * Whether the first frame of a FLAC leaves its rate or its width to STREAMINFO, as any may (RFC 9639 9.1.2, 9.1.4): the
 * decoder behind audio-decode 3.12 skips such frames, and others play them.
 */
export function flacLeavesToItsHeader(audio: Uint8Array): boolean {
  if (Buffer.from(audio.subarray(0, 4)).toString('latin1') !== 'fLaC') return false;
  for (let at = 4; at + 4 <= audio.length;) {
    const [kind = 0, high = 0, middle = 0, low = 0] = audio.subarray(at, at + 4);
    at += 4 + ((high << 16) | (middle << 8) | low);
    if (kind >= 0x80) return leavesIt(audio.subarray(at, at + 4));
  }
  return false;
}

/** Four bits of the third byte say the rate, three of the fourth the width; 0 of either leaves it. */
function leavesIt([sync = 0, kind = 0, rate = 0, width]: Uint8Array): boolean {
  if (sync !== 0xff || (kind & 0xfe) !== 0xf8 || width === undefined) return false;
  return (rate & 15) === 0 || ((width >> 1) & 7) === 0;
}
