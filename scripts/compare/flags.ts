import { selectChecks } from '../../conformance/model/select.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { askedText, usualQuantities, type AskedQuantity } from '../../load/differences/asked.ts';
import { usualWithin, type CompareOptions } from '../../load/compare/compare-loads.ts';
import { parseFailIf, type FailIfLimit } from '../../load/compare/fail-if.ts';
import { shareAliases } from '../../load/differences/quantities.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The options for comparing loads. Throws a UsageError that says what is wrong. */
export function compareOptions(flags: RawSettings): CompareOptions {
  return { within: withinOf(flags['within']), asked: askedBy(flags['only']), limits: limitsOf(flags['fail-if']) };
}

/** The two arguments. Throws a UsageError unless there are exactly two. */
export function twoArguments(args: readonly string[], otherwise: string): readonly [string, string] {
  const [a, b, ...more] = args;
  if (a !== undefined && b !== undefined && more.length === 0) return [a, b];
  // The arguments are not printed: an extra one may be a token.
  throw new UsageError(`${otherwise}; observed ${args.length === 0 ? 'none' : args.length}`);
}

/** The first given flag that has no meaning for a comparison of checks. */
export function loadFlagIn(flags: RawSettings): string | undefined {
  return ['within', 'only', 'fail-if'].find((name) => flags[name] !== undefined);
}

function withinOf(value: unknown): number {
  if (value === undefined) return usualWithin;
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%$/.exec(textOf(value).trim()) ?? [];
  const share = Number(digits) / 100;
  if (share > 0 && share < 1) return share;
  throw new UsageError(`--within is ${JSON.stringify(value)}, expected more than 0% and less than 100%, such as 5%`);
}

function askedBy(value: unknown): readonly AskedQuantity[] | undefined {
  if (value === undefined) return undefined;
  const globs = textsOf(value).flatMap((each) => each.split(','));
  const named = usualQuantities.flatMap((quantity) => namesOf(quantity).map((id) => ({ id, quantity })));
  const asked = new Set(
    selectChecks(named, { only: globs.map((glob) => glob.trim()) }).map(({ quantity }) => quantity),
  );
  if (asked.size > 0) return [...asked];
  throw new UsageError(
    `--only ${globs.join(' ')} matches no quantity; choose from ${usualQuantities.map(askedText).join(', ')}`,
  );
}

function namesOf(asked: AskedQuantity): readonly string[] {
  const aliases = [...shareAliases].filter(([, name]) => name === asked.name);
  return [askedText(asked), ...aliases.map(([alias]) => alias)];
}

function limitsOf(value: unknown): readonly FailIfLimit[] {
  if (value === undefined) return [];
  return textsOf(value).flatMap((each) => {
    const parsed = parseFailIf(each);
    if (parsed.is === 'wrong') throw new UsageError(`--fail-if: ${parsed.because}`);
    return parsed.limits;
  });
}

/** The command line gives a text, or a list for flags that can be repeated. */
function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
