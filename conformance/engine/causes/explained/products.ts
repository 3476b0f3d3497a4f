import { botIdsIn } from '../../../bodies/bots.ts';
import { jsonOf, mediaTypeOf } from '../../../bodies/content.ts';
import { speechBodyOf } from '../../../expectations/audio/speech-body.ts';
import { sessionIdIn } from '../../../expectations/bodies/carries-session-id.ts';
import { voicesIn } from '../../../expectations/bodies/carries-voices.ts';
import { isAccepted, type Exchange, type Operation } from '../../../model/exchange.ts';

/** The operation to which an answer belongs, whichever request got it; undefined where that cannot be told. */
export type ProductOf = (exchange: Exchange) => Operation | undefined;

/** Number of bytes at the beginning of an answer that are compared: as many as a name takes, such as `{"sessionId"`. */
const beginning = 12;
/** Fewest answers of one operation with the same beginning: of fewer it may be chance. */
const leastAlike = 3;

/**
 * An operation is known by what an answer has. Where an answer is no JSON, its operation is known by how the answers of
 * the run begin that are JSON: if another answer was written over it, or it was put together from two answers, its
 * beginning tells to which operation it belongs.
 */
export function productsBy(exchanges: readonly Exchange[]): ProductOf {
  const begun = Map.groupBy(exchanges.filter(isOfItsOwn), beginningOf);
  const byBeginning = new Map(
    [...begun].flatMap(([bytes, all]) => {
      const [operation, ...others] = new Set(all.map((each) => each.operation));
      return operation === undefined || others.length > 0 || all.length < leastAlike ? [] : [[bytes, operation]];
    }),
  );
  return (exchange) => hadIn(exchange) ?? (isNoJson(exchange) ? byBeginning.get(beginningOf(exchange)) : undefined);
}

function isOfItsOwn(exchange: Exchange): boolean {
  return exchange.operation !== 'stream' && isAccepted(exchange) && hadIn(exchange) === exchange.operation;
}

function hadIn(exchange: Exchange): Operation | undefined {
  const { response } = exchange;
  if (response.is !== 'answer') return undefined;
  if (mediaTypeOf(response) === 'text/event-stream') return 'stream';
  if (typeof speechBodyOf(response)?.audioBase64 === 'string') return 'speech';
  // The reply of a chat may name its bot as well.
  if (sessionIdIn(exchange) !== undefined) return 'chat';
  if (botIdsIn(exchange).length > 0) return 'bots';
  return voicesIn(response) === undefined ? undefined : 'voices';
}

function isNoJson({ response }: Exchange): boolean {
  return response.is === 'answer' && jsonOf(response).is === 'notJson';
}

function beginningOf({ response }: Exchange): string {
  return response.is === 'answer' ? Buffer.from(response.body.subarray(0, beginning)).toString('latin1') : '';
}
