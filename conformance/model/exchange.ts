import type { ExchangeLine, RecordedAnswer, RecordedRequest, NoAnswer } from '../contract/formats/exchange.ts';

export type { NoAnswer };

/** Header fields in the order and spelling that they had on the wire. */
export type HeaderFields = RecordedRequest['headers'];

/** What a request is for; hangs, budgets and outages are counted separately for each operation. */
export type Operation = ExchangeLine['operation'];

/** What a request is among those of its probe. */
export type Role = NonNullable<ExchangeLine['role']>;

/**
 * A missing response that is judged, and is no sign of an outage. Either the connection closed without an answer. Or
 * the request is never complete or is not HTTP/1, and there was no answer of any kind, or one in the form of HTTP/0.9,
 * which has no status line.
 */
export type JudgedNoResponse = NonNullable<RecordedRequest['noResponse']>;

/** A request as it was sent, except that every secret is its placeholder, such as `${ASSAY_TOKEN}`. */
export type SentRequest = Omit<RecordedRequest, 'body'> & { readonly body: Uint8Array };

/** Body bytes that arrived together: how many, and how long after the request began (`atMs`). */
export type Chunk = RecordedAnswer['chunks'][number];

/**
 * How a body ended: `complete` by its framing, `broken` where that breaks the grammar, `cut` by a dropped connection,
 * `tooLong` and `timeout` by assay's own limits, `unkept` where a run has more than assay keeps of it, `left` because
 * the run was interrupted or the probe meant to leave.
 */
export type Ending = RecordedAnswer['ending'];

/**
 * A response with the body exactly as received (content codings not undone); in its kept form secrets are masked at
 * equal length.
 */
export type Answer = Omit<RecordedAnswer, 'body'> & { readonly body: Uint8Array };

/** True where assay stopped reading, or keeping, before the end: the body may be only a part. */
export function mayBePartial({ ending }: Pick<Answer, 'ending'>): boolean {
  return ending === 'timeout' || ending === 'unkept';
}

/**
 * True where the end of a run cannot have cut anything off. A raw request is left out: after its end assay may have
 * waited for more.
 */
export function isCompleteResponse({ request, response }: Exchange): boolean {
  return response.is === 'answer' && response.ending === 'complete' && request.raw === undefined;
}

/** The parts of an answer that HTTP clients hide. */
export type OnWire = NonNullable<RecordedAnswer['onWire']>;

/**
 * `malformed`: an HTTP response begins, and breaks the grammar; `notHttp`: none begins, or its header has no end;
 * `tooMuch`: it may be valid, and exceeds a bound of assay's own.
 */
export type NoAnswerCause = NoAnswer['because'];

/** One request and what came of it. `id` is `<probe>#<step>` with `.<attempt>` from the second attempt on. */
export type Exchange = Omit<ExchangeLine, 'request' | 'response'> & {
  readonly request: SentRequest;
  readonly response: Answer | NoAnswer;
  /** The form in which the exchange is kept, where a secret stands in it; this member itself is never written. */
  readonly kept?: Pick<Exchange, 'request' | 'response'>;
};

/** The exchange as it may leave the process: unchanged where no secret stands in it. */
export function maskedExchange(exchange: Exchange): Exchange {
  if (exchange.kept === undefined) return exchange;
  const { kept, ...asCame } = exchange;
  return { ...asCame, ...kept, masked: true };
}

/** The first value of a header field, whatever its letter case; undefined where it is absent. */
export function headerOf(headers: HeaderFields, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** The fields without those of this name, whatever their letter case. */
export function withoutHeader(headers: HeaderFields, name: string): HeaderFields {
  const unwanted = name.toLowerCase();
  return headers.filter(([key]) => key.toLowerCase() !== unwanted);
}

/** True for a 2xx answer; the document leaves the exact success code open. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/** True for a request that was answered with a success. */
export function isAccepted({ response }: Exchange): boolean {
  return response.is === 'answer' && isSuccessStatus(response.status);
}

/** True for a connection that ended before an answer began. */
export function isConnectionDropped({ response }: Pick<Exchange, 'response'>): boolean {
  return response.is === 'noAnswer' && response.because === 'dropped';
}
