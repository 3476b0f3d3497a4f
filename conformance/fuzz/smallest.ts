import { isSilent as isSilentAnswer } from '../classification/classify.ts';
import { creditsOf, costOfExchange } from '../model/costs.ts';
import type { Engine } from '../engine/engine.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Arbitrary } from 'fast-check';
import { fastCheck } from '../model/fast-check.ts';
import { inputsOf } from './cases.ts';
import { shrinkCandidates } from './inputs/shrink-candidates.ts';
import { hasInvisible, characterKindsOf, type CharacterKind } from './defects/letters.ts';
import { charactersIn } from './defects/without-known-defect.ts';
import { judgeCase, type FailedInput } from './judge-case.ts';
import { inWrittenOrder } from './inputs/json-text.ts';
import type { Input, Request } from './inputs/request.ts';
import type { TextOptions } from './inputs/texts.ts';
import type { Property } from './property.ts';

/** Most inputs that shrinking tries, */
const mostShrinks = 400;
/** and most credits that it uses. */
const mostShrinkCredits = 300;

/** Where shrinking begins: an input that failed, and its place in its batch, if it has one. */
export type ShrinkStart = FailedInput & { readonly seed: number; readonly at?: number };

export type ShrinkOptions = {
  readonly texts: TextOptions;
  /** False once failed inputs are to be reported without shrinking. */
  readonly mayShrink: () => boolean;
};

/** The smallest input with the same cause, which other inputs passed, and a more legible spelling of it. */
export type ShrunkInput = FailedInput & {
  /** The kind of its only unusual character, where another character of that kind makes it fail too. */
  readonly kind?: CharacterKind | undefined;
  readonly isAccepted: (input: Input) => boolean;
  /** True where it is smaller than the generated input. */
  readonly isShrunk?: boolean;
  /** Where the failure is intermittent: the exchanges of a time when the same request did not fail so. */
  readonly otherwise?: readonly Exchange[];
  /** The same input with escapes for invisible characters, where that fails too. */
  readonly legible: FailedInput;
};

/**
 * Shrinks a failed input; not a silent one, as each try would take the whole time limit. `isSure`: a smaller input
 * must fail twice.
 */
export async function shrinkFailure(
  property: Property,
  start: ShrinkStart,
  name: string,
  { texts: bounds, mayShrink, isSure = false }: ShrinkOptions & { readonly isSure?: boolean },
  engine: Engine,
): Promise<ShrunkInput> {
  const { input, failure, seed, at } = start;
  const taken = new Set<string>();
  const isTaken = (other: Input): boolean => taken.has(JSON.stringify(other));
  let smallest: FailedInput = { input, failure };
  if (isSilent(smallest) || !mayShrink()) return asUnshrunk(smallest);
  let [tries, credits] = [0, 0];
  const failing = async (other: Input): Promise<FailedInput | undefined> => {
    const found = await failingOnce(other);
    return found === undefined || !isSure ? found : failingOnce(other);
  };
  const failingOnce = async (other: Input): Promise<FailedInput | undefined> => {
    if (credits >= mostShrinkCredits || !mayShrink()) return undefined;
    tries += 1;
    const verdict = await judgeCase(property, other, `${name} smaller ${tries}`, engine);
    credits += verdict.seen.reduce((sum, exchange) => sum + creditsOf(costOfExchange(exchange)), 0);
    if (verdict.is === 'pass') taken.add(JSON.stringify(other));
    return verdict.is === 'fail' && verdict.cause === failure.cause ? { input: other, failure: verdict } : undefined;
  };
  const stillBreaks = async (other: Input): Promise<boolean> => {
    const found = await failing(other);
    if (found !== undefined) smallest = found;
    return found !== undefined;
  };
  const from = { seed, input, ...(at === undefined ? {} : { at }) };
  await shrinkInput(inputsOf(property, bounds), from, stillBreaks, mostShrinks);
  const legible = escaped(smallest.input);
  let kind: CharacterKind | undefined;
  for (const like of inLikeLetters(smallest.input)) {
    if ((await failing(like.input)) === undefined) continue;
    kind = like.kind;
    break;
  }
  return {
    ...smallest,
    kind,
    isAccepted: isTaken,
    legible: (legible === undefined ? undefined : await failing(legible)) ?? smallest,
  };
}

/** An input that is reported without shrinking. */
export function asUnshrunk(smallest: FailedInput): ShrunkInput {
  return { ...smallest, isAccepted: () => false, legible: smallest };
}

export function isSilent({ failure }: FailedInput): boolean {
  return failure.seen.some(isSilentAnswer);
}

/**
 * Inputs in which another character of the same kind replaces the only unusual one; empty where several are unusual.
 */
function inLikeLetters(input: Input): readonly { readonly kind: CharacterKind; readonly input: Input }[] {
  const letters = input.flatMap(({ members }) => members.flatMap(([, value]) => lettersOf(value)));
  const [letter = '', ...others] = new Set(letters);
  if (others.length > 0) return [];
  return characterKindsOf(letter).map(({ kind, another }) => ({ kind, input: withLetter(input, letter, another) }));
}

function withLetter(input: Input, letter: string, another: string): Input {
  return input.map((request): Request => {
    const members = request.members.map(([name, value]) =>
      lettersOf(value).length === 0 || !('text' in value)
        ? ([name, value] as const)
        : ([name, { text: value.text.replaceAll(letter, another) }] as const),
    );
    return { ...request, members };
  });
}

function lettersOf(value: Request['members'][number][1]): readonly string[] {
  return 'text' in value && value.text.includes('a') && !/^[a-z\d]+$/.test(value.text) ? charactersIn(value.text) : [];
}

/** The input with escapes for invisible characters; undefined where it has none, or has escapes already. */
function escaped(input: Input): Input | undefined {
  const other = input.map((request): Request => {
    const { members, spelling } = request;
    if (spelling.escapes.length > 0) return request;
    const letters = inWrittenOrder(members, spelling).flatMap(([name, value]) =>
      Array.from(name + ('text' in value ? value.text : '')),
    );
    const escapes = letters.flatMap((letter, at) => (hasInvisible(letter) ? [{ at, as: 'hex' as const }] : []));
    return escapes.length === 0 ? request : { ...request, spelling: { ...spelling, escapes } };
  });
  return other.every((request, at) => request === input[at]) ? undefined : other;
}

/**
 * The smallest input found within `mostTries` tries that still breaks the property in the same way. It begins with input
 * `at` of a batch, or with an input of no batch. The candidates come first from fast-check, then from `shrinkCandidates`;
 * `stillBreaks` is called once for each.
 */
export async function shrinkInput(
  arbitrary: Arbitrary<Input>,
  start: { readonly seed: number; readonly at?: number; readonly input: Input },
  stillBreaks: (input: Input) => Promise<boolean>,
  mostTries: number,
): Promise<Input> {
  const { asyncProperty, check } = fastCheck();
  const known = new Map<string, boolean>([[JSON.stringify(start.input), true]]);
  let smallest = start.input;
  let tries = 0;
  const breaks = async (input: Input, most: number): Promise<boolean> => {
    const key = JSON.stringify(input);
    const before = known.get(key);
    if (before !== undefined || tries >= most) return before ?? false;
    tries += 1;
    const isBroken = await stillBreaks(input);
    known.set(key, isBroken);
    if (isBroken) smallest = input;
    return isBroken;
  };
  const holds = asyncProperty(arbitrary, async (input) => !(await breaks(input, mostTries / 2)));
  if (start.at !== undefined)
    await check(holds, { seed: start.seed, path: String(start.at), numRuns: 1, unbiased: false });
  for (let candidates = shrinkCandidates(smallest); candidates.length > 0;) {
    const [next, ...others] = candidates;
    // No input is tried twice: two that are candidates of each other would alternate for ever.
    const isNew = next !== undefined && !known.has(JSON.stringify(next));
    candidates = isNew && (await breaks(next, mostTries)) ? shrinkCandidates(smallest) : others;
  }
  return smallest;
}
