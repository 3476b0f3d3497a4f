import type { PositiveControl, Expectation, Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { shownValue } from '../../reading/shown-value.ts';
import { shownBy } from '../on-answer.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { says } from '../words/said.ts';

/** One of several conversations at once: the turn that told its word, and the turn that asked for it. */
type Conversation = { readonly word: string; readonly told: Exchange; readonly asked: Exchange | undefined };

/** The first half of the exchanges told, the second half asked, in the same order. */
function conversationsIn(seen: Seen): readonly Conversation[] {
  const telling = seen.flatMap((told) =>
    wordsPlantedIn(told)
      .slice(0, 1)
      .map((word) => ({ word, told })),
  );
  return telling.map((told, at) => ({ ...told, asked: seen[telling.length + at] }));
}

function turnsOf({ told, asked }: Conversation): readonly Exchange[] {
  return asked === undefined ? [told] : [told, asked];
}

/** Of many conversations at once, none says a word of another (1: each continues through its own identifier). */
export const conversationsNeverMix: Expectation = (seen) => {
  const all = conversationsIn(seen);
  return all.flatMap((own) =>
    turnsOf(own).flatMap((turn) => {
      const other = all.find(({ word }) => word !== own.word && says(turn, word));
      if (other === undefined) return [];
      return [
        {
          subject: 'reply',
          expected: `only what was told in its own session (${own.word})`,
          observed: `${turn.id} contains ${other.word}, a word that ${other.told.id} sent`,
          kind: { observed: 'an answer contains a word of another session' },
        },
      ];
    }),
  );
};

/** A control: of the conversations at once at least two knew their own words, so that one could have known another's. */
export const eachKnowsItsOwn: PositiveControl = {
  says: 'the bot repeats in several of these sessions what it was told in each',
  shownIn: (seen) => {
    const shown = conversationsIn(seen).flatMap(({ word, asked }) =>
      asked !== undefined && says(asked, word) ? [asked] : [],
    );
    if (shown.length > 1) return { by: shown };
    const because =
      'the bot showed no memory of what it was told, so mixing could not be seen; name a bot that remembers with --bot';
    return { because };
  },
};

/** Of many conversations at once, none is forgotten where others are remembered. */
export const conversationsAreKept: Expectation = (seen) => {
  const all = conversationsIn(seen);
  const forgot = all.flatMap(({ word, asked }) => (asked === undefined || says(asked, word) ? [] : [{ word, asked }]));
  if (forgot.length === all.length)
    return { inconclusive: 'the bot showed no memory of what it was told; name a bot that remembers with --bot' };
  return forgot.map(({ word, asked }) => ({
    subject: 'memory',
    expected: `the word ${word}, as other sessions knew theirs`,
    observed: `${asked.id} without it`,
  }));
};

/** Conversations that begin apart get identifiers of their own. */
export const sessionIdsDiffer: Expectation = (seen) => {
  const begun = conversationsIn(seen).flatMap(({ told }) => {
    const id = sessionIdIn(told);
    return id === undefined ? [] : [{ id, told }];
  });
  const ids = begun.map(({ id }) => id);
  if (ids.length < 2) return { inconclusive: 'there were no two sessions to compare' };
  const texts = ids.map((id) => JSON.stringify(id));
  const twice = begun.find((_, at) => texts.indexOf(texts[at] ?? '') !== at);
  if (twice === undefined) return [];
  return [
    shownBy(twice.told, {
      subject: 'sessionId',
      expected: `${ids.length} sessions with a sessionId each`,
      observed: `${shownValue(twice.id)} for more than one`,
    }),
  ];
};
