import { endOfExchange, startOf } from '../../../model/moment.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { headOf } from '../../../reading/whole-letters.ts';

type Group = readonly Finding[];

/** What a rule says about a failure, and a command line that shows it where the requests of its check alone do not. */
type Shown = { readonly exchange?: string; readonly says: string; readonly run?: string };

/** A rule that the whole record shows, and by which failures of many checks come about. */
export type Explanation = {
  /** Whether what a failure shows first, or what that was compared with, comes about by the rule. */
  readonly has: (finding: Finding) => boolean;
  readonly title: string;
  /**
   * The exchange by which a failure shows the rule, and a sentence about it; or else about what shows the rule best.
   */
  readonly shownIn: (finding: Finding) => Shown;
  /**
   * Of the failures by the rule, the failure that shows it best; undefined for the usual order. `ofShared` has the ids
   * of the checks of what requests share.
   */
  readonly leadOf: (group: Group, ofShared: ReadonlyMap<string, unknown>) => Finding | undefined;
  /** Other failures may follow from it, so that it is reported before them. */
  readonly isRoot: boolean;
  /**
   * The check that shows it best is there to find it: the cause may be a known fault that this check is there to find.
   */
  readonly isOfItsCheck?: true;
  /** A single request may show nothing of it. */
  readonly comesAndGoes?: true;
};

/** The rule by which all failures of this group come about; undefined where there is none. */
export function explanationOf(group: Group, explained: readonly Explanation[]): Explanation | undefined {
  return group.length === 0 ? undefined : explained.find(({ has }) => group.every(has));
}

/** Each failure in the group of the first rule that explains it, without groups that are then empty. */
export function withoutRepeats(byRule: readonly Group[]): readonly Group[] {
  const told = new Set<Finding>();
  return byRule.flatMap((group) => {
    const own = group.filter((finding) => !told.has(finding));
    for (const finding of own) told.add(finding);
    return own.length === 0 ? [] : [own];
  });
}

/** Whether the first mismatch is about how long audio lasts. */
export function isLengthMismatch({ mismatches: [first] }: Finding): boolean {
  return first?.kind?.is === 'length';
}

export type ConcurrentLookup = (exchange: Exchange) => readonly Exchange[];

/** Returns those of these exchanges that were under way at the same time as a given exchange. */
export function createConcurrentLookup(exchanges: readonly Exchange[]): ConcurrentLookup {
  const spans = exchanges.map((exchange) => ({ exchange, from: startOf(exchange), until: endOfExchange(exchange) }));
  return (exchange) => {
    const [from, until] = [startOf(exchange), endOfExchange(exchange)];
    return spans.flatMap((each) =>
      each.exchange !== exchange && each.from < until && from < each.until ? [each.exchange] : [],
    );
  };
}

/**
 * What a sentence about a failure calls an exchange: `call 3`, as reports count the calls of its check, or else its name.
 */
export function callIn({ exchanges }: Finding, id: string): string {
  const at = exchanges.length > 1 ? exchanges.indexOf(id) : -1;
  return at < 0 ? shortened(id) : `call ${at + 1}`;
}

/** The same at the beginning of a sentence. */
export function firstCallIn(finding: Finding, id: string): string {
  return callIn(finding, id).replace(/^call (?=\d+$)/, 'Call ');
}

/** The name of an exchange for a sentence, cut short: the name of its probe may contain all that the probe sends. */
export function shortened(id: string): string {
  const at = id.lastIndexOf('#');
  return at > longestName ? `${headOf(id, longestName)}…${id.slice(at)}` : id;
}

const longestName = 60;
