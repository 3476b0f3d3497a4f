import { contentOf } from '../../bodies/content.ts';
import { parseEventStreamOnce } from '../../expectations/streams/event-stream.ts';
import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import { isObject } from '../../reading/is-object.ts';
import { parsedJson } from '../../reading/parsed-json.ts';

/**
 * Whether a stream with the status of a success says in its first event that it was refused: the status had been sent
 * by then.
 */
export function isRefusedInEvent({ operation, response }: Pick<Exchange, 'operation' | 'response'>): boolean {
  if (operation !== 'stream' || response.is !== 'answer' || !isSuccessStatus(response.status)) return false;
  const content = contentOf(response);
  const [first] = content.is === 'undecodable' ? [] : parseEventStreamOnce(content.bytes).events;
  if (first === undefined) return false;
  if (first.type === 'error') return true;
  const value = parsedJson(first.data);
  return isObject(value) && Object.hasOwn(value, 'error');
}
