/**
 * Bytes of a page header before the lengths of its segments: "OggS" and 23 more, of which the last counts the segments
 * (RFC 3533 6).
 */
export const headerBytes = 27;

/** The whole pages from the beginning on. Empty where the bytes are no Ogg. */
export function* oggPagesIn(audio: Uint8Array): Generator<Buffer> {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  for (let at = 0; bytes.toString('latin1', at, at + 4) === 'OggS';) {
    const body = at + pageBodyOffset(bytes.subarray(at));
    const end = bytes.subarray(at + headerBytes, body).reduce((sum, length) => sum + length, body);
    if (end > bytes.length) return;
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** Offset of the first byte of a page after its header. */
export function pageBodyOffset(page: Uint8Array): number {
  return headerBytes + (page[headerBytes - 1] ?? 0);
}

/** Bits of the flags of a page: its first packet began on an earlier page; it begins its stream; it ends its stream. */
const flags = { continues: 1, begins: 2, ends: 4 } as const;

export function hasFlag(page: Uint8Array, flag: keyof typeof flags): boolean {
  return ((page[5] ?? 0) & flags[flag]) !== 0;
}

/** The serial number that all pages of a stream have, since several streams may be interleaved. */
export function serialOf(page: Buffer): number {
  return page.readUInt32LE(14);
}

/**
 * Seconds at which the sound of an Ogg Opus begins: a live recording may count from its start (RFC 7845 4.3). The first
 * page with sound states the position of its end, and its packets state their lengths.
 */
export function opusStartSeconds(audio: Uint8Array): number {
  for (const page of oggPagesIn(audio)) {
    const end = Number(page.readBigInt64LE(6));
    const packets = packetsIn(page);
    // The pages of the two headers state 0, and a page on which no packet ends states -1 (RFC 3533 6, RFC 7845 3).
    if (end <= 0 || packets.length === 0) continue;
    const samples = packets.map(opusSamples).reduce((sum, each) => sum + each, 0);
    return Math.max(0, end - samples) / 48_000;
  }
  return 0;
}

/** The packets that end on a page. A segment of 255 bytes continues in the next segment. */
export function packetsIn(page: Buffer): readonly Buffer[] {
  const body = pageBodyOffset(page);
  const packets: Buffer[] = [];
  let [from, to] = [body, body];
  for (const length of page.subarray(headerBytes, body)) {
    to += length;
    if (length === 255) continue;
    packets.push(page.subarray(from, to));
    from = to;
  }
  return packets;
}

/** Samples of a frame at 48 kHz, by the five bits of a packet's first byte (RFC 6716 3.1). */
const silkSamples = [480, 960, 1920, 2880] as const;
const hybridSamples = [480, 960] as const;
const celtSamples = [120, 240, 480, 960] as const;

export function opusSamples([first = 0, second = 0]: Uint8Array): number {
  const config = first >> 3;
  const perFrame =
    config < 12 ? silkSamples[config & 3] : config < 16 ? hybridSamples[config & 1] : celtSamples[config & 3];
  const frames = [1, 2, 2, second & 63][first & 3] ?? 1;
  return (perFrame ?? 0) * frames;
}

/** Length of an OpusHead in bytes, with the default channel mapping or with a table (RFC 7845 5.1). */
export function opusHeadBytes(head: Uint8Array): number {
  const [channels = 0, family = 0] = [head[9], head[18]];
  return family === 0 ? 19 : 21 + channels;
}
