import { sentJson } from '../../../bodies/sent-json.ts';
import type { SentRequest } from '../../../model/exchange.ts';
import { parsedJson } from '../../../reading/parsed-json.ts';

/**
 * The message of a chat where the strings of its answer hold a copy of it beside the reply, as `question` or among `messages`:
 * the shape of a chat reply is not shown (2.3), and what the service copies the bot has not said. Undefined where there is
 * none, or nothing else is said: then the bot itself repeats the message.
 */
export function copiedIn(request: Pick<SentRequest, 'body'>, strings: readonly string[]): string | undefined {
  const sent = sentJson(request) as { readonly message?: unknown } | null | undefined;
  const message = sent?.message;
  if (typeof message !== 'string' || message.trim() === '' || !strings.includes(message)) return undefined;
  return strings.some((text) => text !== message && isProse(text)) ? message : undefined;
}

/** Ids, times and names of models are neither several words nor a sentence. */
function isProse(text: string): boolean {
  return /\S\s+\S/.test(text) || /\p{L}[.!?…。！？]$/u.test(text);
}

/** The same JSON without each string that is this one, however its letters are escaped. */
export function withoutString(json: string, text: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (literal) => (parsedJson(literal) === text ? '""' : literal));
}
