import { Type } from 'typebox';
import { speechFormats } from '../limits.ts';
import {
  boolean,
  nonEmptyList,
  nonEmptyText,
  list,
  number,
  object,
  optional,
  text,
  enumOf,
  type Format,
} from './parts.ts';

/** A variable of the environment, which stands for a text. */
const variable = Type.String({ pattern: '^\\$\\{\\w+\\}$' });

const secret = (description: string) => optional({ ...variable, description });
const word = (description: string) => optional(nonEmptyText(description));
const one = (values: readonly string[], description: string) =>
  optional(Type.Union([enumOf(values), variable], { description }));
const whole = (minimum: number, description: string) =>
  optional(Type.Union([Type.Integer({ minimum }), text()], { description }));
const rate = (description: string) =>
  optional(Type.Union([Type.Number({ exclusiveMinimum: 0 }), text()], { description }));
const duration = (description: string) =>
  optional(
    Type.Union([Type.Number({ minimum: 0 }), text()], { description: `${description} Without a unit, seconds.` }),
  );
const isOn = (description: string) => optional(boolean(description));
const several = (description: string) => optional(Type.Union([text(), list(text())], { description }));

const settings = object({
  target: word('Base URL of the service, without /v1. Also ASSAY_TARGET.'),
  token: secret('Access token. Also ASSAY_TOKEN. Without it only the public operations are judged.'),
  'other-token': secret('Token of a second workspace, for isolation. Also ASSAY_OTHER_TOKEN.'),
  'other-bot': word('Its bot; default: the first that GET /v1/bots lists for that token. Also ASSAY_OTHER_BOT.'),
  'spent-token': secret('Token of a workspace with nothing left. Also ASSAY_SPENT_TOKEN.'),
  provisioner: word('A URL or a shell command that makes workspaces with a known balance. Also ASSAY_PROVISIONER.'),
  bot: word('The bot to talk to; default: the first that GET /v1/bots lists.'),
  only: several('Only checks whose ids match, such as `speech.*`.'),
  profile: word('A named set of checks: all, quick, public, free, chat, stream, speech or metering.'),
  require: word('A profile of which no check may be not applicable.'),
  strict: optional(
    enumOf(
      [true, false, 'http'],
      'Whether a failed HTTP obligation or SHOULD counts as a failed MUST; `http`: HTTP obligations only.',
    ),
  ),
  concurrency: whole(1, 'Maximum of concurrent requests: a run begins with 4, and follows what the service accepts.'),
  timeout: duration(
    'Longest wait for the first byte of an answer, and then for each next one; load: time limit of one request, from its sending to the end of its answer.',
  ),
  wait: duration('How long to wait for a deployment to come up.'),
  'max-credits': whole(0, 'Maximum of credits that a run may spend.'),
  seed: whole(0, 'Random seed: repeats the random choices of a run.'),
  header: several('Fields to send with every request, such as `X-Stage: ${STAGE}`.'),
  ca: word('PEM file of a certificate authority to trust.'),
  http2: isOn('Offer HTTP/2 as well.'),
  'known-failures': word('The file of known failures: a list of check, reason and expires.'),
  dialect: word('The file of `assay discover`: what has changed since is reported, and is never a failure.'),
  label: optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 200 }), number()], {
      description: 'What the run is called in reports, such as the version of the service.',
    }),
  ),
  out: word('Where the results go; default: a new folder in reports/out for each run.'),
  runs: whole(1, 'fuzz: how many cases to generate.'),
  time: duration('How long the command may take in all.'),
  corpus: word('fuzz: file of inputs to send first; inputs that show a defect are added.'),
  rate: rate('load: requests that begin per second; conversation: sessions.'),
  duration: duration('load: for how long new requests are started; sweep: length of each level.'),
  warmup: duration('load: time at the start that the statistics leave out.'),
  'max-in-flight': whole(1, 'load: maximum of requests in flight.'),
  arrivals: one(['poisson', 'constant', 'trace'], 'load: how requests are spaced, or trace with a file.'),
  trace: word('load: a file of times and bodies.'),
  slo: word('load: bounds to judge, such as `ttft.p95<800ms, failures<0.1%`.'),
  content: word('load: which events of a stream carry text of the reply; default: learned from a few streams.'),
  peak: rate('load spike: the rate during the spike; capacity: the highest rate to try.'),
  steps: whole(1, 'load capacity: the number of rates.'),
  turns: whole(1, 'load conversation: requests of one session.'),
  think: duration('load conversation: the mean pause before the next request.'),
  mix: word('load mixed: the weight of each operation, such as `stream=6,chat=2`.'),
  format: one(speechFormats, 'load speech: the audio format to request.'),
  'same-input': isOn('load: send the same input in every request, which a cache may answer.'),
  timestamps: one(['kernel', 'user'], 'load: source of arrival timestamps, kernel where available.'),
  canary: isOn('load: whether to time a reference stream too, from this machine whose true times are known.'),
  audit: isOn(
    'load: test whether figures differ for requests that repeat another message, or look like those of a client.',
  ),
  'sweep-concurrency': optional(
    Type.Union([nonEmptyText(), number(), nonEmptyList(Type.Union([text(), number()]))], {
      description: 'load sweep: users of each level, such as `1,2,4,...,64`.',
    }),
  ),
});

export const settingsFormat: Format = {
  name: 'settings',
  title: 'assay.yaml',
  description:
    'Settings of assay for a folder, under the names of the flags. Secrets stand in it only as the variable that holds them: `${NAME}`.',
  form: settings,
};
