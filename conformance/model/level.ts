import type { Level } from '../contract/formats/finding.ts';
import type { Strict } from '../contract/formats/run.ts';

/**
 * How much a check weighs; the one rule for all of them.
 *
 * `MUST`: the interface document settles it. Or a standard does, and a client that makes the document's calls with any
 * common HTTP library can meet the breach: a body that is not the JSON it says, a length that lies, torn letters, broken
 * framing, chunked bodies, coded ones that clients accept by default. Or it touches others, whoever settles it:
 * authentication (by odd paths and headers too), isolation, charging, what one connection or request does to another,
 * bodies that break off. An error of the server's own (5xx), or a dropped connection, over a body that a serialiser of a
 * common language can write or that is not JSON at all (4: request bodies are JSON) is one, where its control passes.
 *
 * `HTTP`: a standard settles it, and the harm falls on nobody but the sender of bytes, methods, versions or headers that
 * no common client sends by default: absolute-form, no Host, HTTP/1.0, pipelining, HEAD, OPTIONS, a wrong method and the
 * Allow of its 405, WWW-Authenticate, Expect, credentials twice, beyond ASCII or in another letter case, a coded request,
 * a date that no client reads, JSON nested by the thousand, bytes that are not UTF-8, a byte order mark, headers of many
 * kilobytes.
 *
 * `SHOULD`: good practice; a standard's SHOULD; the error object of what is refused in front of the service (431, a 400 to
 * malformed HTTP, a 404 to an unknown path, a 413). And a value of another type that is refused though it looks like one
 * which the document takes: common frameworks read "4" and true as numbers, 42 and true as texts, and a list of one as the
 * one. What does not look like it is refused, a MUST: "9" for a speed, "fast", a list of two or of lists, an object, and
 * null where a member is required.
 */
export type { Level };

/** How strictly a run is read: by MUST alone (`false`), by HTTP too (`http`), or by every level (`true`). */
export type { Strict };

/** True where a failure of this level fails the run. */
export function isWeighed(level: Level, strict: Strict): boolean {
  return level === 'MUST' || strict === true || (level === 'HTTP' && strict === 'http');
}

/** True where the run is not settled while this level could not be judged: a SHOULD never is in the way. */
export function hasToBeJudged(level: Level, strict: Strict): boolean {
  return level !== 'SHOULD' && isWeighed(level, strict);
}
