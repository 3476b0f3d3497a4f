import { isUtf8 } from 'node:buffer';
import type { Check } from '../../model/check.ts';
import { headerOf, type Exchange } from '../../model/exchange.ts';

/** True for a body whose bytes are no UTF-8; an encoded body does not count, as it is no text until it is decoded. */
export function isInvalidUtf8({ request: { headers, body } }: Exchange): boolean {
  return !isUtf8(body) && headerOf(headers, 'content-encoding') === undefined;
}

/**
 * The exchanges that a MUST over every answer judges. No serialiser writes invalid UTF-8: a wrong answer to it, such as
 * one that repeats those bytes, harms only the sender, and is HTTP at most. A check with an `absence` protects others,
 * and judges every exchange.
 */
export function ofAnySerialiser(
  { level, absence }: Pick<Check, 'level' | 'absence'>,
  exchanges: readonly Exchange[],
): readonly Exchange[] {
  return level === 'MUST' && absence === undefined
    ? exchanges.filter((exchange) => !isInvalidUtf8(exchange))
    : exchanges;
}
