/**
 * The variables that pass options to a scenario: `assay load` sets them, and plain `k6 run` takes them from its caller.
 * The table of load/scenarios/README.md lists the same.
 */
export const loadVariables = {
  ASSAY_TARGET: { is: 'text', says: 'the base URL, without `/v1`; required' },
  ASSAY_BOT: { is: 'text', says: 'the bot to talk to; required' },
  ASSAY_BOT_KEPT: { is: 'text', says: 'what records store instead of `ASSAY_BOT`, if that contains a secret' },
  ASSAY_CONTENT_KEPT: { is: 'text', says: 'what records store instead of `ASSAY_CONTENT`, if that contains a secret' },
  ASSAY_TOKEN: { is: 'text', says: 'sent as `Authorization: Bearer …`' },
  ASSAY_HEADERS: {
    is: 'text',
    says: 'further header fields, a JSON object; a `User-Agent` or `X-Request-Id` among them replaces the usual one',
  },
  ASSAY_USER_AGENT: { is: 'text', says: 'the `User-Agent` of the requests; `assay`' },
  ASSAY_REQUESTS: {
    is: 'text',
    says: 'path of `requests.ndjson`, with `instrument.json` beside it; the working folder',
  },
  ASSAY_RATE: {
    is: 'number',
    says: 'requests (for `conversation`: sessions) that begin per second; 5, or that of the scenario',
  },
  ASSAY_DURATION_S: {
    is: 'number',
    says: 'for how long new requests are started; 10, or that of the scenario; for a trace its own length; for `sweep` the length of each level',
  },
  ASSAY_ARRIVALS: { is: 'text', says: '`poisson` (independent users) or `constant`' },
  ASSAY_TRACE: { is: 'text', says: 'a file of times and bodies, which replaces rate and arrivals' },
  ASSAY_WARMUP_S: {
    is: 'number',
    says: 'time at the start that the statistics leave out; a fifth of the duration, at most 10',
  },
  ASSAY_PEAK_RATE: { is: 'number', says: '`spike`: the rate during the spike; `capacity`: the last rate' },
  ASSAY_STEPS: { is: 'number', says: '`capacity`: number of rates; 8' },
  ASSAY_CONCURRENCY: {
    is: 'text',
    says: '`sweep`: the users of each level, such as `1,2,4`; 1, 2, 4 and so on up to 64',
  },
  ASSAY_TURNS: { is: 'number', says: '`conversation`: requests per session; 4' },
  ASSAY_THINK_MS: { is: 'number', says: '`conversation`: the mean pause before the next request; 2,000' },
  ASSAY_MIX: { is: 'text', says: 'weights of the operations, such as `stream=6,chat=2,voices=1,speech=1`' },
  ASSAY_FORMAT: { is: 'text', says: 'the audio format of speech requests; `mp3`' },
  ASSAY_SAME_INPUT: { is: 'flag', says: '`true`: every request has the same input, which a cache may answer' },
  ASSAY_AUDIT: {
    is: 'flag',
    says: '`true`: a fifth of the requests repeat another message, and a fifth have the header fields of curl',
  },
  ASSAY_MAX_IN_FLIGHT: { is: 'number', says: 'maximum of requests (for `conversation`: sessions) in flight; 100' },
  ASSAY_MAX_LAG_MS: {
    is: 'number',
    says: 'a request that cannot start within this time is recorded as `notSent`; 1,000',
  },
  ASSAY_TIMEOUT_MS: { is: 'number', says: 'time limit from sending to the end of the body; 60,000' },
  ASSAY_MAX_CREDITS: { is: 'number', says: 'the schedule ends before it would exceed them' },
  ASSAY_LEARNING_CREDITS: {
    is: 'number',
    says: 'credits that were kept from `ASSAY_MAX_CREDITS` to learn how the bot replies, for the reports',
  },
  ASSAY_OWN_WORKSPACE: {
    is: 'flag',
    says: '`true`: the workspace was made for this run, with credits for all of it, so that it goes on after any 402',
  },
  ASSAY_SEED: { is: 'number', says: 'decides arrivals, messages, texts, voices and think times; 1' },
  ASSAY_SLO: {
    is: 'text',
    says: 'bounds such as `ttft.p95<800ms, failures<0.1%`; they become k6 thresholds where k6 can judge them, percentiles of the answered requests, and missed too if more failed than the percentile leaves out. `assay report` counts each failed request as slower than every answer, and may judge violated what k6 met',
  },
  ASSAY_UNTIL: {
    is: 'text',
    says: 'the precision that `assay load` goes on for, such as `ttft.p99±2%`, for the reports; plain k6 goes on until the schedule ends',
  },
  ASSAY_CONTENT: {
    is: 'text',
    says: 'which events carry text of the reply, such as `event=token` or `delta.text`; without it TTFT is not reported, and no threshold on it is met',
  },
  ASSAY_CONTENT_FROM: { is: 'text', says: 'source of that rule, for the reports' },
  ASSAY_CONTENT_LEARNED: { is: 'flag', says: 'that rule was learned in this run, from streams that were paid for' },
  ASSAY_REPEATS: {
    is: 'text',
    says: 'which replies are known to contain the marks of their requests: `stream`, `chat` (the bot repeats whole messages), `stream-said`, `chat-said` (it says what it is asked to; replies without are not wrong); `recall`: messages of earlier turns are repeated too',
  },
  ASSAY_REPEATS_FROM: { is: 'text', says: 'source of that knowledge, for the reports' },
  ASSAY_SAID_ALONE: {
    is: 'text',
    says: 'how many replies contained both marks that were asked for one at a time before the run, as JSON such as `{"stream":{"n":12,"said":12}}`; if far more are missing in the run, its replies could not be judged',
  },
  ASSAY_WRONG_DIR: { is: 'text', says: 'a folder for the bytes of the first 20 wrong answers' },
  ASSAY_TIMESTAMPS: { is: 'text', says: 'source of arrival timestamps: `kernel` (where available) or `user`' },
  ASSAY_CANARY: { is: 'text', says: 'the URL of an emitter that records when it wrote its events' },
  ASSAY_OUTPUT: {
    is: 'text',
    says: '`opentelemetry` or `prometheus`: also tells k6 the metrics of OpenTelemetry for generative AI, spelled for that output; needs `--out opentelemetry` or `--out experimental-prometheus-rw`',
  },
  ASSAY_AUDIO_DIR: { is: 'text', says: 'a folder for samples of the audio, each with the body of its request' },
} as const satisfies { readonly [name: string]: { readonly is: 'text' | 'number' | 'flag'; readonly says: string } };

type ScenarioVariable = keyof typeof loadVariables;

/**
 * The variables of a kind. A number is not negative; a flag is `true`, `1`, `false` or `0`; the scenario itself checks
 * a text.
 */
export type VariableOf<Kind extends 'text' | 'number' | 'flag'> = {
  [Name in ScenarioVariable]: (typeof loadVariables)[Name]['is'] extends Kind ? Name : never;
}[ScenarioVariable];

/** The variables as texts, as a process passes them to another; an empty text counts as absent. */
export type ScenarioEnvironment = { readonly [Name in ScenarioVariable]?: string | undefined };

/** The variables with their typed values. */
export type ScenarioVariables = {
  readonly [Name in ScenarioVariable]:
    | (Name extends VariableOf<'number'> ? number : Name extends VariableOf<'flag'> ? boolean : string)
    | undefined;
};

/** The variables as texts. Undefined values are left out. */
export function spelled(given: ScenarioVariables): ScenarioEnvironment {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
