import { askOn, conversation } from '../conversation.ts';
import type { Expectation, Seen } from '../../model/check.ts';
import type { Probe, Step } from '../../model/probe.ts';
import {
  asksIn,
  isForgotten,
  remembersEachWord,
  remembersItsWord,
  timesAgain,
} from '../../expectations/words/remembers.ts';
import { withoutControls } from '../../expectations/words/declined/controls.ts';
import { inSome } from '../../expectations/words/memory/unless-declined.ts';
import { textsSaid } from '../../expectations/words/said.ts';
import * as turns from './turns.ts';
import { withControls } from './with-controls.ts';

const told = conversation(turns.tellAtLength, turns.askOn);

const asked: Probe = {
  ...told,
  name: `${told.name}, with the question again where a word lacks`,
  costs: { chats: told.steps.length + timesAgain, speeches: 0 },
  steps: [
    ...told.steps,
    ...Array.from(
      { length: timesAgain },
      (): Step => (known) => (isForgotten(known.seen) || lacksOneOfSeveral(known.seen) ? askOn(known) : []),
    ),
  ],
};

/** Two words before the first mark of a long message, and one at its end. */
export const toldAtLength = withControls(asked, remembersItsWord, inSome);

/** The bot says two of the words, and never another of them. */
function lacksOneOfSeveral(seen: Seen): boolean {
  const judgement = knowsTheEnd(seen);
  return Array.isArray(judgement) && judgement.length > 0;
}

/** What ends a quotation that leaves the rest out; the message itself has none. */
const shortened = /…|\.\.\./;

/** All words of the message are said, by a bot that says two. Who quotes it may leave the rest out. */
export function knowsTheEnd(all: Seen): ReturnType<Expectation> {
  const seen = withoutControls(all);
  const judgement = remembersEachWord(seen);
  if (!asksIn(seen).some((exchange) => textsSaid(exchange).some((text) => shortened.test(text)))) return judgement;
  if (judgement instanceof Promise || 'inconclusive' in judgement || judgement.length === 0) return judgement;
  return {
    inconclusive: 'the bot shortens what it repeats, so how much of the message it remembers cannot be told',
    isUnspecified: true,
  };
}
