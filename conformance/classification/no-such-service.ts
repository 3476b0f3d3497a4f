import { contentOf, mediaTypeOf } from '../bodies/content.ts';
import { isSuccessStatus, type Answer, type Exchange } from '../model/exchange.ts';

type Answered = { readonly operation: Exchange['operation']; readonly response: Answer };

/** The answers to requests that the document has: many proxies answer anything else themselves. */
export function answersIn(exchanges: readonly Exchange[]): readonly Answered[] {
  return exchanges.flatMap(({ operation, request, response }) =>
    operation === 'other' || request.raw !== undefined || response.is !== 'answer' ? [] : [{ operation, response }],
  );
}

/**
 * True where none of the answers is one of this service: each is a page, a redirection, a refusal without an error
 * object, or a body that is the same whatever is asked for. The answers have to be of several operations, with the list
 * of voices among them, which is public. False where a single answer, also a wrong one, may be the service's own.
 */
export function isNoSuchService(answers: readonly Answered[]): boolean {
  const operations = new Set(answers.map(({ operation }) => operation));
  if (operations.size < 2 || !operations.has('voices')) return false;
  // Few answers are compared: most runs have one of the service's own at their beginning.
  const isForAll = ({ body }: Answer): boolean =>
    new Set(
      answers.filter(({ response }) => Buffer.compare(response.body, body) === 0).map(({ operation }) => operation),
    ).size > 1;
  return !answers.some(({ operation, response }) => mayBeOwn(operation, response, isForAll));
}

/** What an answer of each operation has where it succeeds: without it, an answer is hardly one of this service. */
const marks: Readonly<Record<Exchange['operation'], RegExp>> = {
  voices: /"voices"/,
  bots: /"botId"|^\s*\[/,
  chat: /sessionId/,
  stream: /^(?:data|event|id|retry)?:/m,
  speech: /"audioBase64"/,
  other: /^/,
};
const errorObject = /"error"\s*:\s*\{/;

/**
 * True for an answer that may be the service's own: a server error may be, and so may JSON that only one operation
 * gives.
 */
function mayBeOwn(operation: Exchange['operation'], answer: Answer, isForAll: (answer: Answer) => boolean): boolean {
  const { status } = answer;
  if (status >= 500 && status !== 501) return true;
  const content = contentOf(answer);
  if (content.is !== 'bytes') return true;
  const text = Buffer.from(content.bytes).toString('utf8');
  if (!isSuccessStatus(status)) return status >= 400 && errorObject.test(text);
  if (isPage(answer, text)) return false;
  return marks[operation].test(text) || !isForAll(answer);
}

function isPage(answer: Answer, text: string): boolean {
  return mediaTypeOf(answer) === 'text/html' && /^\s*</.test(text);
}
