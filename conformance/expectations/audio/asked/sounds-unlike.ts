import type { Expectation } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { requestedSpeech } from './as-asked.ts';
import { audioIn } from '../speech-body.ts';
import { samplesInWav } from '../decoding/wav-chunks.ts';

/**
 * The same text by another voice is another sound (2.5: voice). An engine that speaks anew each time never sends the
 * same bytes twice, so it cannot fail. What a WAV says besides its samples, such as when it was made, does not count.
 */
export function soundsDiffer(one: number, other: number): Expectation {
  return (seen) => {
    const [first, second] = [seen[one], seen[other]];
    const [sound, otherSound] = [soundBytesOf(first), soundBytesOf(second)];
    if (first === undefined || second === undefined || sound === undefined || otherSound === undefined)
      return { inconclusive: 'there are no two speeches to compare' };
    if (Buffer.compare(sound, otherSound) !== 0) return [];
    const [voice, otherVoice] = [first, second].map((exchange) => String(requestedSpeech(exchange).voice));
    return [
      {
        subject: `audio of ${otherVoice} (${second.id})`,
        kind: { is: 'audio', subject: 'audio' },
        expected: `another sound than that of ${voice}`,
        observed: `the same ${sound.length} bytes`,
        exchange: second.id,
        restsOn: [first.id],
      },
    ];
  };
}

/** The samples of a WAV, or else the audio as it came. Undefined where there is none. */
export function soundBytesOf(exchange: Exchange | undefined): Uint8Array | undefined {
  const audio = exchange?.response.is === 'answer' ? audioIn(exchange.response) : undefined;
  const samples = audio === undefined ? undefined : samplesInWav(audio);
  return samples === undefined || samples.length === 0 ? audio : samples;
}
