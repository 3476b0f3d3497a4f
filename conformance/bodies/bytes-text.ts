import { beginningOf } from '../audio/containers.ts';

/** What else bytes begin with that are no text, by the numbers that their formats are known by. */
const others: readonly (readonly [head: RegExp, words: string])[] = [
  [/^\x1f\x8b\x08/, 'gzip'],
  [/^\x89PNG/, 'PNG'],
];

/** `FLAC, bytes 664c6143`, where they begin as one of these, else `bytes 00112233`; of longer ones the first 24 are shown. */
export function bytesText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 24));
  const words = audioName(bytes) ?? others.find(([begin]) => begin.test(head.toString('latin1')))?.[1];
  return `${words === undefined ? '' : `${words}, `}bytes ${head.toString('hex')}`;
}

function audioName(bytes: Uint8Array): string | undefined {
  const beginning = beginningOf(bytes);
  return beginning?.longName ?? beginning?.name;
}
