import { startOf } from '../../../model/moment.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { referencesOf } from '../../../model/mismatch.ts';
import {
  createConcurrentLookup,
  isLengthMismatch,
  callIn,
  firstCallIn,
  type ConcurrentLookup,
  type Explanation,
} from './explained.ts';
import { marksOf, type Mark } from './marks.ts';
import { operationPlurals } from './operation-names.ts';

/**
 * An answer that came to one request (`to`), and is what another (`of`) asked for; mutual if that got the answer to
 * `to`.
 */
type Crossed = { readonly to: Exchange; readonly of: Exchange; readonly isMutual: boolean };

/** Fewest requests that got the answer of another, where no two requests got each other's. */
const leastOneWay = 3;
/**
 * Fewest requests that got their own answer, and the largest share of wrong answers that fit no other request: what is
 * wrong without another request too is no swap.
 */
const leastOwn = 3;
const mostAstray = 0.2;

/**
 * The rule that answers of a run were swapped; undefined where none was, or where they may be wrong for another reason.
 */
export function swappedAnswersIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const inOrder = exchanges
    .filter((each) => isAccepted(each) && each.request.raw === undefined)
    .toSorted((a, b) => startOf(a) - startOf(b));
  const beside = createConcurrentLookup(inOrder);
  const marks = marksOf(inOrder);
  const suspects = new Set(failed.flatMap((finding) => [...finding.exchanges, ...shownBy(finding)]));
  const suspected = inOrder.filter(({ id }) => suspects.has(id));
  // Reading all answers takes seconds: that is done only for marks by which a failed answer belongs to another request.
  const proven = marks
    .filter((mark) => suspected.some((each) => crossedTo(each, mark, beside) !== undefined))
    .map((mark) => ({ mark, crossed: crossedBy(mark, inOrder, beside) }))
    .filter(({ crossed }) => crossed.length > 0);
  const byId = new Map(proven.flatMap(({ crossed }) => crossed).map((each) => [each.to.id, each]));
  const all = [...byId.values()];
  const [best] = all.toSorted((a, b) => Number(b.isMutual) - Number(a.isMutual));
  if (best === undefined) return undefined;
  const operations = new Set(all.map(({ to }) => to.operation));
  const isSwappedWith =
    ({ operation }: Exchange) =>
    (other: Exchange): boolean =>
      operations.has(operation) && other.operation === operation;
  const isAlso = (each: Exchange): boolean =>
    marks.some((mark) => crossedTo(each, mark, beside)?.isMutual === true || isNobodysOwn(mark, each, beside));
  const also = suspected.filter((each) => operations.has(each.operation) && isAlso(each));
  const wrong = new Set([...byId.keys(), ...also.map(({ id }) => id)]);
  const mayBe = new Set(suspected.filter((each) => beside(each).some(isSwappedWith(each))).map(({ id }) => id));
  return {
    // Where audio may belong to any of several requests, its length cannot tell to which.
    has: (finding) => shownBy(finding).some((id) => wrong.has(id) || (isLengthMismatch(finding) && mayBe.has(id))),
    isRoot: true,
    // These checks send few requests, and show the pair.
    leadOf: (group, ofShared) => group.find(({ check }) => ofShared.has(check)),
    title: titleOf(all, inOrder.filter((each) => operations.has(each.operation) && beside(each).length > 0).length),
    shownIn: (finding) => {
      const shown = shownBy(finding).flatMap((id) => byId.get(id) ?? [])[0] ?? best;
      return { exchange: shown.to.id, says: saysOf(finding, shown) };
    },
  };
}

const mostKinds = 2;

function titleOf(all: readonly Crossed[], underWay: number): string {
  const kinds = [...new Set(all.map(({ to }) => operationPlurals[to.operation]))];
  const noun = kinds.length > mostKinds ? 'requests' : kinds.join(' and ');
  const how = all.some(({ isMutual }) => isMutual) ? 'are swapped' : 'go to others than who asked';
  return `answers of simultaneous requests ${how}: ${all.length} of ${underWay} ${noun} got what another one asked for`;
}

function saysOf(finding: Finding, { to, of, isMutual }: Crossed): string {
  const back = isMutual ? ', and that one the answer to this' : '';
  return `${firstCallIn(finding, to.id)} got the answer to ${callIn(finding, of.id)}, which was under way at the same time${back}.`;
}

function shownBy(finding: Finding): readonly string[] {
  const [first] = finding.mismatches;
  if (first === undefined) return [];
  // The length of audio is compared with the other answers of its probe.
  return [...referencesOf(first), ...(isLengthMismatch(finding) ? finding.exchanges : [])];
}

/** The answers that belong to another request by this mark; empty where something else may explain what is wrong. */
function crossedBy(mark: Mark, exchanges: readonly Exchange[], beside: ConcurrentLookup): readonly Crossed[] {
  const asking = exchanges.filter((each) => mark.askedBy(each) !== undefined);
  const wrong = asking.filter((each) => mark.fits(each, each) === false);
  const own = asking.filter((each) => mark.fits(each, each) === true).length;
  const crossed = wrong.flatMap((each) => crossedTo(each, mark, beside) ?? []);
  const astray = mark.isUnique === true ? 0 : wrong.length - crossed.length;
  const isOneWay = mark.showsOneWay === true && (mark.isUnique === true || !isAlwaysSo(mark, crossed, asking));
  const isEnough = crossed.some(({ isMutual }) => isMutual) || (isOneWay && crossed.length >= leastOneWay);
  return isEnough && own >= leastOwn && astray <= mostAstray * wrong.length ? crossed : [];
}

/**
 * Whether the service may be unable to answer otherwise: one value that comes in place of any other may be all that it
 * can give, and a value that is asked for and never comes may be missing.
 */
function isAlwaysSo(mark: Mark, crossed: readonly Crossed[], asking: readonly Exchange[]): boolean {
  const isOne = crossed.some(({ of }) => crossed.every(({ to }) => mark.fits(to, of) === true));
  const given = new Set(asking.filter((each) => mark.fits(each, each) === true).map(mark.askedBy));
  return isOne || !crossed.some(({ to }) => given.has(mark.askedBy(to)));
}

function crossedTo(to: Exchange, mark: Mark, beside: ConcurrentLookup): Crossed | undefined {
  if (mark.askedBy(to) === undefined || mark.fits(to, to) !== false) return undefined;
  const others = beside(to).filter((each) => isOthers(mark, to, each));
  const mutual = others.find((each) => mark.fits(each, each) === false && isOthers(mark, each, to));
  const of = mutual ?? others[0];
  return of === undefined ? undefined : { to, of, isMutual: mutual !== undefined };
}

function isOthers(mark: Mark, answered: Exchange, asked: Exchange): boolean {
  const [own, other] = [mark.askedBy(answered), mark.askedBy(asked)];
  if (other === undefined || other === own || mark.fits(answered, asked) !== true) return false;
  return mark.isNearer?.(answered, asked) !== false && mark.mayBe(answered, asked);
}

/** Whether a request that asks for nothing by this mark got what another request asked for. */
function isNobodysOwn(mark: Mark, each: Exchange, beside: ConcurrentLookup): boolean {
  return mark.askedBy(each) === undefined && beside(each).some((other) => isOthers(mark, each, other));
}
