import { isUtf8 } from 'node:buffer';
import type { Check } from '../../model/check.ts';
import { headerOf, type Exchange } from '../../model/exchange.ts';

/** True of a body whose bytes are no text in UTF-8; a coded one is none until it is decoded. */
export function isInvalidUtf8({ request: { headers, body } }: Exchange): boolean {
  return !isUtf8(body) && headerOf(headers, 'content-encoding') === undefined;
}

/**
 * What a MUST of every answer judges: no serialiser writes invalid UTF-8, so that what an answer to it has wrong, such as
 * those bytes in what it repeats, harms nobody but who sent them, and is HTTP at most. An absence is about others: it holds
 * whatever was sent.
 */
export function ofAnySerialiser(
  { level, absence }: Pick<Check, 'level' | 'absence'>,
  exchanges: readonly Exchange[],
): readonly Exchange[] {
  return level === 'MUST' && absence === undefined
    ? exchanges.filter((exchange) => !isInvalidUtf8(exchange))
    : exchanges;
}
