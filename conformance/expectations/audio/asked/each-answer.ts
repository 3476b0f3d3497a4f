import { attributeTo } from '../../../model/mismatch.ts';
import type { Expectation, Mismatch } from '../../../model/check.ts';
import { withExchange } from '../../on-answer.ts';
import { mapOneByOne } from './one-by-one.ts';

/** The same expectation of every speech of a probe, whatever else the request asked for, with the mismatches of all. */
export function onEachSpeech(expectation: Expectation): Expectation {
  return async (seen) => {
    const speeches = seen.filter(({ operation }) => operation === 'speech');
    if (speeches.length === 0) return { inconclusive: 'there was no speech to judge' };
    const judgements = await mapOneByOne(speeches, async (exchange) => expectation([exchange]));
    const mismatches: Mismatch[] = [];
    for (const [at, judgement] of judgements.entries()) {
      if ('inconclusive' in judgement) return judgement;
      const speech = speeches[at];
      mismatches.push(...judgement.map((each) => withExchange(speech, attributeTo(each, speech?.id ?? ''))));
    }
    return mismatches;
  };
}
