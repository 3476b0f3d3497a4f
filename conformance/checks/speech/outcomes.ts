import { coercingFrameworks } from '../coercing.ts';
import { noServerErrors } from '../no-server-error.ts';
import type { Check, Expectation } from '../../model/check.ts';
import type { Level } from '../../model/level.ts';
import type { Probe } from '../../model/probe.ts';
import { carriesSpeech } from '../../expectations/audio/carries-speech.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { areRefusals, isNoServerError, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { unlessRefused, whereRefused } from '../../expectations/judged-as.ts';

type CheckParts = Pick<Check, 'level' | 'probe' | 'expect' | 'fault' | 'control'>;

/** A request that 2.5 allows is answered with speech. */
export function acceptedCheck(probe: Probe, fault: Check['fault'], level: Level = 'MUST'): CheckParts {
  return { level, probe, expect: [isSuccess, carriesSpeech], fault };
}

/**
 * A request that 2.5 does not allow is refused as in 2.7; its control is the smallest valid request, unless another is
 * closer.
 */
export function refusedCheck(
  probe: Probe,
  fault: Check['fault'],
  control = 'speech.request/accepts-least',
  level: Level = 'MUST',
): CheckParts & { readonly control: string } {
  return { level, control, probe, expect: [isRefusal, hasErrorEnvelope], fault };
}

/** The same for each of several requests. */
export function allRefusedCheck(
  probe: Probe,
  fault: Check['fault'],
  control = 'speech.request/accepts-least',
): CheckParts & { readonly control: string } {
  return { level: 'MUST', control, probe, expect: [areRefusals], fault };
}

/** Not allowed by 2.5, but similar to what is, and read as such by common frameworks: refusing it is good practice. */
export function refusedLookalikeCheck(
  probe: Probe,
  fault: Check['fault'],
  control = 'speech.request/accepts-least',
  doneBy: readonly string[] = [coercingFrameworks.ajv],
): CheckParts & { readonly control: string; readonly doneBy: readonly string[] } {
  return { ...refusedCheck(probe, fault, control, 'SHOULD'), doneBy };
}

/** Whether 2.5 allows the request is open; a server error is a failure all the same (RFC 9110 15.6). */
export function noServerErrorCheck(
  probe: Probe,
  fault: Check['fault'],
  control = 'speech.request/accepts-least',
): CheckParts & { readonly control: string } {
  return noServerErrors(control, [isNoServerError, whereRefused(hasErrorEnvelope)])(probe, fault);
}

/**
 * For a long text, which may be refused, since maximum sizes are not shown (8.2). `at` is the place of its call in the
 * probe, the last by default.
 */
export function unlessTooLong(expectation: Expectation, at = -1): Expectation {
  return unlessRefused('how long a text may be (8.2)', expectation, at);
}
