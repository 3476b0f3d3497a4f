import type { Expectation, CoveringProbe } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { wordsPlantedIn } from '../../../expectations/words/remembers.ts';
import { recallsWord } from '../../../expectations/words/said.ts';
import { spendingCheck } from './throughout.ts';
import { kindOfUse } from './use-kinds.ts';
import { isInvalidUse, exchangesOfWorkspace, type Use } from './uses.ts';

/**
 * A service may charge by the length of a session, from the third turn on, the fifth or the tenth; and every tenth chat
 * of a workspace may cost more, or those behind it nothing. Each turn has a form of its own, so that a single session
 * shows what would take many. A form that needs more credits than it takes, or takes more than it needs, shows in the
 * last turns.
 */
const turns: readonly Use[] = [
  'stream',
  'repeated chat that goes on',
  'chat that goes on',
  'repeated chat that goes on',
  'repeated stream that goes on',
  'longest chat that goes on',
  'repeated stream that goes on',
  'chat of emoji that goes on',
  'chat in chunks with useMcp that goes on',
  'long chat with an unknown query and includeCitations that goes on',
  'stream with Connection: close that goes on',
  'bad chat that goes on',
  'bad stream that goes on',
  'question by stream with webSearch',
  'question with webSearch',
];
const name = 'turns';

export const turnsOfAllForms = spendingCheck('turns of a session', {
  [name]: {
    workspace: { kind: 'credit-balance', credits: turns.filter((use) => !isInvalidUse(use)).length },
    uses: turns,
    until: 'chat',
  },
});

/**
 * A bot that says every word whenever it is asked forgot none, whichever turn planted it. A bot that does not proves
 * nothing.
 */
const knowsEveryWord: Expectation = (seen) => {
  const answers = exchangesOfWorkspace(seen, name);
  const told = answers.slice(0, turns.length).filter((_, at) => kindOfUse(turns[at] ?? 'chat').asksForWords !== true);
  const asked = answers.filter((_, at) => kindOfUse(turns[at] ?? 'chat').asksForWords === true);
  const words = told.flatMap((exchange) => wordsPlantedIn(exchange));
  const isTold = told.every((exchange, at) => isAccepted(exchange) !== isInvalidUse(turns[at] ?? 'chat'));
  const knows = (exchange: Exchange): boolean => words.every((word) => recallsWord(exchange, word));
  if (isTold && asked.length === 2 && words.length > 0 && asked.every(knows)) return [];
  return { inconclusive: 'not every word of these turns was said, or not every turn taken' };
};

/** What is remembered of these turns needs no conversation of its own. */
export const rememberedInAllForms: CoveringProbe = { probe: turnsOfAllForms.probe, shows: knowsEveryWord };
