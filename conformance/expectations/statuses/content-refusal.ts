import { errorCodeIn } from '../../bodies/error-code.ts';
import { jsonOf } from '../../bodies/content.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isObject } from '../../reading/is-object.ts';

/**
 * How services name such a policy, in codes (`content_filter`, `content-policy-violation`, `contentModeration`) and in
 * sentences.
 */
const policy =
  /content[\s_-]?(?:policy|filter|moderation|safety)|(?<![a-z])(?:moderation|safety|flagged|prohibited|profanity|profane)(?![a-z])/i;

/** Statuses with another reason: a caller who is not let in, something that does not exist, or a limit. */
const ofOthers = [401, 402, 404, 405, 429];

/** How a text was refused for its contents. */
export type ContentRefusal = { readonly status: number; readonly code: string };

/**
 * A refusal whose error object says that a policy on contents is the reason: which texts a service refuses is not
 * shown, nor which condition yields which status (7.5). Undefined for any other answer.
 */
export function contentRefusalIn({ operation, response }: Exchange): ContentRefusal | undefined {
  if (operation !== 'chat' && operation !== 'stream' && operation !== 'speech') return undefined;
  if (response.is !== 'answer' || response.status < 400 || response.status >= 500) return undefined;
  if (ofOthers.includes(response.status)) return undefined;
  const json = jsonOf(response);
  const error =
    json.is === 'json' && isObject(json.value) ? (json.value as { readonly error?: unknown }).error : undefined;
  if (!isObject(error)) return undefined;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (![code, message].some((said) => typeof said === 'string' && policy.test(said))) return undefined;
  return { status: response.status, code: errorCodeIn(response) ?? '' };
}

const members = ['message', 'text', 'instructions'] as const;

/** The texts of a request that are for a bot or a voice. */
export function promptTextsIn({ request }: Exchange): readonly string[] {
  const sent = sentJson(request);
  if (!isObject(sent)) return [];
  const fields = sent as Readonly<Record<string, unknown>>;
  return members.flatMap((name) => (typeof fields[name] === 'string' ? [fields[name]] : []));
}

/** A plain sentence: words of letters, no longer than words are, with marks between them. */
const sentence = /^(?:[A-Za-z0-9'’]{1,24}[.,;:!?"“”]*(?:[ -]|$))+$/;

export function isPlainPrompt(exchange: Exchange): boolean {
  const texts = promptTextsIn(exchange);
  return texts.length > 0 && texts.every((text) => sentence.test(text) && text.includes(' '));
}
