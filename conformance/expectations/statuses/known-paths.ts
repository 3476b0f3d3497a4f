import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';

/** What successes show of one method at one path. */
type PathEvidence = {
  /** The longest body that was taken there, in bytes. */
  readonly longestBody: number;
};

type Index = { upTo: number; readonly byPath: Map<string, PathEvidence> };

/** A run goes on while it is asked: only what came since is looked at. */
const indexes = new WeakMap<readonly Exchange[], Index>();

/** What the run shows of the method and path of this exchange; undefined where no request of theirs succeeded. */
export function shownOfPath(exchange: Exchange, recorded: readonly Exchange[]): PathEvidence | undefined {
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

/** What is written byte by byte has a body of its own, and lengths that may lie. */
function isTakenAsUsual({ request, response }: Exchange): boolean {
  return request.raw === undefined && response.is === 'answer' && isSuccessStatus(response.status);
}

function pathKey({ request: { method, url } }: Exchange): string {
  return `${method} ${url.replace(/[?#].*$/s, '')}`;
}
