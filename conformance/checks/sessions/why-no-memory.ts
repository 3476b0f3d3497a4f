import type { Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { whyOnlyMisspelled } from '../../expectations/words/memory/memory-shown.ts';
import { candidateWordsIn } from '../../expectations/conversations/planted-in-run.ts';
import { repeatsPlantedWord } from './foreign-turns.ts';

const noMemory =
  'the bot showed no memory of what it was told, so a leak could not be seen; name bots that remember with --bot (and --other-bot)';

/** A turn that asked for planted words, and the turns before it that planted words in the same session. */
export type RecallTurn = { readonly asked: Exchange; readonly told: Exchanges };

/** Why these turns show no memory, by what their replies say. */
export function whyNoMemory(all: readonly RecallTurn[]): string {
  const lacking = all.filter(({ asked, told }) => !repeatsPlantedWord(told, asked));
  for (const { asked, told } of lacking) {
    const near = whyOnlyMisspelled([asked], told.flatMap(wordsPlantedIn));
    if (near !== undefined) return near;
  }
  const [missed] = lacking;
  if (missed === undefined) return noMemory;
  const rest = 'so a leak could not be seen; name bots that remember with --bot (and --other-bot)';
  const newestOnly = lacking.filter(({ asked }) => repeatsPlantedWord([asked], asked));
  const newest = newestOnly.find(({ asked }) => asked.operation !== 'stream') ?? newestOnly[0];
  // Earlier words stand behind the newest one, and are missing where a stream lacks its end.
  if (newest?.asked.operation === 'stream')
    return `the stream ${newest.asked.id} has the word of its own message, and none that was told before: it may be cut short, as the checks of streams say, or the bot repeats the newest word only, ${rest}`;
  if (newest !== undefined)
    return `the bot repeated the newest word only: the reply to ${newest.asked.id} has the word of its own message, and none that was told before, ${rest}`;
  const others = lacking.flatMap(({ asked, told }) => {
    const own = new Set([...told, asked].flatMap(wordsPlantedIn));
    const word = candidateWordsIn(asked).find((each) => !own.has(each));
    return word === undefined ? [] : [{ asked, word }];
  })[0];
  // A bot that declines does not say a word of another conversation.
  if (others !== undefined)
    return `the reply to ${others.asked.id} has ${others.word}, which was not told in its conversation, and nothing that was: it may be the answer to another request, so a leak could not be seen`;
  const shown = all.find(({ asked, told }) => repeatsPlantedWord(told, asked));
  return shown === undefined
    ? noMemory
    : `the bot repeated in ${shown.asked.id} what it was told before, and nothing of it in ${missed.asked.id}: it may have declined to answer, ${rest}`;
}
