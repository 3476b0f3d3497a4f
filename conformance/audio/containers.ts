/** How audio begins, by which people and readers of bytes know what it is; a judge reads all of it. */
type Beginning = {
  readonly name: string;
  /** The same where room is for what else begins so. */
  readonly longName?: string;
  readonly begins: (head: Buffer) => boolean;
  /** The media type by which browsers play it. */
  readonly plays?: string;
};

/** So many bytes tell all of them. */
const headBytes = 80;

const says =
  (at: number, text: string) =>
  (head: Buffer): boolean =>
    head.toString('latin1', at, at + text.length) === text;

const both =
  (one: Beginning['begins'], other: Beginning['begins']): Beginning['begins'] =>
  (head) =>
    one(head) && other(head);

/** A sync word, version and layer, without the bits that tell no more: of ADTS the layer is 0, of MP3 it is 1. */
function syncOf(head: Buffer): number {
  return head.length < 2 ? 0 : head.readUInt16BE(0) & 0xfff6;
}

/** What stands first is asked first. */
const containers: readonly Beginning[] = [
  { name: 'WAV', begins: both(says(0, 'RIFF'), says(8, 'WAVE')), plays: 'audio/wav' },
  { name: 'FLAC', begins: says(0, 'fLaC'), plays: 'audio/flac' },
  {
    name: 'Ogg Opus',
    longName: 'Ogg',
    begins: both(says(0, 'OggS'), (head) => head.includes('OpusHead')),
    plays: 'audio/ogg',
  },
  { name: 'Ogg', begins: says(0, 'OggS'), plays: 'audio/ogg' },
  { name: 'WebM', longName: 'WebM or Matroska', begins: says(0, '\x1a\x45\xdf\xa3'), plays: 'audio/webm' },
  { name: 'MP4', begins: says(4, 'ftyp'), plays: 'audio/mp4' },
  { name: 'MP3', longName: 'MP3 (ID3)', begins: says(0, 'ID3'), plays: 'audio/mpeg' },
];

/** Frames of MPEG audio, which samples may look like (ISO/IEC 11172-3 2.4.1.3, 13818-7 6.2). */
const frames: readonly Beginning[] = [
  { name: 'AAC', longName: 'AAC (ADTS)', begins: (head) => syncOf(head) === 0xfff0, plays: 'audio/aac' },
  { name: 'MP3', begins: (head) => (syncOf(head) & 0xffe6) === 0xffe2, plays: 'audio/mpeg' },
];

export const beginnings: readonly Beginning[] = [...containers, ...frames];

function headOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.subarray(0, headBytes));
}

/** What these bytes begin as; undefined where that is nothing known. */
export function beginningOf(bytes: Uint8Array): Beginning | undefined {
  const head = headOf(bytes);
  return beginnings.find(({ begins }) => begins(head));
}

/** Whether these bytes begin as a container, and not just as a frame. */
export function beginsAsContainer(bytes: Uint8Array): boolean {
  const head = headOf(bytes);
  return containers.some(({ begins }) => begins(head));
}
