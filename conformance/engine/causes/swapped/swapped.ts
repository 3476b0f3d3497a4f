import { endOf, startOf } from '../../../model/moment.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { headOf } from '../../../reading/whole-letters.ts';

/** What is one request's, an answer or a charge, and went to another that was under way at the same time. */
export type Swapped = {
  /** Whether a failure shows that first, or what was compared with it. */
  readonly has: (finding: Finding) => boolean;
  readonly title: string;
  /** The exchange by which a failure shows it, and whose it is; or else two that show it best. */
  readonly pairIn: (finding: Finding) => { readonly exchange: string; readonly says: string };
};

type Group = readonly Finding[];

/** What all of these fail by, where it is that. */
export function swappedOf(group: Group, swapped: readonly Swapped[]): Swapped | undefined {
  return group.length === 0 ? undefined : swapped.find(({ has }) => group.every(has));
}

/** Causes with all that fails by what was swapped as one, where the first of it stands. */
export function withSwapped(groups: readonly Group[], swapped: readonly Swapped[]): readonly Group[] {
  return swapped.reduce(withOne, groups);
}

function withOne(groups: readonly Group[], { has }: Swapped): readonly Group[] {
  const all = groups.flat().filter(has);
  return groups.flatMap((group) => {
    const others = group.filter((finding) => !has(finding));
    const own = all[0] !== undefined && group.includes(all[0]) ? [all] : [];
    return others.length === 0 ? own : [...own, others];
  });
}

export type Beside = (exchange: Exchange) => readonly Exchange[];

/** Those of these that were under way at the same time as one. */
export function besideEach(exchanges: readonly Exchange[]): Beside {
  const spans = exchanges.map((exchange) => ({ exchange, from: startOf(exchange), until: endOf(exchange) }));
  return (exchange) => {
    const [from, until] = [startOf(exchange), endOf(exchange)];
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
