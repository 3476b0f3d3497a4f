import { isAboutLeaks, isAboutOperation } from './check-id.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { idShowing } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { defectIn, type ExchangeOf, isUnended, isWithoutContent } from './likeness.ts';
import { isShownAlone } from './shown-alone.ts';

const weights = { MUST: 0, HTTP: 1, SHOULD: 2 } as const;

/** That of the heaviest of them: the smallest. */
export function weightOf(group: readonly Finding[]): number {
  return Math.min(...group.map(({ level }) => weights[level]));
}

/** What is wrong with every answer of a kind comes first: what is wrong with some of them may follow from it. */
export function breadthOf({ mismatches: [first] }: Finding): number {
  return first?.answers !== undefined && first.answers.wrong === first.answers.judged ? 0 : 1;
}

/** How near a failure is to the fault that it is told for: the nearest first. */
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

/** `named` are there to find the likeliest fault; `isSame`: just these fail by it alone. `first` comes first in any case. */
type Likeliest = {
  readonly named: readonly string[];
  readonly isSame: boolean;
  readonly ofEvery: ReadonlySet<string>;
  readonly exchangeOf: ExchangeOf | undefined;
  readonly first: Finding | undefined;
};

/**
 * Failures of one cause, what shows it best first.
 * Of one level what is listed comes before what is generated, and what is there to find the likeliest fault before what
 * fails with it. What holds of every answer comes behind what is about one thing in the same clause: it says less, and
 * its answer shows less by itself.
 */
export function inOrderOf(
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
    // Which fault keeps it from ending, nobody can tell by what fails with it.
    if (isUnended(finding) && isOfItsOperation(finding, exchangeOf)) return near.beyondDoubt;
    if (named.includes(check)) {
      if (!isOfEvery) return near.findsIt;
      // What all answers of a kind have wrong is no matter of the one thing that another check asks for.
      if (breadthOf(finding) === 0) return near.beyondDoubt;
      return isSame ? near.findsItAlone : near.mayFindIt;
    }
    // The same defect of an answer: what is about nothing else names it best.
    const [defect] = defectIn(finding);
    if (defect !== undefined && ofAll.has(defect)) return isOfEvery ? near.sameDefect : near.sameDefectBeside;
    return clauses.has(clause) && !isOfEvery ? near.sameClause : near.other;
  };
  const placeOf = (finding: Finding): readonly number[] => [
    finding === first ? 0 : 1,
    weights[finding.level],
    // Where nothing came, nothing came to anybody else.
    isAboutLeaks(finding.check) && isWithoutContent(finding) ? 1 : 0,
    isGenerated(finding) ? 1 : 0,
    nearness(finding),
    ofEvery.has(finding.check) ? 1 : 0,
    isOfItsOperation(finding, exchangeOf) ? 0 : 1,
    isShownAlone(finding) ? 0 : 1,
    // Of a defect that many calls met, a single call shows more.
    finding.exchanges.length,
    // And of single calls that which asks for least besides.
    membersSent(finding, exchangeOf),
  ];
  return group.toSorted((a, b) => compared(placeOf(a), placeOf(b)));
}

/** Whether a check of streams shows a stream: what a check of metering shows of one says less. */
function isOfItsOperation({ check, mismatches: [first] }: Finding, exchangeOf: ExchangeOf | undefined): boolean {
  const operation = exchangeOf?.(first?.exchange ?? '')?.operation;
  return operation !== undefined && isAboutOperation(check, operation);
}

function membersSent(finding: Finding, exchangeOf: ExchangeOf | undefined): number {
  const request = exchangeOf?.(idShowing(finding))?.request;
  const sent = request === undefined ? undefined : sentJson(request);
  return typeof sent === 'object' && sent !== null ? Object.keys(sent).length : 0;
}

/** By the first number that differs. */
function compared(one: readonly number[], other: readonly number[]): number {
  return one.map((place, at) => place - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
