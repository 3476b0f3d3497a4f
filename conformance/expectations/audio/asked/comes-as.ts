import type { SpeechFormat } from '../../../contract/limits.ts';
import type { Expectation } from '../../../model/check.ts';
import { wrapExpectation } from '../../on-answer.ts';
import { identify } from '../read-audio.ts';
import { audioIn, notInContainer } from '../speech-body.ts';

/** Formats that no bytes identify for sure: such audio may also be broken, which the expectation judges. */
const untold: readonly string[] = ['other', 'pcm'];

/**
 * The expectation, unless the audio is surely of another format than the request asked for: an MP3 in place of an Opus
 * shows nothing about how Opus is sent, and another check judges that it came instead.
 * @param at position of the answer that has to be of the format
 */
export function ifInFormat(format: SpeechFormat, expectation: Expectation, at = -1): Expectation {
  return wrapExpectation(expectation, async (seen) => {
    const response = seen.at(at)?.response;
    const audio = response?.is === 'answer' ? audioIn(response) : undefined;
    const identified = audio === undefined ? undefined : await identify(audio);
    const isAnother =
      identified !== undefined &&
      !('inconclusive' in identified) &&
      identified.format !== format &&
      !untold.includes(identified.format);
    return isAnother ? notInContainer(format) : expectation(seen);
  });
}
