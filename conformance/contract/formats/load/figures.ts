import { distribution, interval, share } from './distribution.ts';
import { addedLater, amount, mapOf, count, object, optional, portion, positive, described, type Of } from '../parts.ts';

export const judged = mapOf(
  object({
    n: count(),
    broke: count(),
  }),
  'How many complete answers were judged by each rule, as records name it, and how many broke it. By `said` alone no answer is wrong.',
);

export const speech = object({
  answers: count(),
  measured: count("Those of which the audio's length is known."),
  audioSeconds: amount(),
  audioSecondsPerS: amount('Of the answers that ended in the measured time.'),
  chars: count(),
  charsPerS: amount('Of the answers that ended in the measured time.'),
  realTimeFactor: described("Time from sending to the end over the audio's length.", distribution),
  requestCharsPerS: distribution,
  flags: mapOf(positive(), 'Answers flagged `silent`, `doubled` or `unreadable`.'),
});

export const countMembers = {
  recorded: count(),
  warmup: count('Requests of the warm-up: in no other figure but `warmupFailed`.'),
  warmupFailed: count(),
  drain: count("Intended while the load drains after the schedule's end: in no figure."),
  measured: count(),
  ok: count(),
  failed: count(),
  aborted: count('Cut off by the end of the run.'),
};

const counts = object(countMembers);

const rates = object({
  intendedPerS: amount(),
  achievedPerS: amount(),
});

const output = object(
  'What came in the measured time, per second of it: answers that ended in it, and events of complete answers that arrived in it, whenever their requests were sent.',
  {
    overMs: amount('The measured time, without the warm-up.'),
    answersPerS: amount(),
    eventsPerS: amount(),
    contentCharsPerS: optional(amount('Characters of replies. Absent if it is not known which events carry text.')),
  },
);

const failuresAtMost = object(
  'The same share with those streams counted as failed: the document does not show what events contain. No time is of such a stream. Absent if there was none.',
  {
    streams: positive('Complete streams that end in an event with an error object.'),
    n: count(),
    share: portion(),
    interval,
  },
);

const failuresBySample = object(
  'The same share, if the spoken answers that were not decoded are as often wrong as those that were. Absent if no decoded one was wrong.',
  {
    undecoded: positive('Complete spoken answers that were not decoded.'),
    n: count('Without the undecoded ones.'),
    share: portion(),
    interval,
  },
);

const goodput = object('Requests that meet every bound of the SLO, ignoring its quantile.', {
  count: count(),
  perS: amount('Of the answers that ended in the measured time.'),
  n: count(),
  share: portion(),
  interval,
  atMost: optional(
    object(
      'Including those that meet it only if their events arrived earlier than their timestamps, or if an event with an error object at their end is no failure, or, where decoded spoken answers are wrong, if the undecoded ones are right; absent if there is none.',
      {
        count: count(),
        perS: amount(),
        share: portion(),
      },
    ),
  ),
});

const events = object({
  count: count(),
  dropped: count('Beyond those that a record stores.'),
  coalesced: count('Read together with the event before.'),
  coalescedShare: portion(),
  uncertain: count('Known only to have arrived between the previous read and the timestamp.'),
  uncertainShare: portion(),
  uncertainFirst: addedLater(count('Answers whose first event may be one of those.')),
  uncertainFirstShare: addedLater(portion()),
  uncertainContent: addedLater(count('Answers whose first event with text of the reply may be one of those.')),
  uncertainContentShare: addedLater(portion()),
  uncertainUnplaced: addedLater(count('Of the uncertain ones, those whose position is not in the record.')),
  unsureGaps: addedLater(count('Gaps of which only a lower and an upper bound are known.')),
  unsureGapsShare: addedLater(portion()),
});

/** What was measured of some set of requests: all of a run, those of one operation, those of one step. */
export const figureMembers = {
  counts,
  rates,
  output: optional(output),
  failures: mapOf(positive(), 'Measured requests that failed, by outcome.'),
  failureShare: described(
    'The share of the measured requests that were neither ok nor cut off by the end of the run.',
    share,
  ),
  failuresAtMost: optional(failuresAtMost),
  failuresBySample: optional(failuresBySample),
  wrongShare: optional(
    described(
      'The share of the complete measured answers that are `wrong`. Absent if none was complete. With `failuresBySample`, it is estimated from the decoded ones too, and `n` is without the undecoded ones.',
      share,
    ),
  ),
  judged: optional(judged),
  goodput: optional(goodput),
  ttfeMs: described('Intended start to the first event with data.', distribution),
  ttftMs: described('Intended start to the first event with text of the reply.', distribution),
  serviceTtftMs: described('Actual start to the first event with text of the reply.', distribution),
  gapMs: described(
    'Between two events of a stream; if a rule is known, between two with text of the reply. One between events that came in one read is known only as a range.',
    distribution,
  ),
  contentCharsPerS: optional(
    described(
      'Characters of a reply after its first event with text, divided by the time from that event to the last with text, by request. Absent if it is not known which events carry text, and in older runs, whose records do not tell how many the first brought. Streams whose text may have come at once count in none.',
      distribution,
    ),
  ),
  ttfbMs: optional(
    described(
      'Intended start to the first byte of the body, of answers that are no event streams. At the latest: if more of the body came in the same read, it is the time of the last of that. Absent if there was no such answer.',
      distribution,
    ),
  ),
  e2eMs: described('Intended start to the end.', distribution),
  serviceE2eMs: optional(described('Actual start to the end.', distribution)),
  lagMs: described('Intended to actual start.', distribution),
  events,
  speech: optional(speech),
  credits: amount('Of all records that were sent.'),
  creditsForAnswers: amount('Of those, for what was answered in full.'),
};
/** Those that whoever reads a file meets several times. */
export const figureParts = { counts, rates, output, failuresAtMost, failuresBySample, goodput, events };

export const figures = object(figureMembers);
export type Figures = Of<typeof figures>;
