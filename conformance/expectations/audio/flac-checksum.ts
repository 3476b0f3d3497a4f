import { sampleSumsOf } from './decoding/flac-stream-info.ts';
import { flacFramesAt } from './flac-header.ts';
import { soundOf } from './read-audio.ts';
import { notInContainer, onAudio } from './speech-body.ts';

/**
 * The MD5 in the header of a FLAC is that of its samples, or is left out, as zeros: with another, decoders end with an
 * error (RFC 9639 8.2). Not judged where the samples may not be all there, as other checks judge that.
 */
export const hasMd5OfItsSamples = onAudio(async (audio) => {
  const flac = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  if (flacFramesAt(flac) === undefined) return notInContainer('plain FLAC');
  const stated = sampleSumsOf(flac)?.md5;
  if (stated === undefined) return [];
  const sound = await soundOf(audio);
  if ('inconclusive' in sound) return sound;
  if (sound.is === 'noSound' || sound.md5 === undefined || sound.md5 === stated) return [];
  return [
    {
      subject: 'MD5 in the FLAC header',
      expected: 'that of its samples, or zeros',
      observed: 'that of other samples: decoders that compare it, such as flac, end with an error',
      reference: 'RFC 9639 8.2',
    },
  ];
});
