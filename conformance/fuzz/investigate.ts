import type { Engine } from '../engine/engine.ts';
import { callOf } from './calls.ts';
import { judgeCase, type Failure, type Smallest, answerOf } from './judge-case.ts';
import { takenOut, type KnownDefect } from './defects/taken-out.ts';
import { findingId } from '../model/generated.ts';
import type { Origin } from './found.ts';
import type { Property } from './property.ts';
import type { Input, Request } from './inputs/request.ts';
import { asItIs, isSilent, smallestOf, type Shrinks, type Shrunk } from './smallest.ts';

/** A service whose answers never repeat would fill every report: further defects are only counted. */
const mostDefects = 40;
/** As one that fails by whatever is sent, in the same way. */
const mostOfOneCause = 4;
/** So often it is tried whether something else fails in a way that is known. */
const mostAgain = 30;

/** A defect with a finding of its own. */
type Defect = KnownDefect & {
  readonly id: string;
  readonly property: Property;
  readonly cause: string;
  readonly answer: string;
  /** How many inputs showed it. */
  met: number;
};

/** An input that failed, and where it is from. */
type FailedCase = Smallest & {
  readonly property: Property;
  /** Of its exchanges, but for the number of the try. */
  readonly name: string;
  /** Of its batch; absent for one from a file, which is small as it is. */
  readonly drawn?: { readonly seed: number; readonly at: number };
  readonly origin: Origin;
};

type DefectReporter = {
  /** A defect that no finding tells yet. */
  readonly report: (property: Property, found: Shrunk, from: Origin, number: number) => void;
  /** What failed in a property fails by a defect that another one tells. */
  readonly blame: (property: Property) => void;
};

type Investigation = {
  readonly look: (failed: FailedCase) => Promise<void>;
  /** Tells of an input that is small as it is, unless that is known. */
  readonly tell: (property: Property, failed: Smallest, origin: Origin) => Promise<void>;
  readonly defects: readonly Defect[];
};

/**
 * Looks into failures one after the other: whether a defect that is known explains it, and else by what it fails, made as small
 * as it gets, and which property that is a matter of.
 */
export function investigation(
  { properties, ...shrinks }: Shrinks & { readonly properties: readonly Property[] },
  engine: Engine,
  { report, blame }: DefectReporter,
): Investigation {
  const defects: Defect[] = [];
  const again = new Map<string, number>();
  const ownersOf = (property: Property, { input, failure }: Smallest): readonly Property[] =>
    ownerIds(property, input, failure).flatMap((id) => properties.find((each) => each.id === id) ?? []);
  const tell = (property: Property, found: Shrunk, origin: Origin): void => {
    const number = defects.filter((each) => each.property === property).length + 1;
    const { input, isOfKind, failure } = found;
    const id = findingId(property.id, number);
    const [cause, answer] = [failure.cause, answerIn(failure)];
    defects.push({ id, property, input, isOfKind, cause, answer, met: 1 });
    report(property, found, origin, number);
  };
  const count = (property: Property, defect: Defect): void => {
    defect.met += 1;
    if (defect.property !== property) blame(property);
  };
  const known = (property: Property, failed: Smallest): readonly Defect[] => {
    const owners = ownersOf(property, failed);
    const answer = answerIn(failed.failure);
    return defects.filter(
      (each) =>
        (each.property === property && each.cause === failed.failure.cause) ||
        (owners.includes(each.property) && each.answer === answer),
    );
  };

  /** What is left of it without all that is known; undefined where a known defect explains it. */
  const unexplained = async (failed: FailedCase): Promise<Smallest | undefined> => {
    const { property, input, failure, name } = failed;
    const before = known(property, failed);
    const [first] = before;
    if (first === undefined) return failed;
    const own = before.filter((each) => each.property === property);
    let by: Defect | undefined;
    let left: Input = input;
    for (const defect of before) {
      const rest = takenOut(left, defect);
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

  const look = async (failed: FailedCase): Promise<void> => {
    const { property, name, drawn, origin } = failed;
    const start = await unexplained(failed);
    if (start === undefined) return;
    const seed = drawn?.seed ?? origin.seed;
    const isWhole = start.input === failed.input;
    const from = { ...start, seed, ...(isWhole && drawn !== undefined ? { at: drawn.at } : {}) };
    // What a file has was made small when it was found.
    const found =
      isWhole && drawn === undefined ? asItIs(start) : await smallestOf(property, from, name, shrinks, engine);
    for (const owner of ownersOf(property, found)) {
      const plain = await plainFailure(property, owner, found, `${name} plain`);
      if (plain !== undefined)
        return settle(
          property,
          owner,
          { ...(await smallestOf(owner, { ...plain, seed }, `${name} plain`, shrinks, engine)), isShrunk: true },
          origin,
        );
    }
    // Nobody else is there to tell it.
    if (isOfType(property) && found.input.every(({ spelling }) => spelling.type === undefined)) return blame(property);
    return settle(property, property, { ...found, isShrunk: found.input !== failed.input }, origin);
  };

  /** The same without what the property is about, if that fails as it does. */
  const plainFailure = async (
    property: Property,
    owner: Property,
    found: Smallest,
    name: string,
  ): Promise<Smallest | undefined> => {
    if (isSilent(found) || !shrinks.mayShrink()) return undefined;
    const input = owner.kind === 'valid' ? plainOf(property, found, shrinks.options.longestText) : found.input;
    if (input === undefined) return undefined;
    const verdict = await judgeCase(owner, input, name, engine);
    const isSame = verdict.is === 'fail' && answerIn(verdict) === answerIn(found.failure);
    return isSame ? { input, failure: verdict } : undefined;
  };

  const settle = (property: Property, owner: Property, found: Shrunk, origin: Origin): void => {
    const answer = answerIn(found.failure);
    const sent = sentFor(found.input);
    const same = defects.find(
      (each) =>
        each.answer === answer &&
        ((each.property === owner && takenOut(found.input, each) !== found.input) ||
          (sentFor(each.input) === sent && (each.property === owner || each.property.level === owner.level))),
    );
    if (same !== undefined) return count(property, same);
    tell(owner, found, origin);
    if (owner !== property) blame(property);
  };

  let last: Promise<void> = Promise.resolve();
  const inTurn = async (work: () => Promise<void> | void): Promise<void> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    await next;
  };
  return {
    defects,
    look: (failed) => inTurn(() => look(failed)),
    tell: (property, failed, origin) => inTurn(() => settle(property, property, asItIs(failed), origin)),
  };
}

function answerIn({ decisive }: Failure): string {
  return decisive === undefined ? '' : [decisive.operation, ...answerOf(decisive)].join(' ');
}

/** How deep a nesting goes that is no odd request yet: what breaks by less is the other property's matter. */
const deepest = 500;

/** The properties that a failure is a matter of if it has nothing to do with what its own is about. */
function ownerIds(property: Property, input: Input, { decisive }: Failure): readonly string[] {
  const [first] = input;
  if (first === undefined || first.workspace !== undefined) return [];
  const { deviation } = first;
  const isLessOdd =
    property.id.endsWith('/odd-bytes-are-no-server-error') && deviation?.is === 'deep' && deviation.levels <= deepest;
  return [
    `${input.length > 1 ? decisive?.operation : first.operation}.generated/accepts-valid`,
    ...(isLessOdd ? [`${first.operation}.generated/unspecified-is-no-server-error`] : []),
  ].filter((id) => id !== property.id);
}

function isOfType({ id }: Property): boolean {
  return id.endsWith('/takes-any-media-type-of-json');
}

/** A plain valid request in its place: the one turn of a session, and no deviation. */
function plainOf(
  property: Property,
  { input, failure: { decisive, seen } }: Smallest,
  longestText: number,
): Input | undefined {
  const request = input[decisive === undefined ? -1 : seen.indexOf(decisive)] ?? input[0];
  if (request === undefined) return undefined;
  const { deviation, continues: _, spelling, ...rest } = request;
  const { type: __, ...usual } = spelling;
  // A long text is valid, as long as it is one that is sent as such.
  if (deviation?.is === 'long' && rest.members.some(([name]) => name === deviation.name)) {
    const text = deviation.unit.repeat(deviation.times);
    const members = rest.members.map((member) =>
      member[0] === deviation.name ? ([member[0], { text }] as const) : member,
    );
    return deviation.name === 'voice' || text.length > longestText ? undefined : [{ ...rest, members, spelling }];
  }
  return [{ ...rest, spelling: isOfType(property) ? usual : spelling }];
}

/** What is sent of an input: where that is the same, it is one request, whichever properties send it. */
function sentFor(input: Input): string {
  return JSON.stringify(
    input.map((request: Request) => {
      const { headers, body, path } = callOf(request, 'bot');
      return [path, headers, typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1')];
    }),
  );
}
