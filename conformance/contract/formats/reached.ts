import { Type } from 'typebox';
import { count, nonEmptyList, flag, integer, list, object, optional, described, text, time } from './parts.ts';

export const coverage = object(
  'What a run is worth that left checks out: by `--profile quick`, `--max-credits` or `--time`.',
  {
    found: count('Faults of the reference service that the judged checks find, at least.'),
    of: count('All faults.'),
    notTried: count('Checks that the run did not try.'),
    inconclusive: optional(count('Checks that the run tried and could not judge.')),
    isMeasured: flag(
      'Whole runs of these checks against every fault found so many, also those that are inconclusive here; otherwise the faults are counted that a judged check is there to find.',
    ),
  },
);

export const temporaryRefusals = nonEmptyList(
  object({
    status: integer(),
    answers: count(),
    atRandomOf: optional(
      count(
        'All answers, where those with this status (502 or 504) came to any request, and to the same one now and then.',
      ),
    ),
  }),
  'Answers that only say "not now" (429, 502, 503, 504, 520 to 530, and with a Retry-After 403, 409, 423 or 425), by their status: by them no request counts as taken or refused. Those that a check was to be told, as of a spent balance, are not among them. Absent if there were none, and of `fuzz`.',
);

/** Requests of a moment, as a person looks for them in a log. */
const busyWith = list(
  object({
    exchange: text(),
    probe: text(),
    check: optional(described('A check that sends this probe: `--only` sends it alone.', text())),
    isCutOff: flag('Its answer had begun, and was cut off as the target went.'),
  }),
  'What it was busy with just before, the likeliest first: requests whose connection it dropped, and what no common client sends. At most four.',
);

export const lostConnections = object(
  'Connections that the target refused or dropped, `at` for the first time, with requests that it answered at another attempt, as where it is started anew. Absent if there were none, and of `fuzz`.',
  {
    requests: count('Requests of which the first connection was refused or dropped, and a later one had an answer.'),
    times: count('How often that was: all between which nothing else was begun and answered are once.'),
    at: time(),
    before: busyWith,
  },
);

export const filteredTexts = object(
  'Texts that the target refused, naming a policy on contents in its error object: no check fails by them. Absent if there were none, and of `fuzz`.',
  {
    texts: count('Different texts that were refused so.'),
    status: described('Of the example.', integer()),
    example: text('The text of the shortest such request, as a value of JSON, shortened.'),
    exchange: text('Id of that request.'),
  },
);

export const passedOver = object(
  'The first listed bot refused a plain chat, and another took it: the run talked to that. Absent otherwise, and of `fuzz`.',
  {
    bots: count('Bots before it in the list that refused a plain chat.'),
    status: described('Of the first of them.', integer()),
    bot: text('The bot that the run talked to, as it stands in the URL.'),
  },
);

export const refusedSessions = object(
  'Turns with the id of a session that the target had given out, refused as if there were none: how many sessions it keeps is not specified, and each of these conversations was sent once more by itself. Absent where they were few, and of `fuzz`.',
  {
    turns: count('Turns that continue a session and were taken, or refused as of none.'),
    refused: count('Those of them that were refused.'),
    exchange: text('The first of them, by its id in `exchanges.ndjson`.'),
    keptFor: optional(
      object('For how long sessions seem to be kept. Absent where their age does not tell which are refused.', {
        ms: count('Milliseconds: nearly all that were refused came later, and hardly any so late was taken.'),
        since: Type.Union([Type.Literal('begun'), Type.Literal('used')], {
          description: 'Counted from the answer that began the session, or from that to the turn before.',
        }),
      }),
    ),
  },
);

export const goneAway = object(
  'From then on the target, which had answered before, refused every connection to the end of the run, or what stands before it answered 502, 503 or 504 for it. Absent where it did not, and of `fuzz`.',
  {
    at: time(),
    request: count(
      'Of the requests in the order in which they ended, the number of the first that it no longer answered.',
    ),
    of: count('All requests of the run.'),
    before: busyWith,
  },
);

export const oneConnection = object(
  'The target was seen to hear nobody else while a connection of the run was open, though nothing was in flight on it: since then the run had no two open. Absent if it was not, and of `fuzz`.',
  { since: time() },
);
