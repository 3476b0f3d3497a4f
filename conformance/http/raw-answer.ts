import type { Answer } from '../model/exchange.ts';
import { parseMessage, type HttpMessage, type MessageRead, type SoFar } from './http-message.ts';
import { boundTexts, wireBounds } from '../reading/wire-bounds.ts';

/** The responses on a connection so far; `broken` where the bytes behind them are not HTTP, or are not read. */
export type Messages = {
  /** Statuses of the interim responses before the first final one. */
  readonly interim: readonly number[];
  readonly finals: readonly HttpMessage[];
  /** Offset of the end of the first final response. */
  readonly firstEnd: number;
  readonly broken?: Exclude<MessageRead, { is: 'message' } | { is: 'more' }>;
};

/** Reads a connection: `bytes` is everything received so far, of which only the new part is looked at. */
type Reading = (bytes: Uint8Array, isEnded: boolean) => Messages;

/** Most final responses that are read: more of them say nothing new. */
const mostFinals = 64;

/** Reads the first final response as the answer to a request with this method, and later ones as answers to GET. */
export function readingOf(method: string): Reading {
  const interim: number[] = [];
  const finals: HttpMessage[] = [];
  let [at, firstEnd, interimSince] = [0, 0, 0];
  let broken: Messages['broken'];
  let soFar: SoFar = { searched: 0 };
  return (bytes, isEnded) => {
    // The message quotes the first bytes, of which more may have come by now.
    if (broken?.is === 'notHttp') broken = undefined;
    while (at < bytes.length && broken === undefined && finals.length < mostFinals) {
      const read = parseMessage(bytes.subarray(at), finals.length === 0 ? method : 'GET', isEnded, soFar);
      if (read.is === 'more') break;
      if (read.is !== 'message') {
        broken = read;
        break;
      }
      soFar = { searched: 0 };
      at += read.message.end;
      const isInterim = read.message.status < 200;
      // Interim responses behind the first final response do not belong to it.
      if (isInterim && finals.length === 0) interim.push(read.message.status);
      else if (!isInterim) finals.push(read.message);
      interimSince = isInterim ? interimSince + 1 : 0;
      if (finals.length === 1 && firstEnd === 0) firstEnd = at;
      if (interimSince > wireBounds.interim) broken = { is: 'tooMuch', because: boundTexts.interim };
    }
    return { interim, finals, firstEnd, ...(broken === undefined ? {} : { broken }) };
  };
}

type Times = { readonly headersAtMs: number; readonly endedAtMs: number; readonly stalledMs: number };

/** All bytes of a connection, the responses read from them, and whether the service ended the connection. */
type Received = { readonly bytes: Uint8Array; readonly isEnded: boolean; readonly messages: Messages };

/** The first final response with what stood around it; undefined where there is none yet. */
export function answerFrom({ bytes, isEnded, messages }: Received, isHasty: boolean, times: Times): Answer | undefined {
  const { interim, finals, firstEnd } = messages;
  const [first] = finals;
  if (first === undefined) return undefined;
  const { status, headers, body, isWhole, version } = first;
  // Only another response may validly follow here.
  const rest = Buffer.from(bytes.subarray(firstEnd, firstEnd + wireBounds.restBytes)).toString('latin1');
  return {
    is: 'answer',
    status,
    headers,
    body,
    chunks: [{ atMs: times.endedAtMs, bytes: body.length }],
    ending: isWhole ? 'complete' : 'cut',
    ...times,
    onWire: { version, interim: [...interim], rest, closed: isEnded, hasty: isHasty },
  };
}

/** The first final response as far as it came; `messages` must be read as if nothing more could come. */
export function unendedFrom(
  bytes: Uint8Array,
  messages: Messages,
  ending: 'timeout' | 'tooLong' | 'unkept',
  isHasty: boolean,
  { heardAtMs, ...times }: Times & { readonly heardAtMs: number },
): Answer | undefined {
  const begun = answerFrom({ bytes, isEnded: true, messages }, isHasty, times);
  if (begun?.onWire === undefined) return undefined;
  const chunks = begun.body.length === 0 ? [] : [{ atMs: heardAtMs, bytes: begun.body.length }];
  return { ...begun, chunks, ending, onWire: { ...begun.onWire, closed: false } };
}
