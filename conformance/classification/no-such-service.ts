import { contentOf, mediaTypeOf } from '../bodies/content.ts';
import { isSuccessStatus, type Answer, type Exchange } from '../model/exchange.ts';

type Answered = { readonly operation: Exchange['operation']; readonly response: Answer };

/** Of what was asked for as the document has it: to anything else many a proxy answers by itself. */
export function answersIn(exchanges: readonly Exchange[]): readonly Answered[] {
  return exchanges.flatMap(({ operation, request, response }) =>
    operation === 'other' || request.raw !== undefined || response.is !== 'answer' ? [] : [{ operation, response }],
  );
}

/**
 * True where none of the answers, of several operations and of the list of voices, which is public, is one of this service: a
 * page, a redirection, a refusal without its error object, or one body whatever is asked for. False where a single answer
 * may be one of its own, also a wrong one.
 */
export function isNoSuchService(answers: readonly Answered[]): boolean {
  const operations = new Set(answers.map(({ operation }) => operation));
  if (operations.size < 2 || !operations.has('voices')) return false;
  // Few are compared: most runs have an answer at their beginning that is one of the service's own.
  const isForAll = ({ body }: Answer): boolean =>
    new Set(
      answers.filter(({ response }) => Buffer.compare(response.body, body) === 0).map(({ operation }) => operation),
    ).size > 1;
  return !answers.some(({ operation, response }) => mayBeOwn(operation, response, isForAll));
}

/** What each operation gives where it succeeds: an answer without any of it is hardly one of this service. */
const marks: Readonly<Record<Exchange['operation'], RegExp>> = {
  voices: /"voices"/,
  bots: /"botId"|^\s*\[/,
  chat: /sessionId/,
  stream: /^(?:data|event|id|retry)?:/m,
  speech: /"audioBase64"/,
  other: /^/,
};
const errorObject = /"error"\s*:\s*\{/;

/** A server error may be that of the service itself, and so may be what only one operation gives as JSON. */
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
