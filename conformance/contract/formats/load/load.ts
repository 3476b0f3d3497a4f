import { Type } from 'typebox';
import { connections } from './connections.ts';
import { distribution, interval, share } from './distribution.ts';
import { gapsOverTime } from './gaps-over-time.ts';
import { generators } from './generators.ts';
import type { Instrument } from './instrument.ts';
import { countMembers, figureMembers, figureParts, figures, judged, speech } from './figures.ts';
import { settings } from './settings.ts';
import { drift, driftPart, requestShown, requestsShown, settling } from './requests-shown.ts';
import { series, slo, stepFigures } from './steps.ts';
import { auditPart, breakdown, calibration, canary, charging, environment, validity } from './trust.ts';
import {
  amount,
  boolean,
  mapOf,
  count,
  flag,
  integer,
  list,
  number,
  object,
  optional,
  partOf,
  portion,
  positive,
  described,
  text,
  texts,
  time,
  enumOf,
  type Format,
  type Of,
} from '../parts.ts';

const missing = object({ n: count(), missing: count('Those that lack a mark of their request.') });

const marks = object(
  'The replies of every phase of a bot that says the marks that it is asked for, which it may leave out. Absent for one that repeats whole messages.',
  {
    operations: mapOf(
      object({
        n: count(),
        missing: count('Those that lack a mark of their request.'),
        alone: optional(described('Replies that were asked for one at a time, before the run.', missing)),
        after: optional(
          described(
            'The same after it: asked for only if far more marks are missing in the run than before it.',
            missing,
          ),
        ),
      }),
    ),
    atMost: count('The other requests in flight that divide the replies into `few` and `many`.'),
    few: missing,
    many: missing,
    blocks: count('Blocks of time in which a mark is missing in some replies, and in some not.'),
    meanRank: portion(
      'Where those without a mark rank in their block by requests in flight, as a mean: 0.5 by chance, 1 with the most.',
    ),
  },
);

const load = object({
  schema: Type.Literal('assay.load/1'),
  scenario: text(),
  target: text(),
  seed: integer(),
  run: text('Starts the id of every request.'),
  label: optional(text('Of --label: what the run is called, such as a version of the target.')),
  startedAt: time('ISO 8601, UTC.'),
  timestamps: enumOf(['user', 'kernel'], 'Source of the arrival timestamps.'),
  settings,
  complete: boolean('Every planned request has a record that is not `aborted`.'),
  ...figureMembers,
  counts: object({ planned: count('Requests of the schedule.'), ...countMembers }),
  ttfeMs: described('Intended start to the first event with data. Older files have it as ttftMs.', distribution),
  ttftMs: described(
    'Intended start to the first event with text of the reply, by the rule of `settings.content`.',
    distribution,
  ),
  clientErrors: count("Failures whose cause is the load generator's machine."),
  wrongAnswers: optional(
    list(
      object({
        id: text(),
        atMs: number('Intended, since t0.'),
        because: text(),
        unmeasured: flag('It is in no figure, as one of the warm-up.'),
        kept: optional(text('The file in `wrong` that holds the bytes of the answer.')),
        sample: optional(text('The file in `audio` that holds what it spoke.')),
      }),
      'The first wrong answers of any phase.',
    ),
  ),
  marks: optional(marks),
  marksVerdict: optional(
    object(
      '`wrong`: more marks are missing the more requests are in flight, or far more than in replies that were asked for one at a time before and after the run. `inconclusive`: far more than before it, and those after it do not decide. Absent if neither.',
      { is: enumOf(['wrong', 'inconclusive']), says: text() },
    ),
  ),
  connections,
  operations: optional(mapOf(figures, 'The figures of each operation, if there are several.')),
  steps: optional(list(stepFigures, 'The figures of each step of the schedule, if its rate changes.')),
  capacity: optional(
    object('The highest rate up to which every step met the SLO, and the first that did not.', {
      heldPerS: optional(
        amount('As scheduled: what was sent in that step, or in a lower one, may be more. See `rates` of the steps.'),
      ),
      violatedPerS: optional(amount('As scheduled.')),
      inconclusivePerS: optional(amount('The next one, if it is inconclusive.')),
      unsentBecause: optional(
        text('Why that one was not sent as intended, if the load generator is why it is inconclusive.'),
      ),
      cutOffPerS: optional(
        amount(
          'The rate that had just begun when the run was stopped, as requests of the one before it were sent too late.',
        ),
      ),
    }),
  ),
  sweep: optional(
    object('The result of the levels of a closed loop, in users.', {
      knee: optional(
        object(
          'The judged level with the highest power: answers per second divided by the mean time of an answer. Absent with fewer than three.',
          {
            users: positive(),
            answersPerS: amount(),
            below: optional(positive('The judged level before it.')),
            above: optional(
              positive('The judged level after it; absent: it is the last one, and no knee was reached.'),
            ),
          },
        ),
      ),
      held: optional(positive('The most users up to which every level met the SLO.')),
      violated: optional(positive('Users of the next level, if it violated the SLO.')),
      inconclusive: optional(positive('Users of the next level, if it is inconclusive.')),
    }),
  ),
  audit: optional(
    object(
      'Whether repeated or recognisable requests get better figures; the figures of the run are those of the other requests.',
      {
        is: enumOf(
          ['same', 'differs', 'undecided'],
          '`differs` if any part does; else `undecided` if any is, or if the measurement is invalid.',
        ),
        repeat: described('Requests that repeated a message from shortly before.', auditPart),
        plain: described('Requests with the header fields of a common client.', auditPart),
      },
    ),
  ),
  series,
  gapsOverTime: optional(gapsOverTime),
  requests: optional(requestsShown),
  drift: optional(drift),
  settling: optional(settling),
  heldBack: optional(
    object(
      'Present if the text of nearly all streams came at once, at their end: the service, or a proxy in front of it, holds the stream back.',
      {
        streams: count('Measured streams that came whole, with two events with text or more.'),
        atOnce: count('Those of them whose text came at once, when they ended.'),
        request: text('The id of the first of these.'),
      },
    ),
  ),
  backlog: optional(
    object(
      'Present if requests came faster than they were answered up to the end of the measured time, and took longer and longer: a longer run would show longer times.',
      {
        requests: count('Intended in the measured time.'),
        atStart: count('Under way when it began.'),
        atEnd: count('Under way when it ended.'),
      },
    ),
  ),
  breakdown: optional(breakdown),
  uncovered: flag(
    'The last requests were refused with 402, and none of their price that was sent after that was answered: the credits may be used up.',
  ),
  uncoveredRequests: optional(
    count(
      'How many those are, as far as ten of a price: up to four leave it open whether they failed, more make the run invalid.',
    ),
  ),
  validity: optional(validity),
  slo: optional(slo),
  until: optional(
    object('Whether the precision of --until was reached; present if it was asked for.', {
      text: text('As given, such as `ttft.p99±2%`.'),
      is: enumOf(['reached', 'notReached']),
      precision: optional(
        amount('How far the 95 % interval reaches on its longer side, as a share of the value; absent without one.'),
      ),
      requestsMore: optional(count('About how many further requests would reach it.')),
      says: text(),
    }),
  ),
  instrument: optional(partOf<Instrument>('instrument')),
  canary: optional(canary),
  calibration: optional(calibration),
  charging: optional(described('Present if a workspace was made for the run.', charging)),
  samplesHeard: optional(
    object('The result of the speech samples that were decoded after the run; present if there were any.', {
      n: positive(),
      right: count(),
      wrong: count(
        'Those that do not decode, are silent, of another format, incomplete, or far too short for their text.',
      ),
      inconclusive: count('Neither: the requested text has no words, or the audio exceeds a bound of decoding.'),
      because: optional(text('Why one of these could not be judged.')),
    }),
  ),
  environment: optional(environment),
  generators: optional(generators),
  gate: optional(
    object('The result of a conformance run of the same target; present if one was named.', {
      is: enumOf(['pass', 'fail', 'inconclusive']),
      says: text("The run's verdict in one line."),
      target: text(),
      startedAt: time(),
      failed: texts('The checks that failed.'),
    }),
  ),
});
/** load.json: what a run of a load scenario measured. Derived from requests.ndjson and instrument.json. */
export type Load = Of<typeof load>;

export const loadFormat: Format = {
  name: 'load',
  title: 'assay.load/1',
  description: 'load.json: what a run of a load scenario measured; derived from requests.ndjson and instrument.json.',
  form: load,
  parts: {
    charging,
    distribution,
    settings,
    judged,
    interval,
    share,
    ...figureParts,
    figures,
    slo,
    stepFigures,
    speech,
    series,
    validity,
    breakdown,
    canary,
    calibration,
    auditPart,
    environment,
    generators,
    missing,
    requestShown,
    driftPart,
  },
};
