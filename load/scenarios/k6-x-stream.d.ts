/** The k6 extension of load/k6ext: requests at their intended times, and the arrival of every server-sent event. */
declare module 'k6/x/stream' {
  /** What all virtual users of the process share: one clock and one requests.ndjson. */
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
    readonly settings: { readonly [name: string]: string | number | boolean };
  };

  export type PostOptions = {
    readonly url: string;
    readonly body: string;
    readonly headers: { readonly [name: string]: string };
    /** Global over execution segments; makes the request's id, which is sent as `x-request-id`. */
    readonly index: number;
    /** Milliseconds since t0. */
    readonly intendedMs: number;
    /** Later than this after the intended time the request is recorded as `notSent` instead. */
    readonly maxLagMs: number;
    /** From sending to the end of the body. */
    readonly timeoutMs: number;
  };

  export type Reply = {
    readonly id: string;
    /** `ok`, `http-<status>`, `refused`, `reset`, `truncated`, `timeout`, `unterminated`, `aborted`, `invalid`, `notSent` */
    readonly outcome: string;
    /** 0 without a response. */
    readonly status: number;
    /** Milliseconds since t0. */
    readonly endMs: number;
  };

  /** Starts the run with the first call of the process; every virtual user calls it, in its default function. */
  export function begin(options: RunOptions): void;

  /**
   * Waits for the intended time, posts, reads the event stream to its end, and records it. `null` when the run ended
   * before the request was due. Throws, and ends the test, when the record cannot be written or the URL is none.
   */
  export function post(options: PostOptions): Reply | null;
}
