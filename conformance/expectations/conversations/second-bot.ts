import { isRecord } from '../../reading/is-object.ts';
import type { Expectation, Judgement, Exchanges } from '../../model/check.ts';
import { headerOf, isAccepted, type Exchange } from '../../model/exchange.ts';
import { jsonOf } from '../../bodies/content.ts';
import { onCall } from '../judged-as.ts';
import { wrapExpectation } from '../on-answer.ts';
import { describeMissingWord, retryCount, wordsPlantedIn } from '../words/remembers.ts';
import { describeAnswer } from '../describe-answer.ts';
import { recallsWord } from '../words/said.ts';

type Turns = { readonly told: Exchange; readonly asked: Exchanges };

/**
 * The chat that told a word to a second bot, and the later questions to the same bot. Undefined where there is no
 * second bot or no question. Requests that carry its session id to another bot do not count.
 */
function turnsIn(seen: Exchanges): Turns | undefined {
  const told = seen.find((exchange) => wordsPlantedIn(exchange).length > 0);
  if (told === undefined) return undefined;
  const asked = seen.filter((exchange) => exchange !== told && exchange.request.url === told.request.url);
  return asked.length === 0 ? undefined : { told, asked };
}

/** The judgement where no second bot could be judged, with the reason. */
function alone(seen: Exchanges): Judgement {
  const more = seen.some(saysMore) ? ' on the first page, which says that there are more' : '';
  const chat = seen.find(({ operation }) => operation === 'chat');
  const inconclusive =
    chat === undefined
      ? `there is no second bot in the list to talk to${more}`
      : chat.response.is === 'answer' && !isAccepted(chat)
        ? `the second bot answers no chat with the token: status ${chat.response.status}`
        : 'the chat with the second bot named no sessionId to go on with';
  return { inconclusive, isUnspecified: true };
}

/** Names of members that say that a list goes on, or where, if their value is not empty. */
const goesOn = /^(next(_?(page|cursor|token|url|link|page_?token))?|has_?(more|next)(_?page)?)$/i;

/**
 * True for a list that says that it has another page: by a link (RFC 8288), or by a member of its object or of an
 * object in it.
 */
function saysMore({ operation, response }: Exchange): boolean {
  if (operation !== 'bots' || response.is !== 'answer') return false;
  if (/rel="?next\b/i.test(headerOf(response.headers, 'link') ?? '')) return true;
  const json = jsonOf(response);
  if (json.is !== 'json' || !isRecord(json.value)) return false;
  return [json.value, ...Object.values(json.value).filter(isRecord)].some((object) =>
    Object.entries(object).some(([name, value]) => goesOn.test(name) && Boolean(value)),
  );
}

/** True where the second bot has not said its word so far, so that it is worth asking again. */
export function secondBotForgets(seen: Exchanges): boolean {
  const turns = turnsIn(seen);
  if (turns === undefined) return false;
  const [word = ''] = wordsPlantedIn(turns.told);
  return turns.asked.every(isAccepted) && !turns.asked.some((exchange) => recallsWord(exchange, word));
}

/** The expectation, where there is a second bot. */
export function withSecondBot(expectation: Expectation): Expectation {
  return (seen) => (turnsIn(seen) === undefined ? alone(seen) : expectation(seen));
}

/**
 * The expectation of a single chat after the list, where there is a second bot that accepted the first of these chats.
 */
export function onSecondBotCall(at: number, expectation: Expectation): Expectation {
  const one = onCall(at, expectation);
  return wrapExpectation(expectation, (seen) => {
    const [, own] = seen;
    if (own === undefined) return alone(seen);
    return isAccepted(own) ? one(seen) : alone(seen);
  });
}

/** A second bot accepts its own sessionId (2.3), if the bot accepts chats at all. */
export const secondBotAcceptsItsId: Expectation = (seen) => {
  const turns = turnsIn(seen);
  if (turns === undefined) return alone(seen);
  return turns.asked.flatMap((exchange) =>
    exchange.response.is !== 'answer' || isAccepted(exchange)
      ? []
      : [
          {
            subject: 'status of the turn with the second bot',
            expected: 'success, any 2xx',
            observed: describeAnswer(exchange.response),
            exchange: exchange.id,
            kind: { is: 'status', due: 'success' } as const,
          },
        ],
  );
};

/**
 * A second bot knows its word as the first bot knows its own: another check showed that. A bot that repeats nothing
 * shows nothing. A bot that repeats a word in the turn that tells it, and never later, does not continue its
 * conversations.
 */
export const secondBotRemembers: Expectation = (seen) => {
  const turns = turnsIn(seen);
  if (turns === undefined) return alone(seen);
  if (!secondBotForgets(seen)) return [];
  const { told, asked } = turns;
  const [word = ''] = wordsPlantedIn(told);
  if (!recallsWord(told, word) || asked.length <= retryCount)
    return { inconclusive: 'the second bot repeats nothing, and may be one without a memory', isUnspecified: true };
  const last = asked.at(-1) ?? told;
  const expected = `the word ${word}, told in ${told.id}, as the first bot knew its own`;
  return [{ subject: 'memory', expected, ...describeMissingWord(last), restsOn: [told.id] }];
};
