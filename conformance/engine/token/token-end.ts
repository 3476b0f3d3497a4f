import type { JournalEntry } from '../../model/journal-entry.ts';
import { headerOf, isTaken, type Exchange, type SentRequest } from '../../model/exchange.ts';
import { endOfExchange, momentOf, startOf } from '../../model/moment.ts';
import { placeholders, rawOf, type Call } from '../../model/probe.ts';
import type { Finding, Reason } from '../../model/run.ts';

/** That the run's own token was taken, and from some moment on is not. */
export type TokenEnded = Extract<JournalEntry, { readonly is: 'tokenEnded' }>;

/** What says that a token is not known, and what a firewall or a router says in whose sight nothing is left to reach. */
export type EndingStatus = 401 | 403 | 404;

/** When a run stood still: what goes on behind it may have a token that works. */
type Pauses = readonly { readonly to: string }[];

/** Of the token itself, and of what is nearly it. */
const anyOfIt = placeholders.token.slice(0, -1);
const asIs = `Bearer ${placeholders.token}`;

/** True for a call that says the run's own token, or nearly it, anywhere. */
export function containsToken(call: Pick<Call, 'path' | 'headers' | 'body' | 'unusual'>): boolean {
  const { path, headers, body } = call;
  const texts = [path, ...headers.map(([, value]) => value), ...(rawOf(call)?.sends ?? [])];
  return [...texts, typeof body === 'string' ? body : ''].some((text) => text.includes(anyOfIt));
}

/** True for a request with the run's own token as it is: whoever takes it lets it in. */
export function presentsToken({ headers, raw }: Pick<SentRequest, 'headers' | 'raw'>): boolean {
  return raw === undefined ? headerOf(headers, 'authorization') === asIs : raw.includes(asIs);
}

/** True where the token was taken by what asks for it: anybody may have the voices, and know what is allowed. */
export function isTokenAccepted(exchange: Exchange): boolean {
  const { operation, request } = exchange;
  if (operation === 'voices' || operation === 'other' || !['GET', 'POST'].includes(request.method)) return false;
  return isTaken(exchange) && presentsToken(request);
}

/**
 * True where a request that says the token, or nearly it, is told that it is not known; of a target that refuses everybody
 * (403, 404) whatever the request says.
 */
export function isTokenRejected({ request, response }: Exchange, by: EndingStatus = 401): boolean {
  if (response.is !== 'answer') return false;
  const { status, onWire } = response;
  if (by !== 401) return status === by;
  if (status !== 401 && !/^HTTP\/1\.[01] 401\b/m.test(onWire?.rest ?? '')) return false;
  const { url, headers, body, raw, revealsBody } = request;
  const texts = [url, ...headers.map(([, value]) => value), raw ?? ''];
  return (
    texts.some((text) => text.includes(anyOfIt)) || (revealsBody === true && Buffer.from(body).includes(anyOfIt, 0))
  );
}

/** True where the run's own token, as it is, was told that it is not known. */
export function isOwnTokenRefused(exchange: Exchange): boolean {
  return presentsToken(exchange.request) && isTokenRejected(exchange);
}

/**
 * The end behind which a token was refused, so that nothing can be said of what was asked; undefined where there is none.
 * Pure, so that a stored run comes out the same.
 */
export function endBehind(
  exchange: Exchange,
  ends: readonly TokenEnded[],
  pauses: Pauses = [],
): TokenEnded | undefined {
  if (ends.length === 0) return undefined;
  const begunMs = startOf(exchange);
  const cameMs = endOfExchange(exchange);
  return ends.find(({ refusedSince, status }) => {
    if (!isTokenRejected(exchange, status)) return false;
    const sinceMs = momentOf(refusedSince).ms;
    const goesOn = pauses.some(({ to }) => momentOf(to).ms > sinceMs && momentOf(to).ms <= begunMs);
    return cameMs >= sinceMs && !goesOn;
  });
}

/** Why what came behind it is not judged. */
export function reasonOf({ because, refusedSince }: TokenEnded): Reason {
  return { because, about: { is: 'tokenEnded', refusedSince } };
}

/** Whether a finding rests on that end, whatever else its reason says. */
export function isOpenBy({ verdict }: Pick<Finding, 'verdict'>, { refusedSince }: TokenEnded): boolean {
  const about = verdict.is === 'inconclusive' ? verdict.about : undefined;
  return about?.is === 'tokenEnded' && about.refusedSince === refusedSince;
}

export function endsIn(journalEntries: readonly JournalEntry[]): readonly TokenEnded[] {
  return journalEntries.filter((each) => each.is === 'tokenEnded');
}

/** Of a token that was taken at the one time, and refused at the other. */
export function tokenEnded(acceptedUntil: string, refusedSince: string, status: EndingStatus = 401): TokenEnded {
  const [until, since] = [acceptedUntil, refusedSince].map((iso) => iso.slice(11, 19));
  const times = `was accepted until ${until ?? ''} and is refused since ${since ?? ''} UTC`;
  const because =
    status === 401
      ? `the token ${times} (401): what came after could not be judged; give a token that lasts longer`
      : `whatever the token asks for ${times} (${status}), the list of bots too: what came after could not be judged; see whether a firewall blocks this address or the service was taken away, and run again`;
  return { is: 'tokenEnded', acceptedUntil, refusedSince, ...(status !== 401 && { status }), because };
}

/** Of a token that was refused behind wrong ones, and let in again, so often before. */
export function lockedOut(acceptedUntil: string, refusedSince: string, times: number): TokenEnded {
  const before = times === 1 ? 'once before' : `${times} times before`;
  const because = `the token is refused since ${refusedSince.slice(11, 19)} UTC (401) behind wrong tokens, as ${before}, when it was let in again some seconds later: the service locks out whoever sends wrong tokens, and what came after could not be judged; have it lock out no one for the wrong tokens of this run, or give --only in parts`;
  return { is: 'tokenEnded', acceptedUntil, refusedSince, because };
}
