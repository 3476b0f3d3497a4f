import type { SpeechFormat } from '../../../contract/limits.ts';
import type { Expectation } from '../../../model/check.ts';
import { asPartOf } from '../../on-answer.ts';
import { identify } from '../read-audio.ts';
import { audioIn, notIn } from '../spoken.ts';

/** Told by no bytes of their own: what else is read so may be broken, and is for the expectation to judge. */
const untold: readonly string[] = ['other', 'pcm'];

/**
 * Only where the audio is not surely of another format than was asked for: an MP3 in the place of an Opus shows nothing of
 * how Opus is sent, and that it came instead is another check's word.
 * @param at which answer of the probe has to be of the format
 */
export function comesAs(format: SpeechFormat, expectation: Expectation, at = -1): Expectation {
  return asPartOf(expectation, async (seen) => {
    const response = seen.at(at)?.response;
    const audio = response?.is === 'answer' ? audioIn(response) : undefined;
    const identified = audio === undefined ? undefined : await identify(audio);
    const isAnother =
      identified !== undefined &&
      !('inconclusive' in identified) &&
      identified.format !== format &&
      !untold.includes(identified.format);
    return isAnother ? notIn(format) : expectation(seen);
  });
}
