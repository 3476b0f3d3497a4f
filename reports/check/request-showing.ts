import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { askedText } from './step.ts';

/** What was recorded, by its id. */
export type ExchangeOf = (id: string) => Pick<Exchange, 'request'> | undefined;

export function exchangesById(exchanges: readonly Exchange[]): ExchangeOf {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return (id) => byId.get(id);
}

/** Of several calls the one that shows it: `call 3 of 4: POST /v1/audio/tts {"text":"a"}`. A curl line says it by itself. */
export function requestShowing(
  { exchanges, mismatches: [first], reproduces, reproduce, verdict }: Finding,
  exchangeOf: ExchangeOf | undefined,
): string | undefined {
  if (verdict.is !== 'fail') return undefined;
  const id = first?.exchange ?? reproduces ?? exchanges[0];
  const request = id === undefined ? undefined : exchangeOf?.(id)?.request;
  if (id === undefined || request === undefined || !reproduce.startsWith('npx ')) return undefined;
  const at = exchanges.indexOf(id);
  // Of every answer of a kind the exchanges are examples, and no sequence.
  const isSequence = at >= 0 && exchanges.length > 1 && first?.answers === undefined;
  return `${isSequence ? `call ${at + 1} of ${exchanges.length}: ` : ''}${askedText(request)}`;
}
