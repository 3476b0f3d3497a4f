import { answered } from '../expectations/sample-exchange.testing.ts';
import type { Check, Expectation, ExchangeFilter } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { sampleCheck } from '../model/sample-check.testing.ts';
import type { ProbeResult } from './judging/judge.ts';

export const ofAnswers: ExchangeFilter = ({ response }) => response.is === 'answer';

export function check(...expect: readonly Expectation[]): Check {
  return sampleCheck({ expect, ofEvery: ofAnswers });
}

export const own = (...seen: readonly Exchange[]): ProbeResult => ({ seen });
export const good = (id: string): Exchange => answered({ id });
export const bad = (id: string): Exchange => answered({ id, headers: [] });
