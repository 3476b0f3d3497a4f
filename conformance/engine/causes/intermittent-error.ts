import { serverErrorIn } from '../../bodies/error-code.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { variesPerRequest, isComparable, longestCompared, madeWorkspace } from '../judging/comparable.ts';
import { requestKey } from '../judging/intermittent.ts';
import { noncePattern } from './likeness.ts';

/** A server error that comes and goes: some requests that got it were accepted at another time. */
export type IntermittentError = {
  /** Whether this exchange got the error, and a request like it got no server error at another time. */
  readonly has: (id: string) => boolean;
  /** Whether this exchange got the error, and too few requests like it were sent to say that they always get it. */
  readonly mayHave: (id: string) => boolean;
  readonly says: string;
  /** The same in a few words: `a server error that comes and goes: 500 internal in 51 of 1561 answers`. */
  readonly title: string;
};

/** Fewest requests that were also accepted: fewer may be an outage, or a retry. */
const leastTaken = 3;
/** Number of resent requests with a different outcome from which on the difference is not taken for chance. */
const leastOnceMore = 2;
/**
 * Largest probability that all requests of a kind got the error by chance: below it, the kind always gets the error.
 */
const mostByChance = 0.0001;

/**
 * The most frequent of the server errors that come and go: the same requests were accepted at other times, or came out
 * otherwise when they were resent. Undefined where no server error comes and goes.
 */
export function intermittentErrorIn(
  exchanges: readonly Exchange[],
  failures: readonly Pick<Finding, 'mismatches'>[] = [],
): IntermittentError | undefined {
  const byError = Map.groupBy(exchanges, ({ response }) => serverErrorIn(response) ?? '');
  byError.delete('');
  if (byError.size === 0) return undefined;
  const taken = new Set(exchanges.filter((each) => isAccepted(each) && isComparable(each)).map(requestKey));
  const isAlsoTaken = (each: Exchange): boolean => isComparable(each) && taken.has(requestKey(each));
  const otherwiseOnceMore = new Set(
    failures.flatMap(({ mismatches: [first] }) =>
      first?.answers?.comesAndGoes === true ? (first.exchange ?? []) : [],
    ),
  );
  const takenKinds = new Map(
    [...Map.groupBy(exchanges.filter(isAccepted), kindOf)].map(([kind, { length }]) => [kind, length]),
  );
  const [most] = [...byError]
    .map(([error, failed]) => ({
      error,
      failed,
      also: failed.filter((each) => isAlsoTaken(each) || otherwiseOnceMore.has(each.id)),
      onceMore: failed.filter(({ id }) => otherwiseOnceMore.has(id)).length,
      alike: mostlyTaken(failed, takenKinds),
    }))
    .filter(
      ({ also, alike, onceMore }) => isEnough(also.length, onceMore) || (also.length > 0 && alike.length >= leastTaken),
    )
    .toSorted((a, b) => b.failed.length - a.failed.length);
  if (most === undefined) return undefined;
  const { error, failed } = most;
  const isBySame = isEnough(most.also.length, most.onceMore);
  const also = isBySame ? most.also : most.alike;
  const operations = new Set(also.map(({ operation }) => operation));
  const of = exchanges.filter(({ operation, response }) => response.is === 'answer' && operations.has(operation));
  const inThem = failed.filter(({ operation }) => operations.has(operation));
  const isFine = ({ response }: Exchange): boolean => response.is === 'answer' && response.status < 500;
  const fine = new Set(of.filter(isFine).map(kindOf));
  const otherwise = inThem.filter((each) => fine.has(kindOf(each)));
  const unclear = [...Map.groupBy(inThem, kindOf)].flatMap(([kind, all]) =>
    fine.has(kind) || (inThem.length / of.length) ** all.length < mostByChance ? [] : all,
  );
  const [ids, perhaps] = [otherwise, unclear].map((all) => new Set(all.map(({ id }) => id)));
  const noun = [...operations].join(' and ');
  return {
    has: (id) => ids?.has(id) === true,
    mayHave: (id) => perhaps?.has(id) === true,
    title: `a server error that comes and goes: ${error} in ${inThem.length} of ${of.length} answers`,
    says: `It comes and goes: ${inThem.length} of ${of.length} answers to ${noun} requests are ${error}, and ${also.length} of these requests ${isBySame ? '' : 'or others that differ in their words alone '}were ${most.onceMore > 0 ? 'answered otherwise' : 'accepted'} at another time, so that one request may show nothing.`,
  };
}

function isEnough(also: number, onceMore: number): boolean {
  return also >= leastTaken || onceMore >= leastOnceMore;
}

/**
 * The failed requests of kinds that are taken more often than they fail: a single request of the kind may differ in
 * what makes the others fail.
 */
function mostlyTaken(failed: readonly Exchange[], taken: ReadonlyMap<string, number>): readonly Exchange[] {
  const byKind = [...Map.groupBy(failed, kindOf)];
  return byKind.flatMap(([kind, all]) => ((taken.get(kind) ?? 0) > all.length ? all : []));
}

/** What a request asks for, without its plain words, its session id and the workspace that was made for it. */
function kindOf({ id, request }: Exchange): string {
  const { method, url, headers, body, raw = '' } = request;
  if (body.length > longestCompared || raw.length > longestCompared) return id;
  const fields = headers
    .filter(([name]) => !variesPerRequest(name))
    .map(([name, value]) => [name.toLowerCase(), value.includes(madeWorkspace) ? madeWorkspace : value]);
  const value = sentJson(request);
  const said = value === undefined ? Buffer.from(body).toString('latin1') : JSON.stringify(value, plainly);
  return JSON.stringify([method, url, fields, said.replaceAll(noncePattern, ''), raw]);
}

function plainly(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'sessionId' && /^[\w-]{8,}$/.test(value)) return 'a session';
  return (name === 'message' || name === 'text') && plainText.test(value) ? 'words' : value;
}

const plainText = /^[a-z\d .,:;!?'-]{1,400}$/i;

/** Whether all of these show this error first, and at least one of them shows that it comes and goes. */
export function failsByIntermittentError(group: readonly Finding[], unsteady: IntermittentError | undefined): boolean {
  if (unsteady === undefined) return false;
  const shown = group.map(({ mismatches: [first] }) => first?.exchange ?? '');
  return shown.every((id) => unsteady.has(id) || unsteady.mayHave(id)) && shown.some(unsteady.has);
}

/** The groups, with all those that fail only by this error joined to one in the place of the first. */
export function joinIntermittentErrors(
  groups: readonly (readonly Finding[])[],
  unsteady: IntermittentError | undefined,
): readonly (readonly Finding[])[] {
  const all = groups.filter((group) => failsByIntermittentError(group, unsteady));
  return groups.flatMap((group) => (!all.includes(group) ? [group] : group === all[0] ? [all.flat()] : []));
}
