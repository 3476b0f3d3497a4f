import type decode from 'audio-decode';

/** How audio begins, by which people and readers of bytes know what it is; a judge reads all of it. */
export type Beginning = {
  readonly name: string;
  /** The same where room is for what else begins so. */
  readonly longName?: string;
  readonly begins: (head: Buffer) => boolean;
  /** It begins with a frame, as samples may by chance, and not with a container. */
  readonly isFrame?: true;
  /** The media type by which browsers play it. */
  readonly plays?: string;
  /**
   * The decoder of audio-decode that takes it piece by piece, so that few bytes that are many samples never are all in memory;
   * false where it needs the whole container.
   */
  readonly inPieces: keyof typeof decode | false;
};

export const says =
  (at: number, text: string) =>
  (head: Buffer): boolean =>
    head.toString('latin1', at, at + text.length) === text;

export const both =
  (one: Beginning['begins'], other: Beginning['begins']): Beginning['begins'] =>
  (head) =>
    one(head) && other(head);

/** A sync word, version and layer, without the bits that tell no more: of ADTS the layer is 0, of MP3 it is 1. */
function syncOf(head: Buffer): number {
  return head.length < 2 ? 0 : head.readUInt16BE(0) & 0xfff6;
}

/** Frames of MPEG audio (ISO/IEC 13818-7 6.2, 11172-3 2.4.1.3). */
export const isAdtsFrame: Beginning['begins'] = (head) => syncOf(head) === 0xfff0;
export const isMp3Frame: Beginning['begins'] = (head) => (syncOf(head) & 0xffe6) === 0xffe2;
