import { isAboutLeaks, isAboutOperation, isOfFamily } from './check-id.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { leadExchangeId, isStatusMismatch } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { showsRace } from './explained/charges/only-at-once.ts';
import { defectIn, type ExchangeOf, isUnended, isWithoutContent, shows } from './likeness.ts';
import { fewCalls } from './root.ts';
import { isShownAlone } from './shown-alone.ts';

const weights = { MUST: 0, HTTP: 1, SHOULD: 2 } as const;

/** The weight of the heaviest finding, which is the smallest number. */
export function levelRank(group: readonly Finding[]): number {
  return Math.min(...group.map(({ level }) => weights[level]));
}

/** 0 for a defect of every answer of a kind, which comes first, else 1: a defect of some answers may follow from it. */
export function breadthRank({ mismatches: [first] }: Finding): number {
  return first?.answers !== undefined && first.answers.wrong === first.answers.judged ? 0 : 1;
}

/** How near a failure is to the fault that its cause is reported as: the nearest comes first. */
const near = {
  beyondDoubt: 0,
  findsIt: 1,
  findsItAlone: 2,
  sameClause: 3,
  mayFindIt: 4,
  sameDefect: 5,
  sameDefectBeside: 6,
  other: 7,
} as const;

/**
 * `named`: the checks that are there to find the likeliest fault. `isSame`: it alone fails nearly the same checks.
 * `first` comes first in any case.
 */
type Likeliest = {
  readonly named: readonly string[];
  readonly isSame: boolean;
  readonly ofEvery: ReadonlySet<string>;
  readonly exchangeOf: ExchangeOf | undefined;
  readonly first: Finding | undefined;
};

/**
 * The failures of one cause, first the failure that shows it best. Within one level, listed checks come before
 * generated cases, and checks that are there to find the likeliest fault before the others. A check of every answer
 * comes after a check of one thing in the same clause: it says less, and its answer shows less by itself.
 */
export function sortFailures(
  group: readonly Finding[],
  { named, isSame, ofEvery, exchangeOf, first }: Likeliest,
): readonly Finding[] {
  const clauses = new Set(group.flatMap(({ check, clause }) => (named.includes(check) ? [clause] : [])));
  const ofAll = new Set(
    group.flatMap((finding) => (ofEvery.has(finding.check) && isShownAlone(finding) ? defectIn(finding) : [])),
  );
  const nearness = (finding: Finding): number => {
    const { check, clause } = finding;
    const isOfEvery = ofEvery.has(check);
    // The failures beside a missing end do not tell which fault causes it.
    if (isUnended(finding) && isOfItsOperation(finding, exchangeOf)) return near.beyondDoubt;
    if (named.includes(check)) {
      if (!isOfEvery) return near.findsIt;
      // A defect of all answers of a kind does not depend on the one thing that another check asks for.
      if (breadthRank(finding) === 0) return near.beyondDoubt;
      return isSame ? near.findsItAlone : near.mayFindIt;
    }
    // Of checks with the same defect of an answer, a check that is about nothing else names it best.
    const [defect] = defectIn(finding);
    if (defect !== undefined && ofAll.has(defect)) return isOfEvery ? near.sameDefect : near.sameDefectBeside;
    return clauses.has(clause) && !isOfEvery ? near.sameClause : near.other;
  };
  const isInTurn = ({ check, level }: Finding): boolean =>
    isOfFamily(check, 'metering') && !isGenerated({ check }) && level === 'MUST';
  const failsInTurn = group.some((finding) => isInTurn(finding) && !showsRace(finding));
  const placeOf = (finding: Finding): readonly number[] => [
    finding === first ? 0 : 1,
    weights[finding.level],
    // What is charged wrongly in turn is charged wrongly at the same time as well, and need not be a race.
    failsInTurn && showsRace(finding) ? 1 : 0,
    // Where nothing came, nothing leaked.
    isAboutLeaks(finding.check) && isWithoutContent(finding) ? 1 : 0,
    isGenerated(finding) ? 1 : 0,
    nearness(finding),
    ofEvery.has(finding.check) ? 1 : 0,
    isNoCharge(finding, exchangeOf) ? 1 : 0,
    isOfItsOperation(finding, exchangeOf) ? 0 : 1,
    isShownAlone(finding) ? 0 : 1,
    // A single call shows a defect better than many calls do.
    finding.exchanges.length,
    // Of single calls, the one with the fewest members shows it best, and of these the shortest: 1.5 is plainer than
    // 3.9999999999999996.
    membersSent(finding, exchangeOf),
    finding.exchanges.length > 1 ? 0 : bytesSent(finding, exchangeOf),
  ];
  return group.toSorted((a, b) => compared(placeOf(a), placeOf(b)));
}

/**
 * Whether a check shows its own operation: what a metering check shows of a stream says less than a check of streams.
 */
function isOfItsOperation({ check, mismatches: [first] }: Finding, exchangeOf: ExchangeOf | undefined): boolean {
  const operation = exchangeOf?.(first?.exchange ?? '')?.operation;
  return operation !== undefined && isAboutOperation(check, operation);
}

/**
 * True for a failure of metering whose answer says nothing of a balance, as 400 or 500 does: another check of its cause
 * is about what was refused.
 */
function isNoCharge({ check, mismatches: [first] }: Finding, exchangeOf: ExchangeOf | undefined): boolean {
  const response = exchangeOf?.(first?.exchange ?? '')?.response;
  if (!isOfFamily(check, 'metering') || first === undefined || !isStatusMismatch(first)) return false;
  return response?.is === 'answer' && response.status >= 400 && !ofBalances.includes(response.status);
}

/** Statuses that may say that nothing covers a use (7.3), or that a member's limit is reached. */
const ofBalances = [402, 403, 429];

function membersSent(finding: Finding, exchangeOf: ExchangeOf | undefined): number {
  const request = exchangeOf?.(leadExchangeId(finding))?.request;
  const sent = request === undefined ? undefined : sentJson(request);
  return typeof sent === 'object' && sent !== null ? Object.keys(sent).length : 0;
}

function bytesSent(finding: Finding, exchangeOf: ExchangeOf | undefined): number {
  return exchangeOf?.(leadExchangeId(finding))?.request?.body.length ?? 0;
}

/** Compares two lists by the first number that differs. */
function compared(one: readonly number[], other: readonly number[]): number {
  return one.map((place, at) => place - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** True for a leak that an answer shows: where nothing came, nothing leaked. */
export function showsLeak(lead: Finding): boolean {
  return isAboutLeaks(lead.check) && !isWithoutContent(lead);
}

/** True for a failure about the length of audio: it may follow from broken bytes, and never the other way round. */
export function isEstimated(lead: Finding): boolean {
  return shows(lead, 'length');
}

/** True for a failure of more than `fewCalls` requests: failures that fewer requests show are read first. */
export function takesManyCalls({ exchanges }: Finding): boolean {
  return new Set(exchanges).size > fewCalls;
}

/** Orders two ledgers: a long sequence of uses may contain what a short one shows alone. 0 where one has none. */
export function usesMore(one: Finding, other: Finding): number {
  const [a, b] = [one, other].map(({ ledger = [] }) => ledger.length);
  if (!a || !b) return 0;
  return Number(isGenerated(one)) - Number(isGenerated(other)) || a - b;
}
