import {
  combineJudgements,
  type Expectation,
  type Judgement,
  type Mismatch,
  type PositiveControl,
  type Exchanges,
} from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { attributeTo } from '../../model/mismatch.ts';
import { noMemoryShown } from '../../expectations/no-memory.ts';
import { showsWord, describeShownWord } from '../../expectations/others/shows-word.ts';
import { anyRecalls, unlessDeclined } from '../../expectations/words/memory/unless-declined.ts';
import {
  questionsIn,
  wordsRecalledIn,
  describeMissingWord,
  retryCount,
  wordsPlantedIn,
} from '../../expectations/words/remembers.ts';
import { recallsWord } from '../../expectations/words/said.ts';
import { exchangesOfWorkspace } from '../metering/spending/uses.ts';
import { whyNoMemory } from '../sessions/why-no-memory.ts';
import {
  intruderOf,
  lacksMessage,
  callerNames,
  firstRecallIn,
  remembersAnyWord,
  memoryShownElsewhere,
  plantingStreamsIn,
  turnsOfCaller,
  callerLabels,
  type CallerName,
} from './conversations.ts';
import { areRefusedForEach } from './each-refused.ts';
import { acceptedForEach } from './accepted-for-each.ts';
import { callerKindNames, type CallerKind } from './kinds.ts';

/** A bot that knows what one caller told it knows it for callers of each kind. */
export const remembersForEach: Expectation = (seen) =>
  combineJudgements(callerKindNames.map((kind) => rememberedFor(kind, seen)));

function rememberedFor(kind: CallerKind, seen: Exchanges): Judgement {
  const turns = turnsOfCaller(seen, kind);
  const judgement = unlessDeclined(remembersAnyWord, anyRecalls)(turns);
  if ('inconclusive' in judgement) return judgement;
  if (judgement.length === 0) return [];
  const shown = memoryShownElsewhere(seen, kind);
  const [told] = turns;
  if (shown === undefined || told === undefined) return noMemoryShown;
  const expected = `the word ${wordsPlantedIn(told)[0] ?? ''}, told in ${told.id}, as the same bot knew in ${shown.id} what another caller told it`;
  return judgement.map((mismatch) => ({
    ...attributeTo(mismatch, callerLabels[kind]),
    expected,
    restsOn: [told.id, shown.id],
  }));
}

/** What streams tell is known as what chats tell is, which a chat behind the first stream shows. */
export const remembersStreamsOfEach: Expectation = (seen) =>
  combineJudgements(callerNames.map((name) => streamsRememberedIn(name, seen)));

function streamsRememberedIn(name: CallerName, seen: Exchanges): Judgement {
  const turns = turnsOfCaller(seen, name);
  const { told, isKnown } = plantingStreamsIn(turns);
  const [first, last] = [told[0], told.at(-1)];
  if (isKnown || first === undefined || last === undefined) return [];
  const asks = questionsIn(turns).filter((turn) => turns.indexOf(turn) > turns.indexOf(last));
  const later = turns
    .slice(turns.indexOf(first) + 1)
    .find(
      (turn) =>
        turn.operation === 'chat' &&
        wordsPlantedIn(turn).some((word) => questionsIn(turns).some((ask) => recallsWord(ask, word))),
    );
  const ask = asks.at(-1);
  if (later !== undefined && ask !== undefined && told.length > 1 && asks.length > retryCount) {
    const expected = `the word ${wordsPlantedIn(last)[0] ?? ''}, told in ${last.id}, as the bot knew the word of ${later.id}`;
    return [
      attributeTo(
        { subject: 'memory', expected, ...describeMissingWord(ask), restsOn: [last.id, later.id] },
        callerLabels[name],
      ),
    ];
  }
  // Who remembers nothing for one caller is another check's word; and of a second bot nobody said that it has a memory.
  const isToldElsewhere = firstRecallIn(turns) !== undefined || memoryShownElsewhere(seen, name) !== undefined;
  return name === 'second_bot' || isToldElsewhere ? [] : noMemoryShown;
}

/** Where the sessionId of one caller is sent by another, nothing of the session is said. */
export const leaksNothingToOthers: Expectation = (seen) =>
  callerNames.flatMap((owner) => {
    const told = turnsOfCaller(seen, owner).filter(isAccepted);
    return foreignTo(owner, seen).flatMap((turn): readonly Mismatch[] => {
      const word = told.flatMap(wordsPlantedIn).find((each) => showsWord(turn, each));
      if (word === undefined) return [];
      const restsOn = told.filter((each) => wordsPlantedIn(each).includes(word)).map(({ id }) => id);
      const expected = `nothing of ${word}, told in another workspace (${callerLabels[owner]})`;
      return [{ subject: 'isolation', expected, ...describeShownWord(turn, word), restsOn }];
    });
  });

function foreignTo(owner: CallerName, seen: Exchanges): Exchanges {
  return exchangesOfWorkspace(seen, intruderOf(owner)).filter(({ role }) => role === 'foreign');
}

/** The bot said to each kind of caller what it was told: it would say it to whoever opens the session, too. */
export const eachCallerIsRemembered: PositiveControl = {
  says: 'the bot repeats to each kind of caller what it was told in the session',
  shownIn: (seen) => {
    const recalled = callerKindNames.map((kind) => firstRecallIn(turnsOfCaller(seen, kind)));
    const by = recalled.filter((turn) => turn !== undefined);
    const lacking = callerKindNames.find((_, at) => recalled[at] === undefined);
    if (lacking === undefined) return { by };
    return {
      because:
        memoryShownElsewhere(seen, lacking) === undefined
          ? whyNoMemory(recallsOf(turnsOfCaller(seen, lacking)))
          : forgotten(lacking),
    };
  },
};

const forgotten = (kind: CallerKind): string =>
  `the bot remembers for other callers and showed no memory for ${callerLabels[kind]}, so a leak could not be seen: see sessions.callers/remembers`;

function recallsOf(turns: Exchanges): readonly { readonly asked: Exchange; readonly told: Exchanges }[] {
  return turns.flatMap((asked, at) =>
    asked.operation === 'chat' && at > 0 && wordsRecalledIn(turns, asked).length === 0
      ? [{ asked, told: turns.slice(0, at) }]
      : [],
  );
}

export const refusesNoMessage: Expectation = (seen) =>
  areRefusedForEach(
    callerNames.map((name) => [
      `the chat of ${callerLabels[name]}`,
      exchangesOfWorkspace(seen, name).filter(lacksMessage),
    ]),
  );

/** Who refuses everything to some kind of caller shows nothing by refusing this. */
export const eachCallerIsAnswered: PositiveControl = {
  says: 'a chat of each kind of caller was answered',
  shownIn: (seen) =>
    acceptedForEach(
      (kind) => turnsOfCaller(seen, kind),
      (who) => `no chat of ${who} was answered`,
    ),
};
