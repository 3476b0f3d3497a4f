import type { Answer } from '../model/exchange.ts';
import { messageIn, type HttpMessage, type MessageRead, type SoFar } from './http-message.ts';
import { tooMuch, wireBounds } from '../reading/wire-bounds.ts';

/** The answers on a connection so far; `broken` where what follows them is not HTTP, or not read. */
export type Messages = {
  readonly interim: readonly number[];
  readonly finals: readonly HttpMessage[];
  /** Where the first final answer ends. */
  readonly firstEnd: number;
  readonly broken?: Exclude<MessageRead, { is: 'message' } | { is: 'more' }>;
};

/** Reads what comes on one connection: `bytes` is all of it so far, of which it looks at what is new. */
type Reading = (bytes: Uint8Array, isEnded: boolean) => Messages;

/** More answers than were asked for are not told apart. */
const mostFinals = 64;

/** The first final answer is to a request of that method, later ones are to GET. */
export function readingOf(method: string): Reading {
  const interim: number[] = [];
  const finals: HttpMessage[] = [];
  let [at, firstEnd] = [0, 0];
  let broken: Messages['broken'];
  let soFar: SoFar = { searched: 0 };
  return (bytes, isEnded) => {
    // How no response begins is shown in as many letters as have come.
    if (broken?.is === 'notHttp') broken = undefined;
    while (at < bytes.length && broken === undefined && finals.length < mostFinals) {
      const read = messageIn(bytes.subarray(at), finals.length === 0 ? method : 'GET', isEnded, soFar);
      if (read.is === 'more') break;
      if (read.is !== 'message') {
        broken = read;
        break;
      }
      soFar = { searched: 0 };
      at += read.message.end;
      if (read.message.status < 200) interim.push(read.message.status);
      else finals.push(read.message);
      if (finals.length === 1 && firstEnd === 0) firstEnd = at;
      if (interim.length > wireBounds.interim) broken = { is: 'tooMuch', because: tooMuch.interim };
    }
    return { interim, finals, firstEnd, ...(broken === undefined ? {} : { broken }) };
  };
}

type Times = { readonly headersAtMs: number; readonly endedAtMs: number; readonly stalledMs: number };

/** All that came on one connection, what it was read as, and whether the service ended it. */
type Received = { readonly bytes: Uint8Array; readonly isEnded: boolean; readonly messages: Messages };

/** Behind an answer stands another one, if anything valid does. */
const longestRest = 1024 * 1024;

/** The first final answer with what stood around it; undefined where none is there yet. */
export function answerFrom({ bytes, isEnded, messages }: Received, isHasty: boolean, times: Times): Answer | undefined {
  const { interim, finals, firstEnd } = messages;
  const [first] = finals;
  if (first === undefined) return undefined;
  const { status, headers, body, isWhole, version } = first;
  const rest = Buffer.from(bytes.subarray(firstEnd, firstEnd + longestRest)).toString('latin1');
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

/** The first final answer as far as it came; `messages` are read as if nothing more could come. */
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
