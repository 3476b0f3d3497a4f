import type { ExchangeLine, KeptAnswer, KeptRequest, NoAnswer } from '../contract/formats/exchange.ts';

export type { NoAnswer };

/** Header fields in the order and spelling they had on the wire. */
export type HeaderFields = KeptRequest['headers'];

/** What a request is for; hangs, budgets and outages are kept apart by it. */
export type Operation = ExchangeLine['operation'];

/** What a request is among those of its probe. */
export type Role = NonNullable<ExchangeLine['role']>;

/**
 * Silence that is judged, and no sign of an outage: the connection closed without an answer, or, where the request is
 * never complete or is none of HTTP/1, no answer of any kind, or one in the way of HTTP/0.9, which has no status line.
 */
export type JudgedNoResponse = NonNullable<KeptRequest['noResponse']>;

/** A request as it was sent, except that every secret is its placeholder, such as `${ASSAY_TOKEN}`. */
export type SentRequest = Omit<KeptRequest, 'body'> & { readonly body: Uint8Array };

/** `bytes` body bytes that arrived together, `atMs` after the request was begun. */
export type Chunk = KeptAnswer['chunks'][number];

/**
 * How a body came to its end: `complete` by its framing, `broken` where that breaks the grammar, `cut` by a dropped connection, `tooLong` and `timeout`
 * by assay's own limits, `unkept` where a run has more than assay keeps of it, `left` because the run was interrupted or the probe meant to leave.
 */
export type Ending = KeptAnswer['ending'];

/** A response with the body exactly as received (content codings not undone); where it is kept, secrets masked at equal length. */
export type Answer = Omit<KeptAnswer, 'body'> & { readonly body: Uint8Array };

/** True where assay stopped reading, or keeping, before the end: what is there may be only a part. */
export function isPart({ ending }: Pick<Answer, 'ending'>): boolean {
  return ending === 'timeout' || ending === 'unkept';
}

/**
 * True where no end of a run can have cut anything off: what is read byte by byte may have been waited for behind its
 * end.
 */
export function isCompleteResponse({ request, response }: Exchange): boolean {
  return response.is === 'answer' && response.ending === 'complete' && request.raw === undefined;
}

/** What HTTP clients hide of an answer. */
export type OnWire = NonNullable<KeptAnswer['onWire']>;

/**
 * `malformed`: an HTTP response begins, and breaks the grammar; `notHttp`: none begins, or its header has no end;
 * `tooMuch`: it may be valid, and passes a bound of assay's own.
 */
export type NoAnswerCause = NoAnswer['because'];

/** One request and what came of it. `id` is `<probe>#<step>` with `.<attempt>` from the second attempt on. */
export type Exchange = Omit<ExchangeLine, 'request' | 'response'> & {
  readonly request: SentRequest;
  readonly response: Answer | NoAnswer;
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
export function isTaken({ response }: Exchange): boolean {
  return response.is === 'answer' && isSuccessStatus(response.status);
}

/** True for a connection that ended before an answer began. */
export function isDropped({ response }: Pick<Exchange, 'response'>): boolean {
  return response.is === 'noAnswer' && response.because === 'dropped';
}
