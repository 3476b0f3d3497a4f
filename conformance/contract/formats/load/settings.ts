import { amount, boolean, mapOf, count, object, optional, positive, text, enumOf, type Of } from '../parts.ts';

export const settings = object('The settings of the scenario. No secrets.', {
  target: text(),
  botId: text(),
  arrivals: enumOf(['poisson', 'constant', 'trace', 'closed']),
  ratePerS: amount('Users that arrive per second; 0 in a closed loop, where the answers decide.'),
  durationMs: amount(),
  warmupMs: amount('Requests intended before it are left out of the statistics.'),
  maxInFlight: count(),
  maxLagMs: amount('A request that cannot start within this time after its intended one is not sent.'),
  timeoutMs: amount(),
  planned: count('Requests of the schedule; 0 in a closed loop, which has none.'),
  mix: optional(text('Weights of the operations, such as `stream=4,chat=3`.')),
  peakRatePerS: optional(amount('Spike: the rate during the spike. Capacity: the rate of the last step.')),
  steps: optional(positive('Capacity: number of rates.')),
  concurrency: optional(text('Sweep: the users of each level, such as `1,2,4`.')),
  levelMs: optional(text('Sweep: how long each level is, in the same order.')),
  turns: optional(positive('Conversation: requests per session.')),
  thinkMs: optional(amount('Conversation: the mean pause between a reply and the next request.')),
  format: optional(text('The audio format that speech requests ask for, if one was given; else `mp3`.')),
  sameInput: optional(boolean('Every request has the same input, which a cache may answer.')),
  audit: optional(
    boolean('A share of the requests repeats a message or looks like those of a common client, for the audit.'),
  ),
  requestsAsked: optional(
    count('Requests that the schedule would have without a bound on credits; absent if that covers them all.'),
  ),
  maxCredits: optional(amount('The schedule ends before it would exceed them.')),
  learningCredits: optional(
    amount('Credits that `--max-credits` covers beside `maxCredits`: they were kept to learn how the bot replies.'),
  ),
  slo: optional(text('As given.')),
  until: optional(text('The precision that the run went on for, such as `ttft.p99±2%`.')),
  askedMs: optional(
    amount(
      'The duration that was asked for, if the run ended before it because that precision was reached: `durationMs` is how much of the run counts, and `planned` its requests.',
    ),
  ),
  content: optional(
    text(
      'The rule for which events carry text of the reply, such as `event=token` or `delta.text`; absent if none is known.',
    ),
  ),
  contentFrom: optional(text('The source of that rule and how certain it is, or why there is none.')),
  contentLearned: optional(boolean('That rule was learned of the target, not given with `--content`.')),
  repeats: optional(
    text(
      'The operations whose replies are asked for the marks of their requests: `stream`, `chat` where the bot repeats whole messages, `stream-said`, `chat-said` where it says the marks that it is asked for; and `recall` where it repeats what was said in earlier turns. Such as `stream,recall`.',
    ),
  ),
  repeatsFrom: optional(text('What that was learned from. Absent where messages have no marks.')),
  saidAlone: optional(
    mapOf(
      object({ n: count(), said: count('How many of them had both.') }),
      'Of a bot that says the marks that it is asked for, by operation: how many replies were asked for one at a time before the run.',
    ),
  ),
});
export type LoadSettings = Of<typeof settings>;
