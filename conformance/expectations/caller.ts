import { headerOf, type Exchange } from '../model/exchange.ts';

/** The caller of a request without any token of this run, and without a text that is like such a token. */
export const anonymousCaller = 'nobody';

/** A token of the run, or a text like such a token, anywhere in a text. */
const tokens = /\$\{(?:ASSAY|WORKSPACE)_[^}]*\}/g;
const whole = /^\$\{(?:ASSAY_(?:OTHER_|SPENT_)?TOKEN|WORKSPACE_TOKEN\w*)\}$/;

/**
 * The caller of a request, named by the placeholder of its only token. Undefined where that is not plain: there are two
 * tokens, or a text that is only like a token, or a token outside of the header that the document gives for it (5.1).
 */
export function callerOf(exchange: Exchange): string | undefined {
  const known = callers.get(exchange) ?? { caller: callerIn(exchange) };
  callers.set(exchange, known);
  return known.caller;
}

/** Cache, as dozens of expectations ask for the callers of thousands of requests. */
const callers = new WeakMap<Exchange, { readonly caller: string | undefined }>();

/**
 * The same, also where the name of the scheme is spelled in another letter case: such a request may be refused for
 * that, but if it was accepted, it was its caller's.
 */
export function callerInAnySchemeCase({ probe, request }: Exchange): string | undefined {
  const headers = request.headers.map(([name, value]) => [name, value.replace(/^bearer(?= )/i, 'Bearer')] as const);
  return callerIn({ probe, request: { ...request, headers } });
}

function callerIn({ probe, request }: Pick<Exchange, 'probe' | 'request'>): string | undefined {
  const { headers, url, raw = '', body, revealsBody } = request;
  const places = [...headers.map(([, value]) => value), url, raw, revealsBody === true ? textOf(body) : ''];
  const [token, ...others] = new Set(places.flatMap((place) => place.match(tokens) ?? []));
  if (token === undefined) return anonymousCaller;
  if (others.length > 0 || !whole.test(token) || headerOf(headers, 'authorization') !== `Bearer ${token}`)
    return undefined;
  // Each probe has workspaces of its own.
  return token.startsWith('${WORKSPACE') ? `${token} of ${probe}` : token;
}

/** True for a token that was given to the run and not made for it. Two such tokens may belong to one workspace. */
export function isGivenCaller(caller: string | undefined): boolean {
  return caller?.startsWith('${ASSAY') === true;
}

/** True for the token of a workspace that the provisioner made. */
export function isProvisionedCaller(caller: string | undefined): boolean {
  return caller?.startsWith('${WORKSPACE') === true;
}

/** The whole tokens of the run in a text, as placeholders. */
export function tokensIn(text: string): readonly string[] {
  return (text.match(tokens) ?? []).filter((token) => whole.test(token));
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
