import { Type } from 'typebox';
import { clause, day, finding, level, mismatch, verdict } from './finding.ts';
import { tokenEndedInRun } from './journal-entry.ts';
import { about, credential, reason } from './reason.ts';
import {
  coverage,
  filteredTexts,
  goneAway,
  lostConnections,
  oneConnection,
  passedOver,
  refusedSessions,
  temporaryRefusals,
} from './reached.ts';
import {
  amount,
  boolean,
  mapOf,
  count,
  nonEmptyList,
  nonEmptyText,
  flag,
  integer,
  list,
  object,
  optional,
  portion,
  described,
  text,
  texts,
  time,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';

export const tool = object({ name: Type.Literal('assay'), version: text() });
export const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
export const document = object('The interface document that the run was judged by.', { title: text(), sha256 });

export const strict = enumOf(
  [true, false, 'http'],
  'Whether a failed HTTP obligation or SHOULD counts as a failed MUST; `http`: HTTP obligations only.',
);
export type Strict = Of<typeof strict>;

const given = object(
  'What the run was given to work with, and nothing of what it says: with it a stored run can be judged again.',
  {
    credentials: list(credential),
    bot: optional(text('Of --bot.')),
    otherBot: optional(text('Of --other-bot.')),
    unanswered: optional(
      described('Why nothing else was sent to the target: at the start it answered neither list.', reason),
    ),
    doubt: optional(text('Why the target is hardly the service that is meant, though it answers, and what to ask.')),
    tokenFlaw: optional(
      described('Why the token is of no use: at the start everything that needs it refused it.', reason),
    ),
    otherTokenFlaw: optional(
      described('Why the other token shows nothing about another workspace, if that was known at the start.', reason),
    ),
    headers: texts('Names of the fields of --header.'),
    timeoutMs: optional(count('Of --timeout, in milliseconds; absent where it was the usual one.')),
    proxy: optional(text('Host and port of the proxy that the requests went through; absent if there was none.')),
  },
);
export type Given = Of<typeof given>;

const spend = object({
  chats: count('Chat responses.'),
  speeches: count('Text-to-speech requests.'),
  credits: amount('What they cost, in credits.'),
});
export type Spend = Of<typeof spend>;

const pauses = nonEmptyList(
  object({ from: time(), to: time() }),
  'Pauses of the run: from an interruption or the end of its --time until --resume continued it.',
);

const knownFailure = object({
  check: nonEmptyText(),
  reason: text('Why the failure is accepted.'),
  expires: day,
});
export type KnownFailure = Of<typeof knownFailure>;

const header = {
  schema: Type.Literal('assay.run/1'),
  command: enumOf(['check', 'fuzz']),
  tool,
  document,
  target: text('Base URL of the implementation under test, without `/v1`.'),
  embedded: boolean('True if the target was assay’s own reference service.'),
  strict,
  require: optional(text('The profile of which no check may be not applicable.')),
  profile: optional(text('Of --profile.')),
  only: optional(texts('Of --only.')),
  ofChecks: optional(count('How many checks that version of assay has; absent if the run selected all of them.')),
  seed: integer(),
  folder: optional(
    text('The result folder, as the findings name it in what they say to run; absent in a certificate.'),
  ),
  given: optional(given),
  label: optional(text('Of --label: what the run is called, such as a version of the target.')),
  startedAt: time(),
  pauses: optional(pauses),
  plan: object('What was known before anything was sent.', {
    checks: texts('Ids of the selected checks.'),
    atMost: described('The most that they can spend.', spend),
  }),
  knownFailures: optional(
    list(
      knownFailure,
      'Known failures of `--known-failures` whose checks this run selected, or sent as controls of those.',
    ),
  ),
  passedBefore: optional(
    texts('Of `--rerun-failed`: what passed before, in the runs whose failures this run judges anew.'),
  ),
  dialect: optional(mapOf(text(), 'From `--dialect`: what was observed then, by the id of the observation.')),
};
const headerLine = object('What was known before anything was sent.', header);
/** The first line of `findings.ndjson`. */
export type RunHeader = Of<typeof headerLine>;

export const counts = object('Checks by verdict. A property that several findings tell defects of counts once.', {
  pass: count(),
  fail: count(),
  inconclusive: count(),
  notApplicable: count(),
});
export type Counts = Of<typeof counts>;
export const countsByLevel = object('The same for each level.', { MUST: counts, HTTP: counts, SHOULD: counts });

const seen = {
  id: text(),
  clause,
  says: text('The question that the document leaves open.'),
};
const observed = object({
  ...seen,
  value: text('What was observed.'),
  defect: optional(text('The stack, if assay itself failed and observed nothing.')),
});
export type Observed = Of<typeof observed>;

const drift = object({ ...seen, was: text('What the dialect has.'), now: text('What was observed this time.') });
export type Drift = Of<typeof drift>;

const cause = object('Failures that have one cause.', {
  title: text('What is wrong, in one line.'),
  checks: nonEmptyList(text(), 'Ids of the checks that fail by it; the first shows it best.'),
  exchange: optional(text('Id of the exchange that shows it.')),
  elsewhere: optional(
    text(
      'Where no answer is one of the service: what answers instead, and what to look at. It is the only cause then.',
    ),
  ),
  counted: optional(
    text(
      'In how many of all answers it is, where what shows it best is about one, or comes and goes: `It is so in 240 of 653 answers, all 240 of them to chats.`',
    ),
  ),
  run: optional(text('A line that shows it, where the check that shows it best does not by itself.')),
  comesAndGoes: flag(
    'What shows it best is a server error that some of the same requests did not get at another time.',
  ),
  common: optional(
    object('A request that each of several checks sends among others, and nearly none that passes.', {
      request: text('Such as `a request with instructions`.'),
      passed: count('So many of `of` send one too, and pass.'),
      of: count('All checks of the same family that pass.'),
    }),
  ),
  beside: optional(
    text(
      'What a request got that differs from the shown one in one thing: `Without "format" the same is refused (status 400).`',
    ),
  ),
  since: optional(
    object('If from one request on every answer was a 5xx status, or none came.', {
      request: count('Number of the first request that failed by it, in the order in which they were sent.'),
      of: count('All requests of the run.'),
      failed: count('So many failed by it.'),
      before: optional(text('Id of the exchange just before, where a check is about what that does to others.')),
    }),
  ),
  open: optional(texts('Ids of checks that could not be judged, as they met the error that these failures show.')),
  similar: optional(
    text('The fault of `likely` that has most in common with it by far, and whose name says what was seen.'),
  ),
  likely: list(
    object({
      fault: text('Id of a fault of the reference service: `npx assay serve --fault ID`.'),
      share: portion(
        'Of what fails here or by that fault, the share that fails both times. Of what passes here, a check that is not there to find the fault weighs a tenth.',
      ),
    }),
    'Faults that fail about the same checks, the likeliest first.',
  ),
});
export type Cause = Of<typeof cause>;

const run = object({
  ...header,
  complete: boolean('False if the run was interrupted, or reached its --time: the rest was not judged.'),
  goesOn: flag('Derived while the run was still going on, from what was written by then.'),
  endedAt: time(),
  tokenEnded: optional(tokenEndedInRun),
  spend: described('What the run has spent, by the answers.', spend),
  spendIsPartial: flag(
    'Of a fuzz run that was killed, and where exchanges are missing from its file: spend is of those that are there.',
  ),
  coverage: optional(coverage),
  temporaryRefusals: optional(temporaryRefusals),
  goneAway: optional(goneAway),
  lostConnections: optional(lostConnections),
  oneConnection: optional(oneConnection),
  passedOver: optional(passedOver),
  filteredTexts: optional(filteredTexts),
  refusedSessions: optional(refusedSessions),
  counts,
  countsByLevel,
  exitCode: Type.Integer({
    minimum: 0,
    maximum: 255,
    description:
      '0 all MUST pass or are known failures, 1 a MUST (or what strict names) failed or a known failure is stale or expired, 2 a MUST (or with strict an HTTP obligation) is inconclusive, 3 usage, 70 a defect of assay, 130 and 143 interrupted.',
  }),
  observations: list(observed, 'What the target does where the document leaves it open.'),
  drift: optional(list(drift, 'Observations that differ from the dialect; absent if no dialect was given.')),
  causes: list(cause, 'The failures by what they have in common, the heaviest first.'),
  findings: list(finding),
});
/** The whole of a run, as `run.json` keeps it. */
export type Run = Of<typeof run>;

export const runFormat: Format = {
  name: 'run',
  title: 'assay.run/1',
  description: 'run.json: the whole of a run. `#/$defs/headerLine` is the first line of findings.ndjson.',
  form: run,
  parts: {
    strict,
    pauses,
    counts,
    given,
    headerLine,
    finding,
    verdict,
    reason,
    about,
    mismatch,
    observed,
    spend,
    time: time(),
    drift,
    day,
    level,
    clause,
    tool,
    document,
    knownFailure,
  },
};
