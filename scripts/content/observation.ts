import { chatCall } from '../../conformance/model/calls.ts';
import type { Observation, Exchanges } from '../../conformance/model/check.ts';
import type { Probe } from '../../conformance/model/probe.ts';
import { wordsPlantedIn } from '../../conformance/expectations/words/remembers.ts';
import { observations as ofTheDocument } from '../../conformance/index.ts';
import type { SampleStream } from '../../load/content/sample-replies.ts';
import { learnContent } from '../../load/content/learn.ts';
import { ruleText } from '../../load/content/rule.ts';
import { anotherMessage, chatOf, eventsOf, repeatRequest, wordCount } from './learning-requests.ts';

const options = ['first', 'second'] as const;

/** Requests to repeat words, as two streams and one chat, and a stream of an ordinary message. */
const probe: Probe = {
  name: 'words to be repeated as streams, and another message',
  needs: ['token', 'bot'],
  costs: { chats: options.length + 2, speeches: 0 },
  steps: [
    ({ bot, nonce }) => {
      const [first, ...others] = options.map((label) => ({
        message: repeatRequest(Array.from({ length: wordCount }, (_, place) => nonce(`${label} ${place}`))).message,
      }));
      if (first === undefined) return [];
      const streams = [first, ...others, { message: anotherMessage }].map((body) => chatCall('stream', bot, body));
      return [...streams, chatCall('chat', bot, first)];
    },
  ],
};

/** Number of streams from which an observed rule was learned. */
export const streamsSeen = options.length + 1;

export const contentId = 'stream.response/content';

/**
 * Which events of a stream carry text of the reply. Observed only where all streams leave no doubt, as it is kept for
 * later runs.
 */
const contentSeen: Observation = {
  id: contentId,
  clause: '4.3',
  says: 'Event kinds and payload shapes: not specified',
  probe,
  see: ruleSeen,
};

/** What is observed of a target where the document leaves it open. */
export const observations: readonly Observation[] = [...ofTheDocument, contentSeen];

function ruleSeen(seen: Exchanges): string | undefined {
  // The layout of a masked response is unknown.
  if (seen.some(({ masked }) => masked === true)) return undefined;
  const streams = seen.filter(({ operation }) => operation === 'stream');
  const heard = streams.flatMap((exchange): readonly SampleStream[] => {
    const words = wordsPlantedIn(exchange);
    const streamed = eventsOf(exchange);
    if (words.length < wordCount || streamed.is === 'none') return [];
    return [{ ...repeatRequest(words), events: streamed.events }];
  });
  const another = streams
    .filter((exchange) => wordsPlantedIn(exchange).length === 0)
    .map(eventsOf)
    .flatMap((streamed) => (streamed.is === 'events' ? [streamed.events] : []));
  const chats = seen.flatMap((exchange) =>
    exchange.operation === 'chat' ? (chatOf(exchange, repeatRequest(wordsPlantedIn(exchange))) ?? []) : [],
  );
  const learned = learnContent(heard, chats[0], another);
  return learned.is === 'rule' && learned.isSure && learned.streams === streamsSeen
    ? ruleText(learned.rule)
    : undefined;
}
