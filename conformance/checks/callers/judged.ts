import {
  wrongElseInconclusive,
  type Expectation,
  type Judgement,
  type Mismatch,
  type PositiveControl,
  type Seen,
} from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { ofOne } from '../../model/mismatch.ts';
import { showedNoMemory } from '../../expectations/no-memory.ts';
import { shows, showsIt } from '../../expectations/others/shows.ts';
import { inSome, unlessDeclined } from '../../expectations/words/memory/unless-declined.ts';
import { asksIn, knownIn, lacksIt, timesAgain, wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { recalls } from '../../expectations/words/said.ts';
import { ofWorkspace } from '../metering/spending/uses.ts';
import { whyNoMemory } from '../sessions/why-no-memory.ts';
import {
  intruderOf,
  lacksMessage,
  names,
  recallIn,
  remembersAnyWord,
  shownElsewhere,
  streamsIn,
  turnsOf,
  whose,
  type Name,
} from './conversations.ts';
import { eachRefused } from './each-refused.ts';
import { takenForEach } from './taken-for-each.ts';
import { kindNames, type Kind } from './kinds.ts';

/** A bot that knows what one caller told it knows it for callers of each kind. */
export const remembersForEach: Expectation = (seen) =>
  wrongElseInconclusive(kindNames.map((kind) => rememberedFor(kind, seen)));

function rememberedFor(kind: Kind, seen: Seen): Judgement {
  const turns = turnsOf(seen, kind);
  const judgement = unlessDeclined(remembersAnyWord, inSome)(turns);
  if ('inconclusive' in judgement) return judgement;
  if (judgement.length === 0) return [];
  const shown = shownElsewhere(seen, kind);
  const [told] = turns;
  if (shown === undefined || told === undefined) return showedNoMemory;
  const expected = `the word ${wordsPlantedIn(told)[0] ?? ''}, told in ${told.id}, as the same bot knew in ${shown.id} what another caller told it`;
  return judgement.map((mismatch) => ({ ...ofOne(mismatch, whose[kind]), expected, restsOn: [told.id, shown.id] }));
}

/** What streams tell is known as what chats tell is, which a chat behind the first stream shows. */
export const remembersStreamsOfEach: Expectation = (seen) =>
  wrongElseInconclusive(names.map((name) => streamsRememberedIn(name, seen)));

function streamsRememberedIn(name: Name, seen: Seen): Judgement {
  const turns = turnsOf(seen, name);
  const { told, isKnown } = streamsIn(turns);
  const [first, last] = [told[0], told.at(-1)];
  if (isKnown || first === undefined || last === undefined) return [];
  const asks = asksIn(turns).filter((turn) => turns.indexOf(turn) > turns.indexOf(last));
  const later = turns
    .slice(turns.indexOf(first) + 1)
    .find(
      (turn) =>
        turn.operation === 'chat' &&
        wordsPlantedIn(turn).some((word) => asksIn(turns).some((ask) => recalls(ask, word))),
    );
  const ask = asks.at(-1);
  if (later !== undefined && ask !== undefined && told.length > 1 && asks.length > timesAgain) {
    const expected = `the word ${wordsPlantedIn(last)[0] ?? ''}, told in ${last.id}, as the bot knew the word of ${later.id}`;
    return [ofOne({ subject: 'memory', expected, ...lacksIt(ask), restsOn: [last.id, later.id] }, whose[name])];
  }
  // Who remembers nothing for one caller is another check's word; and of a second bot nobody said that it has a memory.
  const isToldElsewhere = recallIn(turns) !== undefined || shownElsewhere(seen, name) !== undefined;
  return name === 'second_bot' || isToldElsewhere ? [] : showedNoMemory;
}

/** Where the sessionId of one caller is sent by another, nothing of the session is said. */
export const opensNothingOfOthers: Expectation = (seen) =>
  names.flatMap((owner) => {
    const told = turnsOf(seen, owner).filter(isTaken);
    return foreignTo(owner, seen).flatMap((turn): readonly Mismatch[] => {
      const word = told.flatMap(wordsPlantedIn).find((each) => shows(turn, each));
      if (word === undefined) return [];
      const restsOn = told.filter((each) => wordsPlantedIn(each).includes(word)).map(({ id }) => id);
      const expected = `nothing of ${word}, told in another workspace (${whose[owner]})`;
      return [{ subject: 'isolation', expected, ...showsIt(turn, word), restsOn }];
    });
  });

function foreignTo(owner: Name, seen: Seen): Seen {
  return ofWorkspace(seen, intruderOf(owner)).filter(({ role }) => role === 'foreign');
}

/** The bot said to each kind of caller what it was told: it would say it to whoever opens the session, too. */
export const eachIsRemembered: PositiveControl = {
  says: 'the bot repeats to each kind of caller what it was told in the session',
  shownIn: (seen) => {
    const recalled = kindNames.map((kind) => recallIn(turnsOf(seen, kind)));
    const by = recalled.filter((turn) => turn !== undefined);
    const lacking = kindNames.find((_, at) => recalled[at] === undefined);
    if (lacking === undefined) return { by };
    return {
      because:
        shownElsewhere(seen, lacking) === undefined
          ? whyNoMemory(recallsOf(turnsOf(seen, lacking)))
          : forgotten(lacking),
    };
  },
};

const forgotten = (kind: Kind): string =>
  `the bot remembers for other callers and showed no memory for ${whose[kind]}, so a leak could not be seen: see sessions.callers/remembers`;

function recallsOf(turns: Seen): readonly { readonly asked: Exchange; readonly told: Seen }[] {
  return turns.flatMap((asked, at) =>
    asked.operation === 'chat' && at > 0 && knownIn(turns, asked).length === 0
      ? [{ asked, told: turns.slice(0, at) }]
      : [],
  );
}

export const refusesNoMessage: Expectation = (seen) =>
  eachRefused(names.map((name) => [`the chat of ${whose[name]}`, ofWorkspace(seen, name).filter(lacksMessage)]));

/** Who refuses everything to some kind of caller shows nothing by refusing this. */
export const eachIsAnswered: PositiveControl = {
  says: 'a chat of each kind of caller was answered',
  shownIn: (seen) =>
    takenForEach(
      (kind) => turnsOf(seen, kind),
      (who) => `no chat of ${who} was answered`,
    ),
};
