import { voiceNames } from '../../contract/limits.ts';
import { chatCall, nameOfProbe, speechCall } from '../../model/calls.ts';
import { headerOf, isAccepted, type Exchange } from '../../model/exchange.ts';
import { placeholders, type Call, type Probe } from '../../model/probe.ts';
import { sizeText } from '../../reading/count-text.ts';
import { variesPerRequest } from './comparable.ts';
import type { ProbeResult, CheckResult } from './judge.ts';
import { aRequestFor } from './trait.ts';

/**
 * A 502, unlike 503 and 504, says nothing of time or load (RFC 9110 15.6.3): what is behind a gateway gave no valid
 * answer to this request. Where a request gets it each time, sent alone, while a plain request of the same kind before
 * each is taken, it is no outage that passes. The verdict stays inconclusive, as nobody can tell from outside whose
 * mistake it is, and says what to look at.
 */
const status = 502;

/**
 * How many times a plain request and the refused one are sent in turn. The refused one gets as many attempts each time
 * as any request, so that chance would have to repeat itself a dozen times.
 */
const pairs = 4;
const fewestAttempts = 3;

/**
 * Most requests of one operation that are asked about: each takes some seconds, and its cause is likely that of others.
 */
const mostOfOperation = 2;

/**
 * Sends the probe that tells whether a request is always refused; undefined where this was done often enough for its
 * operation.
 */
export type AskIfPersistent = (refused: Exchange, probe: Probe) => Promise<ProbeResult | undefined>;

/** Sends by `send`, at most `mostOfOperation` different probes for each operation. */
export function createAskIfPersistent(send: (probe: Probe) => Promise<ProbeResult>): AskIfPersistent {
  const sent = new Map<string, ReadonlySet<string>>();
  return async ({ operation }, probe) => {
    // Several checks may rest on one request.
    const names = new Set([...(sent.get(operation) ?? []), probe.name]);
    if (names.size > mostOfOperation) return undefined;
    sent.set(operation, names);
    return send(probe);
  };
}

/** A verdict, and the exchanges that were sent for it in addition. */
type Told = { readonly judged: CheckResult; readonly beside?: readonly Exchange[] };

/** The verdict on what could not be judged for a 502, with whether the 502 passes. */
export async function withPersistence(
  judged: CheckResult,
  { seen }: ProbeResult,
  ask: AskIfPersistent | undefined,
): Promise<Told> {
  const refused = refusedIn(judged, seen);
  const calls = refused === undefined ? undefined : callsFor(refused);
  if (ask === undefined || refused === undefined || calls === undefined) return { judged };
  const came = await ask(refused, probeFor(refused, calls));
  if (came === undefined || came.seen.length < 2 * pairs || isBroken(came.seen)) return { judged };
  const times = came.seen.reduce((sum, { attempt }, at) => (at % 2 === 0 ? sum : sum + attempt), refused.attempt);
  const because = `status ${status} each of ${times} times that it was sent, while ${aRequestFor(refused.operation)} in a few plain words before was taken each of ${pairs} times: no outage that passes, nor a matter of --concurrency; see what the service, or a proxy in front of it, does with ${traitOf(refused)}`;
  return { judged: { verdict: { ...judged.verdict, is: 'inconclusive', because }, mismatches: [] }, beside: came.seen };
}

function refusedIn({ verdict }: CheckResult, seen: readonly Exchange[]): Exchange | undefined {
  if (verdict.is !== 'inconclusive' || verdict.about?.is !== 'answer') return undefined;
  const id = verdict.about.exchange;
  return seen.find((each) => each.id === id && isRefusedEachTime(each));
}

function isRefusedEachTime({ response, attempt }: Exchange): boolean {
  return response.is === 'answer' && response.status === status && attempt >= fewestAttempts;
}

const longBytes = 500;

function traitOf({ request: { body } }: Exchange): string {
  return body.length < longBytes
    ? 'this request'
    : `this request, such as with the size of its body: ${sizeText(body.length)}`;
}

type Calls = { readonly plain: Call; readonly same: Call };

/**
 * The refused request, and a plain one to the same path by the same caller. Undefined for a request of a session, as
 * more than that request would have to be sent again.
 */
function callsFor({ operation, request, kept }: Exchange): Calls | undefined {
  const { method, url, headers, body, raw, revealsBody } = request;
  const [path] = /\/v1\/(?:bots\/[^/?#]+\/chat(?:\/stream)?|audio\/tts)$/.exec(url) ?? [];
  const authorization = headerOf(headers, 'authorization');
  const isOfGiven = authorization === bearer.token || authorization === bearer.otherToken;
  const isPlainPost = method === 'POST' && raw === undefined && revealsBody === undefined && kept === undefined;
  if (path === undefined || authorization === undefined || !isOfGiven || !isPlainPost) return undefined;
  if (Buffer.from(body).includes('"sessionId"')) return undefined;
  const own = headers.filter(([name, value]) => !variesPerRequest(name) && value !== '***');
  const change = { path, authorization } as const;
  const same: Call = { operation, method, path, headers: own, body };
  switch (operation) {
    case 'chat':
    case 'stream':
      return { plain: chatCall(operation, '', { message: 'Hello.' }, change), same };
    case 'speech':
      return { plain: speechCall({ text: 'Hello.', voice: voiceNames[0] }, change), same };
    default:
      return undefined;
  }
}

const bearer = { token: `Bearer ${placeholders.token}`, otherToken: `Bearer ${placeholders.otherToken}` } as const;

function probeFor({ operation, request }: Exchange, { plain, same }: Calls): Probe {
  const uses = 2 * pairs;
  const authorization = headerOf(request.headers, 'authorization');
  return {
    name: nameOfProbe(
      `${operation} that got ${status}, again between plain ones`,
      same.path,
      same.headers,
      Buffer.from(request.body).toString('latin1'),
    ),
    needs: [authorization === bearer.token ? 'token' : 'otherToken'],
    costs: operation === 'speech' ? { chats: 0, speeches: uses } : { chats: uses, speeches: 0 },
    pace: 'eachStepAlone',
    steps: Array.from(
      { length: uses },
      (_, at) =>
        ({ seen }) =>
          isBroken(seen) ? { stop: 'it comes and goes' } : [at % 2 === 0 ? plain : same],
    ),
  };
}

/** True where a plain request was not taken at its first attempt, or the refused one was not refused each time. */
function isBroken(seen: readonly Exchange[]): boolean {
  return seen.some((each, at) => (at % 2 === 0 ? !(isAccepted(each) && each.attempt === 1) : !isRefusedEachTime(each)));
}
