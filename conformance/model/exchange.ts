/** Header fields in the order and spelling they had on the wire. */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** What a request is for; hangs, budgets and outages are kept apart by it. */
export type Operation = 'bots' | 'chat' | 'stream' | 'voices' | 'speech' | 'other';

/**
 * Silence that is judged, and no sign of an outage: the connection closed without an answer, or, where the request is
 * never complete or is none of HTTP/1, no answer of any kind, or one in the way of HTTP/0.9, which has no status line.
 */
export type JudgedNoResponse = 'closing' | 'any';

/** A request as it was sent, except that every secret is its placeholder, such as `${ASSAY_TOKEN}`. */
export type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
  /** Every byte that was sent, where it was sent as it stands here and not as an HTTP client writes requests. */
  readonly raw?: string;
  /** Which missing responses are part of what is judged. */
  readonly noResponse?: JudgedNoResponse;
  /** Placeholders in the body were filled in too. */
  readonly revealsBody?: true;
};

/** `bytes` body bytes that arrived together, `atMs` after the request was begun. */
export type Chunk = { readonly atMs: number; readonly bytes: number };

/**
 * How a body came to its end: `complete` by its framing, `broken` where that breaks the grammar, `cut` by a dropped connection, `tooLong` and `timeout`
 * by assay's own limits, `unkept` where a run has more than assay keeps of it, `left` because the run was interrupted or the probe meant to leave.
 */
export type Ending = 'complete' | 'cut' | 'broken' | 'tooLong' | 'timeout' | 'unkept' | 'left';

/** A response with the body exactly as received (content codings not undone); where it is kept, secrets masked at equal length. */
export type Answer = {
  readonly is: 'answer';
  readonly status: number;
  readonly headers: HeaderFields;
  readonly headersAtMs: number;
  readonly body: Uint8Array;
  readonly chunks: readonly Chunk[];
  readonly ending: Ending;
  /** What is wrong with the framing of a body that is `broken`. */
  readonly brokenBy?: string;
  readonly endedAtMs: number;
  /** The longest time meanwhile in which assay itself was too busy to see anything arrive. */
  readonly stalledMs: number;
  /** Only where the request was sent raw. */
  readonly onWire?: OnWire;
};

/** True where assay stopped reading before the end: what came may be only a part. */
export function isPart({ ending }: Pick<Answer, 'ending'>): boolean {
  return ending === 'timeout' || ending === 'unkept';
}

/**
 * True where no end of a run can have cut anything off: what is read byte by byte may have been waited for behind its
 * end.
 */
export function cameWhole({ request, response }: Exchange): boolean {
  return response.is === 'answer' && response.ending === 'complete' && request.raw === undefined;
}

/** What HTTP clients hide of an answer. */
export type OnWire = {
  /** Such as `1.1`. */
  readonly version: string;
  /** Statuses of the interim answers before it (RFC 9110 15.2). */
  readonly interim: readonly number[];
  /** Everything behind the answer, each byte one character (latin1). */
  readonly rest: string;
  /** The service closed the connection. */
  readonly closed: boolean;
  /** A further part of the request was sent though nothing had been answered to those before it. */
  readonly hasty: boolean;
};

/**
 * `malformed`: an HTTP response begins, and breaks the grammar; `notHttp`: none begins, or its header has no end;
 * `tooMuch`: it may be valid, and passes a bound of assay's own.
 */
export type NoAnswerCause =
  | 'refused'
  | 'unreachable'
  | 'dns'
  | 'tls'
  | 'dropped'
  | 'malformed'
  | 'notHttp'
  | 'tooMuch'
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
  /** ISO 8601, UTC, with microseconds. */
  readonly startedAt: string;
  /** When the first attempt was begun, where this is a later one. */
  readonly firstStartedAt?: string;
  readonly request: SentRequest;
  readonly response: Answer | NoAnswer;
  /** Of what is kept: a secret stood in it, so that it is not byte by byte what was judged. */
  readonly masked?: true;
  /** Of what is judged: how it is kept, where a secret stands in it. It is never written itself. */
  readonly kept?: Pick<Exchange, 'request' | 'response'>;
};

/** The exchange as it may leave the process: itself where no secret stands in it. */
export function asKept(exchange: Exchange): Exchange {
  if (exchange.kept === undefined) return exchange;
  const { kept, ...asCame } = exchange;
  return { ...asCame, ...kept, masked: true };
}

/** The first value of a header field, whatever its letter case; undefined where it is absent. */
export function headerOf(headers: HeaderFields, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** True for a 2xx answer; the document leaves the exact success code open. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/** True for a request that was answered with a success. */
export function isTaken({ response }: Exchange): boolean {
  return response.is === 'answer' && isSuccessStatus(response.status);
}
