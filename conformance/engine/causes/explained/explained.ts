import { endOfExchange, startOf } from '../../../model/moment.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { headOf } from '../../../reading/whole-letters.ts';

type Group = readonly Finding[];

/** What a failure is by a rule; and a line that shows it, where what its check sends by itself does not. */
type Shown = { readonly exchange?: string; readonly says: string; readonly run?: string };

/** One rule that the whole record shows, and by which failures of many checks come about. */
export type Explained = {
  /** Whether a failure shows that first, or what was compared with it. */
  readonly has: (finding: Finding) => boolean;
  readonly title: string;
  /** The exchange by which a failure shows it, and what it is by that; or else those that show it best. */
  readonly shownIn: (finding: Finding) => Shown;
  /** Of failures by it the one that shows it best, where these are checks of what requests share. */
  readonly leadOf: (group: Group, ofShared: ReadonlyMap<string, unknown>) => Finding | undefined;
  /** Others may follow from it, so that it is told before them. */
  readonly isRoot: boolean;
  /** What shows it best is there to find it: a known fault that it is there to find may be it. */
  readonly isOfItsCheck?: true;
  /** One request may show nothing of it. */
  readonly comesAndGoes?: true;
};

/** What all of these fail by, where it is one of these rules. */
export function explainedOf(group: Group, explained: readonly Explained[]): Explained | undefined {
  return group.length === 0 ? undefined : explained.find(({ has }) => group.every(has));
}

/** Each failure by the first rule that explains it; rules that explain nothing are left out. */
export function withoutRepeats(byRule: readonly Group[]): readonly Group[] {
  const told = new Set<Finding>();
  return byRule.flatMap((group) => {
    const own = group.filter((finding) => !told.has(finding));
    for (const finding of own) told.add(finding);
    return own.length === 0 ? [] : [own];
  });
}

/** Whether it shows first how long an audio lasts. */
export function isOfLength({ mismatches: [first] }: Finding): boolean {
  return first?.kind?.is === 'length';
}

export type Beside = (exchange: Exchange) => readonly Exchange[];

/** Those of these that were under way at the same time as one. */
export function besideEach(exchanges: readonly Exchange[]): Beside {
  const spans = exchanges.map((exchange) => ({ exchange, from: startOf(exchange), until: endOfExchange(exchange) }));
  return (exchange) => {
    const [from, until] = [startOf(exchange), endOfExchange(exchange)];
    return spans.flatMap((each) =>
      each.exchange !== exchange && each.from < until && from < each.until ? [each.exchange] : [],
    );
  };
}

/** The name of an exchange for a sentence: that of its probe may have all in it that it sends. */
export function shortened(id: string): string {
  const at = id.lastIndexOf('#');
  return at > longestName ? `${headOf(id, longestName)}…${id.slice(at)}` : id;
}

const longestName = 60;
