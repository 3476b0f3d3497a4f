import type { Expectation } from '../core/check.ts';
import { weatherOf } from '../core/weather.ts';

/**
 * The answer is an HTTP response (RFC 9112 2.1), with a status that there is (RFC 9110 15). A parser has judged the rest of
 * its grammar: what it could not read is no answer.
 */
export const isMessage: Expectation = ([exchange]) => {
  if (exchange === undefined) return { unjudged: 'there was no answer to judge' };
  const weather = weatherOf(exchange, true);
  if (weather.is === 'silence') return weather.isProven === true ? [weather.mismatch] : { unjudged: 'it has no end' };
  if (exchange.response.is !== 'answer') return { unjudged: 'there was no answer to judge' };
  const { status } = exchange.response;
  if (status >= 200 && status <= 599) return [];
  return [{ aspect: 'status', expected: 'one from 200 to 599', observed: String(status), per: 'RFC 9110 15' }];
};
