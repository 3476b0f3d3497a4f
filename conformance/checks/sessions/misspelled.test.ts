import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { memoryShown } from '../../expectations/words/memory/memory-shown.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Call, StepInputs } from '../../model/probe.ts';
import { wordQuestion } from '../conversation.ts';
import { withRetries } from './probes.ts';
import { questionTurn, plantTurn, plantAnotherTurn } from './turns.ts';

const words: Readonly<Record<string, string>> = { word: 'zqfhjkmnpqrc', 'another word': 'zqcdfhjkmnpv' };
const misspelled = (word: string): string => word.replace('hjk', 'hij');

/** All turns with a bot whose nth answer spells the newest word as `said` returns it. */
function seenOf(said: (nth: number, word: string) => string): readonly Exchange[] {
  const seen: Exchange[] = [];
  let [nth, newest] = [0, ''];
  for (const step of withRetries(plantTurn, questionTurn, plantAnotherTurn, questionTurn).steps) {
    const known: StepInputs = { bot: 'b', bots: {}, credentials: [], seen, nonce: (label) => words[label] ?? label };
    const calls = step(known);
    for (const call of Array.isArray(calls) ? (calls as readonly Call[]) : []) {
      const sent = JSON.parse(String(call.body));
      const reply = sent.message === wordQuestion ? said((nth += 1), newest) : 'Yes.';
      const body = { sessionId: 's', reply };
      const exchange = answered({ id: `chat#${seen.length + 1}`, operation: 'chat', sent, body });
      newest = wordsPlantedIn(exchange)[0] ?? newest;
      seen.push(exchange);
    }
  }
  return seen;
}

const asked = (seen: readonly Exchange[]): number => seen.length - 2;

describe('a bot that misspells what it was told', () => {
  it('is asked again until it says a word letter by letter, since no leak could be seen without', () => {
    const seen = seenOf((nth, word) => (nth < 4 ? misspelled(word) : word));
    expect(asked(seen)).toBe(4);
    expect(memoryShown('chat').shownIn(seen)).toEqual({ by: [seen.at(-1)] });
  });
  it('is not asked more than three times so, nor where it spelled one word', () => {
    expect(asked(seenOf((_, word) => misspelled(word)))).toBe(2 + 3);
    expect(asked(seenOf((nth, word) => (nth === 2 ? misspelled(word) : word)))).toBe(2);
  });
});
