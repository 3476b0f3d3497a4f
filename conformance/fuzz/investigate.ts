import type { Engine } from '../engine/engine.ts';
import { judgeCase, type FailedInput } from './judge-case.ts';
import { answerKeyOf, isAboutMediaType, intermittentKey, ownersAmong, plainVersionOf, requestKeyOf } from './owners.ts';
import { areAlikeButForSpeed } from './defects/but-for-speed.ts';
import { withoutKnownDefect, type KnownDefect } from './defects/without-known-defect.ts';
import { findingId } from '../model/generated.ts';
import type { Origin } from './found.ts';
import type { Property } from './property.ts';
import type { Input } from './inputs/request.ts';
import { isIntermittent, sendAgain, withFailureCount } from './sent-again.ts';
import {
  asUnshrunk,
  isSilent,
  shrinkFailure,
  type ShrinkOptions,
  type ShrunkInput,
  type ShrinkStart,
} from './smallest.ts';

/**
 * Most defects that get a finding; further ones are only counted, as a service whose answers never repeat would fill
 * every report.
 */
const mostDefects = 40;
/**
 * Most defects of one property with the same cause: a service that fails the same way whatever is sent has endless
 * many.
 */
const mostOfOneCause = 4;
/** Most tries, for each property and cause, to find out whether an input shows more than a known defect. */
const mostAgain = 30;
/**
 * How often a failed input is sent again unchanged, before and after shrinking: if it passes once, the failure is
 * intermittent. More often where this error is known to be intermittent.
 */
const timesAgain = { usual: 2, known: 5 } as const;

/** A defect with a finding of its own. */
type Defect = KnownDefect & {
  readonly id: string;
  readonly property: Property;
  readonly cause: string;
  readonly answer: string;
  /** How many inputs showed it. */
  met: number;
  /** True where the failure is intermittent: the same input passed at another time. */
  readonly comesAndGoes: boolean;
};

/** An input that failed, and its origin. */
type FailedCase = FailedInput & {
  readonly property: Property;
  /** The beginning of the names of its exchanges. */
  readonly name: string;
  /** Its batch and place; absent for an input from a file, which was shrunk when it was found. */
  readonly drawn?: { readonly seed: number; readonly at: number };
  readonly origin: Origin;
};

type DefectReporter = {
  /** Reports a new defect. */
  readonly report: (property: Property, found: ShrunkInput, from: Origin, number: number) => void;
  /** Notes that the failures of a property come from a defect that another property reports. */
  readonly blameOther: (property: Property, because: string) => void;
};

const told = {
  alike: 'what failed in it fails alike without what it is about, as another property shows',
  comesAndGoes: 'what failed in it comes and goes, as another property shows',
} as const;

type Investigation = {
  readonly investigate: (failed: FailedCase) => Promise<void>;
  /** Reports an input without shrinking it, unless its defect is known. */
  readonly reportUnshrunk: (property: Property, failed: FailedInput, origin: Origin) => Promise<void>;
  readonly defects: readonly Defect[];
};

/**
 * Investigates failures one after another: whether a known defect explains a failure; if not, the smallest input that
 * shows it, and the property that owns it.
 */
export function investigation(
  { properties, ...shrinks }: ShrinkOptions & { readonly properties: readonly Property[] },
  engine: Engine,
  { report, blameOther }: DefectReporter,
): Investigation {
  const defects: Defect[] = [];
  const again = new Map<string, number>();
  /** Intermittent defects, by the answer that shows them. */
  const unsteady = new Map<string, Defect>();
  const ownersOf = (property: Property, found: FailedInput): readonly Property[] =>
    ownersAmong(properties, property, found);
  const tell = (property: Property, found: ShrunkInput, origin: Origin): Defect => {
    const number = defects.filter((each) => each.property === property).length + 1;
    const { input, kind, failure } = found;
    const id = findingId(property.id, number);
    const [cause, answer] = [failure.cause, answerKeyOf(failure)];
    const comesAndGoes = found.otherwise !== undefined;
    const defect = { id, property, input, kind, cause, answer, met: 1, comesAndGoes };
    defects.push(defect);
    report(property, found, origin, number);
    return defect;
  };
  const count = (property: Property, defect: Defect): void => {
    defect.met += 1;
    if (defect.property !== property) blameOther(property, defect.comesAndGoes ? told.comesAndGoes : told.alike);
  };
  const known = (property: Property, failed: FailedInput): readonly Defect[] => {
    const owners = ownersOf(property, failed);
    const answer = answerKeyOf(failed.failure);
    return defects.filter(
      (each) =>
        !each.comesAndGoes &&
        ((each.property === property && each.cause === failed.failure.cause) ||
          (owners.includes(each.property) && each.answer === answer)),
    );
  };

  /** The input without all that known defects explain, if it still fails; undefined where they explain the failure. */
  const unexplained = async (failed: FailedCase): Promise<FailedInput | undefined> => {
    const { property, input, failure, name } = failed;
    const before = known(property, failed);
    const [first] = before;
    if (first === undefined) return failed;
    const own = before.filter((each) => each.property === property);
    let by: Defect | undefined;
    let left: Input = input;
    for (const defect of before) {
      const rest = withoutKnownDefect(left, defect);
      if (rest === left) continue;
      by ??= defect;
      if (rest === 'deviation') {
        count(property, by);
        return undefined;
      }
      left = rest;
    }
    const tries = again.get(`${property.id} | ${failure.cause}`) ?? 0;
    const isEnough = tries >= mostAgain || own.length >= mostOfOneCause || defects.length >= mostDefects;
    if (isEnough || isSilent(failed) || property.needs.includes('provisioner') || !shrinks.mayShrink()) {
      count(property, by ?? first);
      return undefined;
    }
    again.set(`${property.id} | ${failure.cause}`, tries + 1);
    const verdict = await judgeCase(property, left, `${name} without what is known`, engine);
    if (verdict.is === 'fail' && verdict.cause === failure.cause) return { input: left, failure: verdict };
    count(property, by ?? first);
    return undefined;
  };

  const isSentAgain = (property: Property, failed: FailedInput): boolean =>
    !isSilent(failed) && !property.needs.includes('provisioner') && shrinks.mayShrink();

  /** True where the failure is intermittent: then the input is reported unchanged, as no part of it is the reason. */
  const isNowAndThen = async (
    property: Property,
    failed: FailedInput,
    origin: Origin,
    name: string,
  ): Promise<boolean> => {
    if (!isSentAgain(property, failed)) return false;
    const key = intermittentKey(property, failed.failure);
    const before = unsteady.get(key);
    const tries = again.get(key) ?? 0;
    again.set(key, tries + 1);
    const isTold = before !== undefined && (before.property.level === 'MUST' || property.level !== 'MUST');
    // Once this error is well known to be intermittent, one pass is enough; a steady failure may have the same error,
    // and is sent more often.
    const isBrief = isTold && tries >= mostAgain;
    const times = isBrief ? 1 : before === undefined ? timesAgain.usual : timesAgain.known;
    const briefly = await sendAgain(property, failed, { times, name }, engine);
    const sent =
      isBrief && !isIntermittent(briefly)
        ? await sendAgain(property, failed, { times: timesAgain.known, name: `${name} surely` }, engine)
        : briefly;
    if (!isIntermittent(sent)) return false;
    if (isTold) count(property, before);
    else {
      const failure = withFailureCount(failed.failure, sent);
      unsteady.set(key, tell(property, { ...asUnshrunk({ ...failed, failure }), otherwise: sent.otherwise }, origin));
    }
    return true;
  };

  /** The smallest input that fails whenever it is sent; the input itself where none is found. */
  const steadilySmallest = async (property: Property, from: ShrinkStart, name: string): Promise<ShrunkInput> => {
    for (const isSure of [false, true]) {
      const tried = isSure ? `${name} twice` : name;
      const found = await shrinkFailure(property, from, tried, { ...shrinks, isSure }, engine);
      if (found.input === from.input || !isSentAgain(property, found)) return found;
      const sent = await sendAgain(property, found, { times: timesAgain.usual, name: `${tried} smallest` }, engine);
      if (!isIntermittent(sent)) return found;
    }
    return asUnshrunk(from);
  };

  const look = async (failed: FailedCase): Promise<void> => {
    const { property, name, drawn, origin } = failed;
    const start = await unexplained(failed);
    if (start === undefined || (await isNowAndThen(property, start, origin, name))) return;
    const seed = drawn?.seed ?? origin.seed;
    const isWhole = start.input === failed.input;
    const from = { ...start, seed, ...(isWhole && drawn !== undefined ? { at: drawn.at } : {}) };
    // Inputs from a file were shrunk when they were found.
    const found = isWhole && drawn === undefined ? asUnshrunk(start) : await steadilySmallest(property, from, name);
    const isUnsure = drawn !== undefined && found.input === from.input;
    if (isUnsure && (await isNowAndThen(property, start, origin, `${name} once more`))) return;
    for (const owner of ownersOf(property, found)) {
      const plain = await plainFailure(property, owner, found, `${name} plain`);
      if (plain !== undefined)
        return settle(
          property,
          owner,
          { ...(await steadilySmallest(owner, { ...plain, seed }, `${name} plain`)), isShrunk: true },
          origin,
        );
    }
    // No other property reports it.
    if (isAboutMediaType(property) && found.input.every(({ spelling }) => spelling.type === undefined))
      return blameOther(property, told.alike);
    return settle(property, property, { ...found, isShrunk: found.input !== failed.input }, origin);
  };

  /** The input without what the property is about, if that fails the same way. */
  const plainFailure = async (
    property: Property,
    owner: Property,
    found: FailedInput,
    name: string,
  ): Promise<FailedInput | undefined> => {
    if (isSilent(found) || !shrinks.mayShrink()) return undefined;
    const input = owner.kind === 'valid' ? plainVersionOf(property, found, shrinks.texts.longestText) : found.input;
    if (input === undefined) return undefined;
    const verdict = await judgeCase(owner, input, name, engine);
    if (verdict.is !== 'fail' || answerKeyOf(verdict) !== answerKeyOf(found.failure)) return undefined;
    const plain = { input, failure: verdict };
    return isIntermittent(await sendAgain(owner, plain, { times: 1, name }, engine)) ? undefined : plain;
  };

  const settle = (property: Property, owner: Property, found: ShrunkInput, origin: Origin): void => {
    const answer = answerKeyOf(found.failure);
    const sent = requestKeyOf(found.input);
    const same = defects.find(
      (each) =>
        each.answer === answer &&
        !each.comesAndGoes &&
        ((each.property === owner &&
          (withoutKnownDefect(found.input, each) !== found.input || areAlikeButForSpeed(found.input, each.input))) ||
          (requestKeyOf(each.input) === sent && (each.property === owner || each.property.level === owner.level))),
    );
    if (same !== undefined) return count(property, same);
    tell(owner, found, origin);
    if (owner !== property) blameOther(property, told.alike);
  };

  let last: Promise<void> = Promise.resolve();
  const inTurn = async (work: () => Promise<void> | void): Promise<void> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    await next;
  };
  return {
    defects,
    investigate: (failed) => inTurn(() => look(failed)),
    reportUnshrunk: (property, failed, origin) => inTurn(() => settle(property, property, asUnshrunk(failed), origin)),
  };
}
