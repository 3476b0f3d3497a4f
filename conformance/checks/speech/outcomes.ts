import { coercing } from '../coercing.ts';
import { noServerErrors } from '../no-server-error.ts';
import type { Check, Expectation } from '../../model/check.ts';
import type { Level } from '../../model/level.ts';
import type { Probe } from '../../model/probe.ts';
import { carriesSpeech } from '../../expectations/audio/carries-speech.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { areRefusals, isNoServerError, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { unlessRefused, whereRefused } from '../../expectations/judged-as.ts';

type Outcome = Pick<Check, 'level' | 'probe' | 'expect' | 'fault' | 'control'>;

/** A valid request of 2.5 is spoken. */
export function accepted(probe: Probe, fault: Check['fault'], level: Level = 'MUST'): Outcome {
  return { level, probe, expect: [isSuccess, carriesSpeech], fault };
}

/** A request that 2.5 does not allow is refused, as 2.7 has it; the least request is its control, unless another is nearer. */
export function refused(
  probe: Probe,
  fault: Check['fault'],
  control = 'speech.request/accepts-least',
  level: Level = 'MUST',
): Outcome & { readonly control: string } {
  return { level, control, probe, expect: [isRefusal, hasErrorEnvelope], fault };
}

/** The same of each of several requests. */
export function allRefused(
  probe: Probe,
  fault: Check['fault'],
  control = 'speech.request/accepts-least',
): Outcome & { readonly control: string } {
  return { level: 'MUST', control, probe, expect: [areRefusals], fault };
}

/** 2.5 does not allow it, but it looks like what 2.5 does, and common frameworks read it so: refusing is good practice. */
export function refusedLookalike(
  probe: Probe,
  fault: Check['fault'],
  control = 'speech.request/accepts-least',
  doneBy: readonly string[] = [coercing.ajv],
): Outcome & { readonly control: string; readonly doneBy: readonly string[] } {
  return { ...refused(probe, fault, control, 'SHOULD'), doneBy };
}

/** Whether 2.5 allows it is open; an accident of the service over it is none the less one (RFC 9110 15.6). */
export function takenOrRefused(
  probe: Probe,
  fault: Check['fault'],
  control = 'speech.request/accepts-least',
): Outcome & { readonly control: string } {
  return noServerErrors(control, [isNoServerError, whereRefused(hasErrorEnvelope)])(probe, fault);
}

/** Of a text of some length, the last of the probe or another one by its place: maximum sizes are not shown (8.2). */
export function unlessTooLong(expectation: Expectation, at = -1): Expectation {
  return unlessRefused('how long a text may be (8.2)', expectation, at);
}
