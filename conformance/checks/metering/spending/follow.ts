import { attributeTo, uncoveredChatStatusText } from '../../../model/mismatch.ts';
import type { Judgement, LedgerRow, Mismatch } from '../../../model/check.ts';
import { aboutAnswer } from '../../../model/reason.ts';
import { isSuccessStatus, type Answer, type Exchange } from '../../../model/exchange.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { describeAnswer } from '../../../expectations/describe-answer.ts';
import { missingProductReason } from '../../../expectations/statuses/lacks-its-product.ts';
import { coverageOf, type Ledger, type MeteredAs } from './ledger.ts';
import { asUnservedRow, ledgerRow } from './ledger-row.ts';
import { coverageIn, refusalText, type States } from './states.ts';
import { isInvalidUse, mayBeForbidden, meteredAs, type Use } from './uses.ts';

export type LedgerOutcome =
  | { readonly is: 'agrees'; readonly states: States }
  /** `expectedAnswer` is the answer that was due, `reason` the balance that makes it due: the mismatch expects both. */
  | { readonly is: 'disagrees'; readonly mismatch: Mismatch; readonly expectedAnswer: string; readonly reason: string }
  | UnknownOutcome;

/** Why the ledger cannot be followed, and the answer that caused it, where its error is the reason. */
type UnknownOutcome = { readonly is: 'unknown'; readonly because: string; readonly exchange?: string };

/** Compares a use and its answer with the ledger. */
export function applyUse(states: States, use: Use, exchange: Exchange): LedgerOutcome {
  const as = meteredAs(use);
  const { response } = exchange;
  if (as === undefined) return { is: 'agrees', states };
  if (response.is === 'noAnswer') return { is: 'unknown', because: `a ${as} got no answer` };
  // A refused speech may be charged, but not to an unknown caller.
  const tellsOfToken = !isInvalidUse(use) || (as === 'speech' && response.status === 401);
  const isForbidden = response.status === 403 && mayBeForbidden(use);
  if (tellsOfToken && !isForbidden && isNotLetIn(states, as, response))
    return {
      is: 'unknown',
      because: `a ${as} got status ${response.status}: ${notLetInWords(response, exchange.attempt)}`,
    };
  // The 429 may come from a limit on requests, whatever this service answers to a speech that it cannot cover.
  if (as === 'speech' && !isInvalidUse(use) && response.status === 429 && coverageIn(states, as) === 'covered')
    return { is: 'unknown', because: `a ${as} got status 429, which may be temporary` };
  const before = as === 'speech' ? possiblyCharged(states, as, exchange.attempt - 1) : states;
  const kept = isInvalidUse(use) ? afterBad(before, as, response) : afterValid(before, as, response);
  if (kept.length === 0) return disagreement(before, as, exchange, response);
  // Only a response counts (8.1): whether an answer without its product was charged is unknown.
  const lacks = isInvalidUse(use) ? undefined : missingProductReason(exchange);
  return lacks === undefined ? { is: 'agrees', states: kept } : { is: 'unknown', because: `a ${as}: ${lacks}` };
}

/** The disagreement of a use's answer with the ledger, as a mismatch. */
export function disagreement(
  states: States,
  as: MeteredAs,
  { id, operation }: Pick<Exchange, 'id' | 'operation'>,
  response: Answer,
): LedgerOutcome {
  const owed = owedIn(states, as);
  const reason = reasonsIn(states, as, operation === 'stream' ? 'stream' : as);
  const mismatch = {
    subject: 'status',
    expected: `${owed}: ${reason}`,
    observed: describeAnswer(response),
    exchange: id,
  };
  const due = dueIn(states, as);
  const kind = {
    is: 'status' as const,
    ...(due && { due }),
    // The answer to a use that nothing covers does not depend on whether it is streamed.
    ...(isUncoveredByPlan(states, as) && { uncovered: reasonsIn(states, as, as) }),
  };
  return { is: 'disagrees', mismatch: attributeTo({ ...mismatch, kind }, id), expectedAnswer: owed, reason };
}

/**
 * Follows all uses in turn, each by `step`, up to the first disagreement, which shows the ledger so far. For uses that
 * were sent at once it shows the others too: each of them may be the one too many.
 */
export function applyUses(
  opened: Ledger,
  uses: readonly Use[],
  seen: readonly Exchange[],
  { step = applyUse, areAtOnce = false }: { readonly step?: typeof applyUse; readonly areAtOnce?: boolean } = {},
): LedgerOutcome {
  let followed: LedgerOutcome = { is: 'agrees', states: [opened] };
  let before: States = [opened];
  const ledger: LedgerRow[] = [];
  for (const [at, exchange] of seen.entries()) {
    const use = uses[at];
    if (use === undefined || followed.is !== 'agrees') break;
    before = followed.states;
    ledger.push(ledgerRow(before, use, exchange));
    followed = step(before, use, exchange);
    if (followed.is === 'agrees') ledger.push(...ledger.splice(-1).map((row) => asUnservedRow(row, use, exchange)));
  }
  if (followed.is !== 'disagrees') return followed;
  const others = areAtOnce ? seen.slice(ledger.length) : [];
  const rest = others.map((exchange, at) => ledgerRow(before, uses[ledger.length + at] ?? 'chat', exchange));
  // With a single earlier use, its request is shown too: it may be the use that was charged wrongly, and the last one
  // only shows it.
  const [only, ...more] = ledger.slice(0, -1);
  return {
    ...followed,
    mismatch: {
      ...followed.mismatch,
      ...(only === undefined || more.length > 0 || areAtOnce ? {} : { restsOn: [only.exchange] }),
      ledger: [
        ...ledger.map((row, at) => (at === ledger.length - 1 ? { ...row, parts: true as const } : row)),
        ...rest,
      ],
    },
  };
}

/** A 403 may also be about what was requested. */
function notLetInWords({ status }: Answer, attempt: number): string {
  if (status !== 401) return 'its token is not accepted, or what it asked for is not allowed';
  // A new token may become known late; where others just as new are accepted, that is not the reason.
  const still = `, nor was it at attempt ${attempt}: where tokens of other new workspaces are, see whether a refusal is kept for a token, as in a cache`;
  return `its token is not accepted${attempt > 1 ? still : ''}`;
}

/**
 * A token that was never accepted may be unknown, which says nothing of its balance. A 403 may be a wrong answer to a
 * balance that covers nothing.
 */
function isNotLetIn(states: States, as: MeteredAs, { status }: Answer): boolean {
  const isNew = states.every(({ used }) => used.chat + used.speech === 0);
  return isNew && (status === 401 || (status === 403 && coverageIn(states, as) === 'covered'));
}

/** The states in which this success, or this refusal, of a valid request is right. */
function afterValid(states: States, as: MeteredAs, { status }: Answer): States {
  if (isSuccessStatus(status)) return charged(states, as);
  const refuses = as === 'chat' ? status === uncoveredChatStatus : status >= 400 && status < 500;
  if (!refuses) return [];
  const refused = states.filter((state) => coverageOf(state, as).is === 'uncovered');
  return as === 'speech' ? possiblyCharged(refused, as, 1) : refused;
}

/**
 * A service that answers a request that it must refuse has served it, which counts. A refused chat does not count
 * (4.2), a refused speech may.
 */
function afterBad(states: States, as: MeteredAs, { status }: Answer): States {
  if (isSuccessStatus(status)) return charged(states, as);
  return as === 'speech' ? possiblyCharged(states, as, 1) : states;
}

function charged(states: States, as: MeteredAs): States {
  return states.flatMap((state) => {
    const covered = coverageOf(state, as);
    return covered.is === 'covered' ? [covered.after] : [];
  });
}

/** The states after up to `times` of these uses may have been charged or not. */
export function possiblyCharged(states: States, as: MeteredAs, times: number): States {
  if (times === 0) return states;
  return possiblyCharged([...states, ...charged(states, as)], as, times - 1);
}

/**
 * Whether the plan alone makes a refusal due, whatever was charged before: credits may be left over by a wrong charge,
 * such as a race or a free use.
 */
function isUncoveredByPlan(states: States, as: MeteredAs): boolean {
  return states.every((state) => {
    const covered = coverageOf(state, as);
    return covered.is === 'uncovered' && (covered.because === 'memberLimit' || isWithoutCredits(state));
  });
}

/** A pooled plan without credits has only what it includes. */
function isWithoutCredits({ workspace, left }: Ledger): boolean {
  return workspace.kind === 'enterprise-pooled' && left.credits === 0;
}

function owedIn(states: States, as: MeteredAs): string {
  const owed = { covered: 'success, any 2xx', uncovered: refusalText(as), open: `success or ${refusalText(as)}` };
  return owed[coverageIn(states, as)];
}

/** A speech may be refused with any 4xx status. */
function dueIn(states: States, as: MeteredAs): NonNullable<Mismatch['kind']>['due'] {
  if (coverageIn(states, as) !== 'uncovered') return 'success';
  return as === 'chat' ? uncoveredChatStatusText : undefined;
}

/** `word`: the name for readers; a stream is metered as a chat. */
function reasonsIn(states: States, as: MeteredAs, word: MeteredAs | 'stream'): string {
  return [...new Set(states.map((state) => reasonIn(state, as, word)))].join(', or ');
}

function reasonIn(state: Ledger, as: MeteredAs, word: MeteredAs | 'stream'): string {
  const covered = coverageOf(state, as);
  const price = `a ${word} at ${state.prices[as]}`;
  if (covered.is === 'covered')
    return covered.from === 'credits' ? `${credits(state)} for ${price}` : `an included ${as} is left`;
  if (covered.because === 'memberLimit') return `the member limit for a ${as} is reached`;
  if (state.workspace.kind !== 'enterprise-pooled') return `${credits(state)} for ${price}`;
  const none = `no included ${as} is left`;
  return isWithoutCredits(state) ? none : `${none}, and ${credits(state)} for ${price}`;
}

function credits({ left }: Ledger): string {
  return `${left.credits} ${left.credits === 1 ? 'credit' : 'credits'} left`;
}

/** The same as a judgement. */
export function unknownJudgement({ because, exchange }: UnknownOutcome): Exclude<Judgement, readonly Mismatch[]> {
  return { inconclusive: because, ...aboutAnswer(exchange) };
}
