import { sentJson } from '../../../bodies/sent-json.ts';
import type { SentRequest } from '../../../model/exchange.ts';
import { parsedJson } from '../../../reading/parsed-json.ts';

/**
 * The message of a chat, where its answer holds a copy of it beside the reply, as `question` or among `messages`. The
 * shape of a chat response is not shown (2.3), and the bot has not said what the service copies. Undefined where there
 * is no copy, or nothing else is said: then the bot itself repeats the message.
 */
export function copiedMessageIn(request: Pick<SentRequest, 'body'>, strings: readonly string[]): string | undefined {
  const sent = sentJson(request) as { readonly message?: unknown } | null | undefined;
  const message = sent?.message;
  if (typeof message !== 'string' || message.trim() === '' || !strings.includes(message)) return undefined;
  return strings.some((text) => text !== message && isProse(text)) ? message : undefined;
}

/** True for several words or a sentence. Ids, times and model names are neither. */
function isProse(text: string): boolean {
  return /\S\s+\S/.test(text) || /\p{L}[.!?…。！？]$/u.test(text);
}

/** The JSON with an empty string in place of each string that equals `text`, however its letters are escaped. */
export function blankString(json: string, text: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (literal) => (parsedJson(literal) === text ? '""' : literal));
}
