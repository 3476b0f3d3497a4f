import { isAccepted, type Exchange } from '../../../../model/exchange.ts';
import { isIntermittent } from '../../../../model/mismatch.ts';
import type { Finding } from '../../../../model/run.ts';
import { createConcurrentLookup, callIn, firstCallIn, type Explanation } from '../explained.ts';

/** A wrong charge: a workspace was served more than it could pay (`kept`), or refused what it could pay. */
type Parted = { readonly finding: Finding; readonly kept: boolean; readonly paid: readonly Exchange[] };

/**
 * Two uses under way at the same time with the same price: `free` was not charged, and the workspace of `dear` lost
 * more.
 */
type Pair = { readonly free: Exchange; readonly dear: Exchange };

/**
 * Charges that went to other workspaces: some workspaces kept what they had used, and others, whose uses were under way
 * at the same time, lost what they had not used. Undefined where only failures of one of these two kinds come and go:
 * then a price may be wrong.
 */
export function swappedChargesIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  if (failed.every(({ ledger }) => ledger === undefined)) return undefined;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const parted = failed.flatMap((finding) => partedIn(finding, byId));
  const [kept, lost] = [parted.filter((each) => each.kept), parted.filter((each) => !each.kept)];
  if (![kept, lost].every((side) => side.some(({ finding }) => isIntermittent(finding)))) return undefined;
  const beside = createConcurrentLookup(exchanges.filter((each) => isAccepted(each) && isUse(each)));
  const pairs = kept.flatMap((one) => lost.flatMap((other) => pairOf(one, other, beside) ?? []));
  const [best] = pairs;
  if (best === undefined) return undefined;
  const all = new Set(
    parted.filter(({ paid }) => paid.some((each) => beside(each).length > 0)).map(({ finding }) => finding),
  );
  return {
    has: (finding) => all.has(finding),
    isRoot: true,
    leadOf: (group) => group.find(isIntermittent),
    title: `charges of simultaneous requests are swapped: ${kept.length} ${kept.length === 1 ? 'workspace kept what it used' : 'workspaces kept what they used'}, and ${lost.length} lost what others did`,
    shownIn: (finding) => {
      const own = pairs.find(({ free, dear }) => [free.id, dear.id].some((id) => finding.exchanges.includes(id)));
      const { free, dear } = own ?? best;
      return {
        exchange: own === undefined ? free.id : (finding.reproduces ?? free.id),
        says: `${firstCallIn(finding, free.id)} was not charged to its workspace, and that of ${callIn(finding, dear.id)}, which was under way at the same time, lost more than it used.`,
      };
    },
  };
}

function partedIn(finding: Finding, byId: ReadonlyMap<string, Exchange>): readonly Parted[] {
  const { ledger = [] } = finding;
  const at = ledger.findIndex(({ parts }) => parts === true);
  const shown = byId.get(ledger[at]?.exchange ?? '');
  if (shown?.response.is !== 'answer' || shown.response.status >= 500) return [];
  const paid = ledger.slice(0, at).flatMap(({ exchange }) => byId.get(exchange) ?? []);
  return [{ finding, kept: isAccepted(shown), paid: paid.filter(isAccepted) }];
}

function isUse({ operation }: Exchange): boolean {
  return operation === 'chat' || operation === 'stream' || operation === 'speech';
}

function pairOf(one: Parted, other: Parted, beside: ReturnType<typeof createConcurrentLookup>): Pair | undefined {
  const priceOf = ({ finding }: Parted, id: string): string | undefined =>
    finding.ledger?.find(({ exchange }) => exchange === id)?.price;
  for (const free of one.paid) {
    const dear = beside(free).find(
      (each) => other.paid.includes(each) && priceOf(other, each.id) === priceOf(one, free.id),
    );
    if (dear !== undefined) return { free, dear };
  }
  return undefined;
}
