/** The k6 extension of load/k6ext: requests at their intended times, and the arrival of every server-sent event. */
declare module 'k6/x/stream' {
  /** What all virtual users of the process share: one clock, one requests.ndjson, one sum of credits. */
  export type RunOptions = {
    /** Where requests.ndjson goes; an existing file is overwritten. */
    readonly requestsPath: string;
    readonly scenario: string;
    readonly seed: number;
    /** Requests intended before it carry the tag `phase:warmup` in k6's metrics, the others `phase:measured`. */
    readonly warmupMs: number;
    /** How far t0 lies ahead of the first call, so that every virtual user waits for its first request in time. */
    readonly leadMs: number;
    /** Stands in the header of requests.ndjson as it is: no secrets. */
    readonly settings: { readonly [name: string]: string | number | boolean | object };
    /** Credits that the whole process may spend; absent: no bound. */
    readonly maxCredits?: number;
    /** Who stamps arrivals; absent: the kernel where it can. A record that fell back says `"stamps":"user"`. */
    readonly timestamps?: 'kernel' | 'user';
    /** Which spelling the metrics of OpenTelemetry's conventions have, for an output of k6; absent: there are none. */
    readonly output?: 'opentelemetry' | 'prometheus';
    /** Where instrument.json goes; absent: beside requestsPath. */
    readonly instrumentPath?: string;
    /**
     * Which events of a stream carry text of the reply; absent: none is said to. All that is given has to hold: the
     * event's name (`message` where it has none), a member of its JSON that is this text, and a string that is not empty
     * at `path`. Without `path` its data is the text. A step is `.name`, `[3]` or `[]` (each element).
     */
    readonly content?: {
      readonly event?: string;
      readonly where?: { readonly path: readonly string[]; readonly is: string };
      readonly path?: readonly string[];
    };
    /**
     * What answers are judged by, where messages have marks; absent: none has any. `turns`: requests of one session.
     * `own`: the operations in which the bot repeats whole messages. `said`: those in which it says the marks that it is
     * asked for, and no reply is wrong without. `recalls`: what was said in earlier turns of a session is repeated too.
     */
    readonly marking?: {
      readonly turns: number;
      readonly own: readonly string[];
      readonly said: readonly string[];
      readonly recalls: boolean;
    };
    /** Where the bytes of the first 20 wrong answers are kept, of each up to 256 KiB. Absent: none. */
    readonly wrongDir?: string;
    /**
     * Where some spoken answers of at most 8 MiB are kept, each beside the body that asked for it (`<id>.json`): the first
     * of each twentieth of `settings.durationMs` behind the warm-up, and the first of each format. Absent: none.
     */
    readonly audioDir?: string;
  };

  /** What many requests have in common. */
  export type RequestKind = {
    readonly method: 'POST' | 'GET';
    readonly url: string;
    readonly headers: { readonly [name: string]: string };
    /** Later than this after the intended time the request is recorded as `notSent` instead. */
    readonly maxLagMs: number;
    /** From sending to the end of the body. */
    readonly timeoutMs: number;
    /** What a 2xx answer must be: an event stream, a JSON document, or a speech document (2.6: JSON with base64 audio). */
    readonly reads: 'events' | 'json' | 'speech';
    /** Stands in the record: stream, chat, speech, voices. */
    readonly operation: string;
    /**
     * What it costs at most. A request that would pass maxCredits is not sent: `notSent` because `credits`. One that never
     * reached the service gives its credits back.
     */
    readonly credits: number;
    /** Such a request is not recorded instead, and `null`: in a closed loop nobody asked for it. */
    readonly endsUnpaid?: boolean;
    /** No `x-request-id` is sent. */
    readonly withoutId?: boolean;
  };

  /** One request of a kind. */
  export type OneRequest = {
    /** Global over execution segments; makes the request's id, which is sent as `x-request-id`. */
    readonly index: number;
    /** Milliseconds since t0. */
    readonly intendedMs: number;
    readonly body?: string;
    /** Stands in the record. */
    readonly session?: string;
    /** Characters to speak; stands in the record. */
    readonly chars?: number;
    /** The audio format asked for; stands in the record. */
    readonly format?: string;
    /**
     * Gives back the text of an answer with a 2xx status, for a sessionId: a JSON document of at most 64 KiB whole, else
     * nothing; of an event stream the data of the first 16 events and of the last 16, each as far as 64 KiB go and none
     * twice, joined by line feeds.
     */
    readonly wantsText?: boolean;
    /** Says what the request with this index says: its answer holds the marks of that one. */
    readonly says?: number;
    /** Its message is that of `messageOf`. */
    readonly marked?: boolean;
    /** It goes on with a session of which the turn before was answered. */
    readonly continues?: boolean;
  };

  export type Reply = {
    readonly id: string;
    /**
     * `ok`, `http-<status>`, `refused`, `reset`, `truncated`, `timeout`, `unterminated`, `aborted`, `invalid`, `wrong`,
     * `notSent`, `unread`
     */
    readonly outcome: string;
    /** 0 without a response. */
    readonly status: number;
    /** Milliseconds since t0. */
    readonly endMs: number;
    /** Why, where the outcome alone does not say it. */
    readonly because?: string;
    readonly text?: string;
    /** It is the last of five refusals in a row for want of credits (402): each but the first was sent after the first came, and none of that price was answered meanwhile. */
    readonly unpaid?: true;
  };

  /** Starts the run with the first call of the process; every virtual user calls it, in its default function. */
  export function begin(options: RunOptions): void;

  /**
   * Waits for the intended time, sends, reads the answer to its end, and records it. `null` when the run ended before
   * the request was due. When the record cannot be written or the request cannot be built, the test ends as by
   * `exec.test.abort`, with k6's exit code 108; no `catch` sees it.
   */
  export type Send = (request: OneRequest) => Reply | null;

  /** A virtual user calls it once for each kind, as taking over a field costs k6 time. */
  export function prepare(kind: RequestKind): Send;

  /**
   * Ends the test as by `exec.test.abort`, where the credits are used up: every further answer would be a refusal, which
   * says nothing of the service's speed. Whoever started k6 is told so, by the descriptor of ASSAY_TELLS.
   */
  export function endUnpaid(): void;

  /** That of `exec.scenario`, at less than a tenth of its cost. */
  export function iterationInTest(): number;

  /**
   * The user's message of the request with this index, which asks for two marks, one at either end: the same for the same
   * seed, and never the same for two indexes.
   */
  export function messageOf(seed: number, index: number): string;

  /** One without marks. */
  export function plainMessageOf(seed: number, index: number): string;

  /** The text to speak of the request with this index: plain words, the same for the same seed. */
  export function speechTextOf(seed: number, index: number): string;
}
