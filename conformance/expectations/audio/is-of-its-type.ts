import { bytesText } from '../../bodies/bytes-text.ts';
import { onSuccess } from '../on-answer.ts';
import { audioIn, spokenIn } from './spoken.ts';

/**
 * The first bytes of files in these containers: EBML (RFC 8794 8.1; Matroska too, RFC 9559 4.4), Ogg (RFC 3533 6), ISO
 * base media (ISO/IEC 14496-12).
 */
const webm = { head: /^\x1aE\xdf\xa3/, words: 'an EBML header' } as const;
const ogg = { head: /^OggS/, words: 'an Ogg page' } as const;
const mp4 = { head: /^[^]{4}(?:ftyp|styp|moov|free|skip|wide|mdat)/, words: 'a box of MP4, such as ftyp' } as const;

/** Media types that name a container and no codec. Types of a codec do not say in which container its frames are. */
const containers: Readonly<Record<string, typeof webm | typeof ogg | typeof mp4>> = {
  'audio/webm': webm,
  'audio/matroska': webm,
  'audio/x-matroska': webm,
  'audio/ogg': ogg,
  'application/ogg': ogg,
  'audio/mp4': mp4,
  'audio/m4a': mp4,
  'audio/x-m4a': mp4,
};

/** Where `contentType` names a container, the audio is in that container (2.6). */
export const isInItsContainer = onSuccess((answer) => {
  const contentType = spokenIn(answer)?.contentType;
  const audio = audioIn(answer);
  if (typeof contentType !== 'string' || audio === undefined)
    return { inconclusive: 'the answer carries no audio with a contentType' };
  const name = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const container = Object.hasOwn(containers, name) ? containers[name] : undefined;
  const head = Buffer.from(audio.subarray(0, 8));
  if (container === undefined || container.head.test(head.toString('latin1'))) return [];
  const expected = `${container.words} at its beginning, as ${contentType} says`;
  return [{ subject: 'audio', expected, observed: bytesText(head), kind: { is: 'audio' } }];
});
