import { signatureOf } from '../audio/containers.ts';

/** First bytes of further formats that are no text. */
const others: readonly (readonly [head: RegExp, words: string])[] = [
  [/^\x1f\x8b\x08/, 'gzip'],
  [/^\x89PNG/, 'PNG'],
];

/** `FLAC, bytes 664c6143` for a known format, otherwise `bytes 00112233`; at most the first 24 bytes are shown. */
export function bytesText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 24));
  const words = audioName(bytes) ?? others.find(([begin]) => begin.test(head.toString('latin1')))?.[1];
  return `${words === undefined ? '' : `${words}, `}bytes ${head.toString('hex')}`;
}

function audioName(bytes: Uint8Array): string | undefined {
  const beginning = signatureOf(bytes);
  return beginning?.longName ?? beginning?.name;
}
