import type { Exchange } from '../../model/exchange.ts';
import { exchangeForm } from './exchange-line.ts';

/** The exchange of a line that `exchangeLine` wrote. Throws for any other text. */
export function exchangeFromLine(line: string): Exchange {
  const read = exchangeForm(JSON.parse(line));
  if (read.is === 'other') throw new Error(read.because);
  return read.value;
}
