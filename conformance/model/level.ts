import type { Level } from '../contract/formats/finding.ts';
import type { Strict } from '../contract/formats/run.ts';

/**
 * How much a check weighs; the same rule holds for all checks.
 *
 * `MUST`, in any of these cases:
 * - The interface document requires it.
 * - A standard requires it, and a client that makes the document's calls with any common HTTP library can be affected:
 *   by a body that is not the JSON that it says it is, a wrong length, split letters, broken framing, chunked bodies,
 *   or encoded bodies that clients accept by default.
 * - Others are affected, whatever requires it: authentication (also by unusual paths and headers), isolation, charging,
 *   what one connection or request does to another, bodies that break off.
 * - The service answers with an error of its own (5xx), or drops the connection, over a body that a serialiser of a
 *   common language can write, or that is not JSON at all (4: request bodies are JSON), and the control of the check
 *   passes.
 *
 * `HTTP`: a standard requires it, and only the sender of bytes, methods, versions or headers is harmed that no common
 * client sends by default: absolute-form, no Host, HTTP/1.0, pipelining, HEAD, OPTIONS, a wrong method and the Allow of
 * its 405, WWW-Authenticate, Expect, credentials twice, beyond ASCII or in another letter case, an encoded request, a
 * date that no client reads, JSON nested a thousand levels deep, bytes that are not UTF-8, a byte order mark, headers
 * of many kilobytes.
 *
 * `SHOULD`: good practice; a SHOULD of a standard; the error object of a refusal in front of the service (431, a 400 to
 * malformed HTTP, a 404 to an unknown path, a 413). Also the refusal of a value of another type that looks like a valid
 * one: common frameworks read "4" and true as numbers, 42 and true as texts, and a list with one member as that member.
 * To refuse a value that does not look like a valid one is a MUST: "9" for a speed, "fast", a list of two or of lists,
 * an object, and null where a member is required.
 */
export type { Level };

/** How strictly a run is read: by MUST alone (`false`), by HTTP too (`http`), or by every level (`true`). */
export type { Strict };

/** True where a failure of this level fails the run. */
export function countsForExitCode(level: Level, strict: Strict): boolean {
  return level === 'MUST' || strict === true || (level === 'HTTP' && strict === 'http');
}

/** True where the run is not settled as long as this level was not judged: a SHOULD never prevents that. */
export function mustBeJudged(level: Level, strict: Strict): boolean {
  return level !== 'SHOULD' && countsForExitCode(level, strict);
}
