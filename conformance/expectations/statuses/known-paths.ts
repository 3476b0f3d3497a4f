import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';

/** What the successes of a method at a path show. */
type PathEvidence = {
  /** The longest request body that was accepted there, in bytes. */
  readonly longestBody: number;
};

type Index = { upTo: number; readonly byPath: Map<string, PathEvidence> };

/** Kept for each run, which grows while it is asked: only new exchanges are read. */
const indexes = new WeakMap<readonly Exchange[], Index>();

/** What the run shows of the method and path of this exchange. Undefined where no such request succeeded. */
export function pathEvidenceOf(exchange: Exchange, recorded: readonly Exchange[]): PathEvidence | undefined {
  const index = indexes.get(recorded) ?? { upTo: 0, byPath: new Map<string, PathEvidence>() };
  indexes.set(recorded, index);
  for (; index.upTo < recorded.length; index.upTo += 1) {
    const each = recorded[index.upTo];
    if (each === undefined || !isTakenAsUsual(each)) continue;
    const before = index.byPath.get(pathKey(each))?.longestBody ?? 0;
    index.byPath.set(pathKey(each), { longestBody: Math.max(before, each.request.body.length) });
  }
  return index.byPath.get(pathKey(exchange));
}

/** Leaves out requests written byte by byte: they have bodies of their own, and their lengths may be false. */
function isTakenAsUsual({ request, response }: Exchange): boolean {
  return request.raw === undefined && response.is === 'answer' && isSuccessStatus(response.status);
}

function pathKey({ request: { method, url } }: Exchange): string {
  return `${method} ${url.replace(/[?#].*$/s, '')}`;
}
