import { expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Call, StepInputs } from '../../../model/probe.ts';
import { leftChat } from './left-early.ts';

/** The call of this step of the probe, behind a first chat whose answer took so long. */
function callAt(step: number, tookMs: number): Call | undefined {
  const first = answered({ status: 200, body: {} });
  if (first.response.is !== 'answer') throw new Error('it is an answer');
  const seen: readonly Exchange[] = [{ ...first, response: { ...first.response, headersAtMs: tookMs } }];
  const known = {
    bot: 'support',
    bots: {},
    credentials: [],
    seen,
    nonce: (label: string) => label,
  } satisfies StepInputs;
  const calls = leftChat.probe?.steps[step]?.(known) ?? [];
  if ('make' in calls || 'stop' in calls) throw new Error('it sends calls');
  return calls[0];
}

it('leaves long before the answer, or at once where that comes as soon as a timer', () => {
  expect(callAt(1, 900)?.unusual).toEqual({ is: 'left', afterMs: 300 });
  expect(callAt(1, 12)?.unusual).toEqual({ is: 'left', afterMs: 0 });
  expect(callAt(0, 900)?.unusual).toBeUndefined();
});

it('waits behind it for what may be tried again', () => {
  expect([callAt(2, 900)?.pauseMs, callAt(2, 8_000)?.pauseMs, callAt(3, 900)?.pauseMs]).toEqual([
    1_800,
    2_000,
    undefined,
  ]);
});
