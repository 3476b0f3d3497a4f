import { type QuotedBasis, restsOn } from './rests-on.ts';

/** The members of a check that decide its quotation. */
type Quotable = { readonly id: string; readonly level: string; readonly requirement: string };

/** A standard with its section: `(RFC 9110 8.6)`, `(WHATWG HTML 9.2.6)`. */
export const standard = /\((?:[^()]*\s)?(?:RFC (?<rfc>\d{4}) \d+|WHATWG HTML \d+(?:\.\d+)*)[^()]*\)/;

/** The first entry that names the check, whether the check needs one or not. */
export function quotedBasisOf({ id }: { readonly id: string }): QuotedBasis | undefined {
  return entries.find(({ names }) => names.some((name) => name.test(id)))?.rest;
}

/** Made once: a report matches every check against most of these entries. */
const entries = restsOn.map((rest) => ({ rest, names: rest.checks.map(named) }));

/**
 * The words of the document that settle a MUST check; undefined for other levels, and where the sentence of the check
 * names a standard, which is quoted there.
 */
export function quoteFor(check: Quotable): Omit<QuotedBasis, 'checks'> | undefined {
  const rest = check.level === 'MUST' && !standard.test(check.requirement) ? quotedBasisOf(check) : undefined;
  if (rest === undefined) return undefined;
  const { checks: _, ...quoted } = rest;
  return quoted;
}

function named(pattern: string): RegExp {
  const [before = '', ...more] = pattern.split('*').map((part) => part.replaceAll(/[.+]/g, String.raw`\$&`));
  return new RegExp(`^${[before, ...more].join('[^/]*')}$`);
}
