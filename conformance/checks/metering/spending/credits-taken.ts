import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { applyFormedUse, hasUnusualForm } from './follow-forms.ts';
import { applyUses } from './follow.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { isRefusedForRequest } from './ledger-row.ts';
import { isInvalidUse, meteredAs, type Use } from './uses.ts';

/**
 * What the uses up to `to` took of the credits, as the later answers show: a covered use shows that credits are there,
 * a refused one that they are not. `dueCredits`: what they should have taken. `withLast`: the last of them was refused, and
 * needed that much.
 */
type CreditsTaken = {
  readonly to: number;
  readonly least: number;
  readonly most: number;
  readonly dueCredits: number;
  readonly withLast: boolean;
};

/** Undefined unless the workspace pays each use with credits, and an answer disagrees with the ledger. */
export function creditsTakenIn(
  opened: Ledger,
  uses: readonly Use[],
  seen: readonly Exchange[],
): CreditsTaken | undefined {
  const { workspace, prices } = opened;
  const { kind, caller, credits = 0 } = workspace;
  if (kind === 'enterprise-pooled' || caller === 'member') return undefined;
  // A use that is refused for what it asks, and not for its balance, is no disagreement.
  const follow = (answers: readonly Exchange[]) => applyUses(opened, uses, answers, { step: applyFormedUse });
  const at = seen.findIndex((_, last) => follow(seen.slice(0, last + 1)).is === 'disagrees');
  const before = follow(seen.slice(0, Math.max(at, 0)));
  const [state, ...others] = before.is === 'agrees' ? before.states : [];
  if (at < 1 || state === undefined || others.length > 0) return undefined;
  const due = credits - state.left.credits;
  let [least, most, since] = [0, credits, 0];
  for (const [place, exchange] of seen.entries()) {
    const use = uses[place];
    if (use === undefined) break;
    const as = meteredAs(use);
    if (place < at || as === undefined) continue;
    const isPlain = !hasUnusualForm(use) && !isInvalidUse(use);
    const isRefused = exchange.response.is === 'answer' && exchange.response.status === uncoveredChatStatus;
    if (!isPlain && !(place === at && isRefused)) break;
    if (isAccepted(exchange)) {
      since += prices[as];
      most = Math.min(most, credits - since);
    } else if (!isRefused) break;
    else if (isPlain) least = Math.max(least, credits - since - prices[as] + 1);
  }
  if (least > most) return undefined;
  const last = uses[at] ?? 'chat';
  const as = meteredAs(last);
  if (as !== undefined && hasUnusualForm(last) && !isAccepted(seen[at] ?? never))
    return { to: at + 1, least: credits + 1, most: Infinity, dueCredits: due + prices[as], withLast: true };
  return { to: at, least, most, dueCredits: due, withLast: false };
}

const never = { response: { is: 'noAnswer' } } as Exchange;

const mostSuspects = 4;

/**
 * `the balance fell by 12 credits over uses 1–3 of the ledger; 9 were due: 3 too many, by slow speech or long speech`;
 * empty where that is unknown. Uses are numbered by the rows of the ledger that is shown with it: other workspaces of
 * the probe have calls of their own.
 */
export function creditsTakenText(opened: Ledger, uses: readonly Use[], seen: readonly Exchange[]): string {
  const took = creditsTakenIn(opened, uses, seen);
  if (took === undefined || (took.least <= took.dueCredits && took.dueCredits <= took.most)) return '';
  const { to, least, most, dueCredits, withLast } = took;
  const isMore = least > dueCredits;
  const bound = least === most ? '' : isMore ? 'at least ' : 'at most ';
  const amount = isMore ? least : most;
  // Not the last use: its refusal is what the sentence reports.
  const unserved = isMore ? unservedIn(uses.slice(0, withLast ? to - 1 : to), seen) : [];
  const by = unserved.length === 0 ? suspectsIn(uses.slice(0, to)) : perhapsBy(unserved, uses.slice(0, to));
  // With a single plain use before, the ledger already shows both uses.
  if (to === 1 && by === '') return '';
  const charged = `${bound}${amount} ${amount === 1 ? 'credit' : 'credits'}`;
  const first = `${to === 1 ? 'use 1' : `uses 1–${to}`} of the ledger`;
  // The last use was refused, so that nothing was charged for it.
  const fell = withLast
    ? `${first} needed ${charged}`
    : unserved.some(({ isUncovered }) => isUncovered)
      ? // Nothing may have been charged: a use that nothing covers may have made the service refuse all later ones.
        `as if the balance fell by ${charged} over ${first}`
      : `the balance fell by ${charged} over ${first}`;
  const wasDue = dueCredits === 0 ? 'none was due' : dueCredits === 1 ? '1 was due' : `${dueCredits} were due`;
  const difference = `${bound === '' ? '' : 'at least '}${Math.abs(amount - dueCredits)} too ${isMore ? 'many' : 'few'}`;
  const orElse = isMore ? '' : `, or use ${to + 1} was answered without cover`;
  return `${fell}; ${wasDue}: ${difference}${by}${orElse}`;
}

/** A use without a success, in words; `isUncovered` where it was refused for the balance. */
type Unserved = { readonly says: string; readonly isUncovered: boolean };

/** Nothing is due for a refused use, and charging one is a mistake of its own: such uses are suspected first. */
function unservedIn(uses: readonly Use[], seen: readonly Exchange[]): readonly Unserved[] {
  return uses.flatMap((use, at) => {
    const exchange = seen[at];
    const as = meteredAs(use);
    if (exchange === undefined) return [];
    const status = exchange.response.is === 'answer' ? exchange.response.status : undefined;
    const isUncovered = !isInvalidUse(use) && as !== undefined && status === uncoveredChatStatus;
    const isValid = isUncovered || (!isInvalidUse(use) && as === 'chat' && isRefusedForRequest(exchange));
    return [
      ...(exchange.attempt > 1 ? [{ says: `an attempt of ${use} that came to nothing`, isUncovered: false }] : []),
      ...(isValid ? [{ says: `${use}, which was refused with ${status ?? ''}`, isUncovered }] : []),
    ];
  });
}

function perhapsBy(unserved: readonly Unserved[], uses: readonly Use[]): string {
  // A use that is rightly refused may have been charged as well.
  const bad = uses.filter((use) => isInvalidUse(use) && meteredAs(use) === 'chat');
  const told = [...new Set(unserved.map(({ says }) => says))];
  return told.length > mostSuspects ? '' : `, perhaps by ${[...new Set([...told, ...bad])].join(', or by ')}`;
}

/** The uses that are not plain: other checks judge the plain ones alone. */
function suspectsIn(uses: readonly Use[]): string {
  const forms = [
    ...new Set(uses.filter((use) => hasUnusualForm(use) || isInvalidUse(use) || meteredAs(use) === undefined)),
  ];
  if (forms.length === 0 || forms.length > mostSuspects) return '';
  const [last = '', ...others] = forms.toReversed();
  return `, by ${others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`}`;
}

/** The status that the ledger disagrees with, and what the uses before it took; undefined where that is unknown. */
export function statusAndCreditsTaken(
  { workspace, prices }: { readonly workspace: Ledger['workspace']; readonly prices?: Ledger['prices'] },
  uses: readonly Use[],
  seen: readonly Exchange[],
): string | undefined {
  const opened = prices === undefined ? openLedger(workspace) : openLedger(workspace, prices);
  const [took, words] = [creditsTakenIn(opened, uses, seen), creditsTakenText(opened, uses, seen)];
  const response = took === undefined ? undefined : seen[took.withLast ? took.to - 1 : took.to]?.response;
  return words === '' || response?.is !== 'answer' ? undefined : `status ${response.status}; ${words}`;
}
