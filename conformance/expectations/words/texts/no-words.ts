import type { Exchange } from '../../../model/exchange.ts';
import { percentDecoded } from '../../../reading/http-url.ts';

type StringAtPath = { readonly path: string; readonly text: string };

/** True for a string that a service makes and a bot does not: an id by its name or its form, or a time. */
export function isIdOrTime({ path, text }: StringAtPath): boolean {
  return namedId.test(path) || uuid.test(text) || time.test(text);
}

/** Matches `id` only with a capital or after a separator, because `said` ends in these letters too. */
const namedId = /(?:[._](?:id|ID)|[a-z](?:Id|ID))$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** True for a single word that says what something is, such as a role or a model, wherever a service shows it. */
export function isLabel({ path, text }: StringAtPath): boolean {
  return labels.test(path) && !/\s/.test(text);
}

const labels = /\.(?:type|kind|role|event|object|model|status)$/;

/** The id of the bot in the request path. It may come back under any name. */
export function botIdInPath({ request }: Exchange): string | undefined {
  const [, segment] = /\/v1\/bots\/([^/?#]+)\/chat/.exec(request.url) ?? [];
  return segment === undefined ? undefined : (percentDecoded(segment) ?? segment);
}
