/**
 * How much a check weighs. `MUST`: the interface document settles it; or a standard does, and a client that makes the
 * document's calls with any common HTTP library can meet the breach, or it touches others. `HTTP`: a standard settles
 * it, and the harm falls on nobody but the sender of what no common client sends by default. `SHOULD`: good practice.
 */
export type Level = 'MUST' | 'HTTP' | 'SHOULD';

/** How strictly a run is read: by MUST alone (`false`), by HTTP too (`http`), or by every level (`true`). */
export type Strict = boolean | 'http';

/** True where a failure of this level fails the run. */
export function isWeighed(level: Level, strict: Strict): boolean {
  return level === 'MUST' || strict === true || (level === 'HTTP' && strict === 'http');
}

/** True where the run is not settled while this level could not be judged: a SHOULD never is in the way. */
export function hasToBeJudged(level: Level, strict: Strict): boolean {
  return level !== 'SHOULD' && isWeighed(level, strict);
}
