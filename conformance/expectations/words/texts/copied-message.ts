import { jsonOf } from '../../../bodies/content.ts';
import type { Answer, SentRequest } from '../../../model/exchange.ts';
import { parsedJson } from '../../../reading/parsed-json.ts';
import { stringsOf } from './strings-of.ts';

/**
 * The message of a chat where its answer carries a copy of it beside the reply, as `question` or among `messages`: the shape
 * of a chat reply is not shown (2.3), and what the service copies the bot has not said. Undefined where it carries none, or
 * says nothing else: then the bot itself repeats the message.
 */
export function copiedIn({ body }: SentRequest, answer: Answer): string | undefined {
  const json = jsonOf(answer);
  if (json.is !== 'json') return undefined;
  const message = messageOf(body);
  if (message === undefined || message.trim() === '') return undefined;
  const strings = stringsOf(json.value).map(({ text }) => text);
  return strings.includes(message) && strings.some((text) => text !== message && isProse(text)) ? message : undefined;
}

function messageOf(body: Uint8Array): string | undefined {
  const sent = parsedJson(Buffer.from(body).toString('utf8')) as { readonly message?: unknown } | null | undefined;
  return typeof sent?.message === 'string' ? sent.message : undefined;
}

/** Ids, times and names of models are neither several words nor a sentence. */
function isProse(text: string): boolean {
  return /\S\s+\S/.test(text) || /\p{L}[.!?…。！？]$/u.test(text);
}

/** The same JSON without each string that is this one, however its letters are escaped. */
export function withoutString(json: string, text: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (literal) => (parsedJson(literal) === text ? '""' : literal));
}
