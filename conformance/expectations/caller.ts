import { headerOf, type Exchange } from '../model/exchange.ts';

/** Who brings no token of this run, not even one that is like it. */
export const nobody = 'nobody';

/** A token of the run, or what is only like one, wherever it stands. */
const tokens = /\$\{(?:ASSAY|WORKSPACE)_[^}]*\}/g;
const whole = /^\$\{(?:ASSAY_(?:OTHER_|SPENT_)?TOKEN|WORKSPACE_TOKEN\w*)\}$/;

/**
 * Whose request it is, by the placeholder of the one token in it; undefined where that is not plain: two tokens, one that
 * is only like it, or one in another place than the header that the document has for it (5.1).
 */
export function callerOf(exchange: Exchange): string | undefined {
  const known = callers.get(exchange) ?? { caller: callerIn(exchange) };
  callers.set(exchange, known);
  return known.caller;
}

/** Dozens of expectations ask for it, each of thousands of requests. */
const callers = new WeakMap<Exchange, { readonly caller: string | undefined }>();

/**
 * The same, also where the name of the scheme is spelled otherwise: such a request may be refused for that, and where it was
 * taken it was its caller's.
 */
export function callerInAnyCase({ probe, request }: Exchange): string | undefined {
  const headers = request.headers.map(([name, value]) => [name, value.replace(/^bearer(?= )/i, 'Bearer')] as const);
  return callerIn({ probe, request: { ...request, headers } });
}

function callerIn({ probe, request }: Pick<Exchange, 'probe' | 'request'>): string | undefined {
  const { headers, url, raw = '', body, revealsBody } = request;
  const places = [...headers.map(([, value]) => value), url, raw, revealsBody === true ? textOf(body) : ''];
  const [token, ...others] = new Set(places.flatMap((place) => place.match(tokens) ?? []));
  if (token === undefined) return nobody;
  if (others.length > 0 || !whole.test(token) || headerOf(headers, 'authorization') !== `Bearer ${token}`)
    return undefined;
  // Each probe has workspaces of its own.
  return token.startsWith('${WORKSPACE') ? `${token} of ${probe}` : token;
}

/** True for a token that was given to the run, and not made for it: two of them may be of one workspace. */
export function isGiven(caller: string | undefined): boolean {
  return caller?.startsWith('${ASSAY') === true;
}

/** True for the token of a workspace that the provisioner made. */
export function isMade(caller: string | undefined): boolean {
  return caller?.startsWith('${WORKSPACE') === true;
}

/** The tokens of the run that stand whole in a text, by their placeholders. */
export function tokensIn(text: string): readonly string[] {
  return (text.match(tokens) ?? []).filter((token) => whole.test(token));
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
