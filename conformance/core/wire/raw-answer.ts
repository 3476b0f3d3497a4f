import type { Answer } from '../exchange.ts';
import { messageIn, type HttpMessage, type MessageRead } from './http-message.ts';

/** Bytes that came on one connection, and whether the service ended it. */
export type Received = { readonly bytes: Uint8Array; readonly isEnded: boolean };

/** The answers on a connection so far; `broken` where what follows them is not HTTP. */
export type Messages = {
  readonly interim: readonly number[];
  readonly finals: readonly HttpMessage[];
  /** Where the first final answer ends. */
  readonly firstEnd: number;
  readonly broken?: Exclude<MessageRead, { is: 'message' } | { is: 'more' }>;
};

/** The first final answer is to a request of that method, later ones are to GET. */
export function messagesIn({ bytes, isEnded }: Received, method: string): Messages {
  const interim: number[] = [];
  const finals: HttpMessage[] = [];
  let firstEnd = 0;
  for (let at = 0; at < bytes.length;) {
    const read = messageIn(bytes.subarray(at), finals.length === 0 ? method : 'GET', isEnded);
    if (read.is === 'more') break;
    if (read.is !== 'message') return { interim, finals, firstEnd, broken: read };
    at += read.message.end;
    if (read.message.status < 200) interim.push(read.message.status);
    else finals.push(read.message);
    if (finals.length === 1 && firstEnd === 0) firstEnd = at;
  }
  return { interim, finals, firstEnd };
}

type Times = { readonly headersAtMs: number; readonly endedAtMs: number; readonly stalledMs: number };

/** The first final answer with what stood around it; undefined where none is there yet. */
export function answerFrom(received: Received, method: string, isHasty: boolean, times: Times): Answer | undefined {
  const { interim, finals, firstEnd } = messagesIn(received, method);
  const [first] = finals;
  if (first === undefined) return undefined;
  const { status, headers, body, isWhole, version } = first;
  const rest = Buffer.from(received.bytes.subarray(firstEnd)).toString('latin1');
  return {
    is: 'answer',
    status,
    headers,
    body,
    chunks: [{ atMs: times.endedAtMs, bytes: body.length }],
    ending: isWhole ? 'complete' : 'cut',
    ...times,
    onWire: { version, interim, rest, closed: received.isEnded, hasty: isHasty },
  };
}

/** The first final answer where it began and had no end by the time limit; undefined where it did not, or was whole. */
export function unendedFrom(
  bytes: Uint8Array,
  method: string,
  isHasty: boolean,
  { heardAtMs, ...times }: Times & { readonly heardAtMs: number },
): Answer | undefined {
  if (messagesIn({ bytes, isEnded: false }, method).finals.length > 0) return undefined;
  const begun = answerFrom({ bytes, isEnded: true }, method, isHasty, times);
  if (begun?.onWire === undefined) return undefined;
  const chunks = begun.body.length === 0 ? [] : [{ atMs: heardAtMs, bytes: begun.body.length }];
  return { ...begun, chunks, ending: 'timeout', onWire: { ...begun.onWire, closed: false } };
}
