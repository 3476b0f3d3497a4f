import type { Mismatch, Exchanges } from '../../model/check.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { showsWord, describeShownWord } from './shows-word.ts';

/**
 * No question is answered with a word that another request of the probe told: each is a conversation of its own (1).
 * Answers to requests that told a word are not judged, since their user may have a memory of what the user asked to be
 * kept.
 */
export function leakedWordMismatches(seen: Exchanges): readonly Mismatch[] {
  const told = seen.flatMap((exchange) => wordsPlantedIn(exchange).map((word) => ({ word, exchange })));
  const questions = seen.filter((exchange) => wordsPlantedIn(exchange).length === 0);
  return questions.flatMap((asked) =>
    told
      .filter(({ word }) => showsWord(asked, word))
      .map(({ word, exchange }) => ({
        subject: 'isolation',
        expected: `nothing of ${word}, told in ${exchange.id}`,
        observed: describeShownWord(asked, word).observed,
        exchange: asked.id,
        restsOn: [exchange.id],
        kind: { observed: 'an answer to another caller says it' },
      })),
  );
}
