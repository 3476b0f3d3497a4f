/** Header fields in the order and spelling they had on the wire. */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** What a request is for; hangs, budgets and outages are kept apart by it. */
export type Operation = 'bots' | 'chat' | 'stream' | 'voices' | 'speech' | 'other';

/** A request as it was sent, except that every secret is its placeholder, such as `${ASSAY_TOKEN}`. */
export type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
};

/** `bytes` body bytes that arrived together, `atMs` after the request was begun. */
export type Chunk = { readonly atMs: number; readonly bytes: number };

/**
 * How a body came to its end: `complete` by its framing, `cut` by a dropped connection, `tooLong` and `timeout`
 * by assay's own limits, `left` because the run was interrupted.
 */
export type Ending = 'complete' | 'cut' | 'tooLong' | 'timeout' | 'left';

/** A response with the body exactly as received (content codings not undone), secrets masked at equal length. */
export type Answer = {
  readonly is: 'answer';
  readonly status: number;
  readonly headers: HeaderFields;
  readonly headersAtMs: number;
  readonly body: Uint8Array;
  readonly chunks: readonly Chunk[];
  readonly ending: Ending;
  readonly endedAtMs: number;
  /** The longest time meanwhile in which assay itself was too busy to see anything arrive. */
  readonly stalledMs: number;
};

export type NoAnswerCause =
  | 'refused'
  | 'unreachable'
  | 'dns'
  | 'tls'
  | 'dropped'
  | 'malformed'
  | 'timeout'
  | 'interrupted';

/** No response header arrived; `detail` is the system's own word for it. */
export type NoAnswer = {
  readonly is: 'noAnswer';
  readonly because: NoAnswerCause;
  readonly detail: string;
  readonly endedAtMs: number;
};

/** One request and what came of it. `id` is `<probe>#<step>` with `.<attempt>` from the second attempt on. */
export type Exchange = {
  readonly id: string;
  readonly probe: string;
  readonly operation: Operation;
  readonly attempt: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly request: SentRequest;
  readonly response: Answer | NoAnswer;
};

/** The first value of a header field, whatever its letter case; undefined where it is absent. */
export function headerOf(headers: HeaderFields, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** True for a 2xx answer; the document leaves the exact success code open. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
