import { expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { workspacePlaceholder, type StepInputs, type Step } from '../../../model/probe.ts';
import { speechAgain, speechOfAnother } from './said-elsewhere.ts';

function by(name: string, ...statuses: readonly number[]): readonly Exchange[] {
  const headers = [['authorization', `Bearer ${workspacePlaceholder(name)}`]] as const;
  return statuses.map((status, at) => {
    const operation = name === 'second' ? (['voices', 'speech', 'chat'] as const)[at] : 'speech';
    const body =
      operation === 'speech' ? { audioBase64: 'AAAA', contentType: 'audio/mpeg' } : { sessionId: 'a', reply: 'b' };
    const exchange = answered({ id: `${name}#${at + 1}`, operation: operation ?? 'chat', status, body });
    return { ...exchange, request: { ...exchange.request, headers } };
  });
}

const judge = (seen: readonly Exchange[]): unknown => speechOfAnother.expect[0]?.(seen);

it('a speech that another workspace had before costs its three credits', () => {
  const first = by('first', 200, 200, 402);
  expect(judge([...first, ...by('second', 200, 200, 402)])).toEqual([]);
  expect(judge([...first, ...by('second', 200, 200, 200)])).toMatchObject([
    {
      subject: 'status of the chat (second#3), sent after list voices, speech that all say',
      expected: '402: 0 credits left for a chat at 1',
      exchange: 'second#3',
    },
  ]);
  expect(speechAgain.expect[0]?.([...first, ...by('second', 200, 200, 200)])).toEqual([]);
});

it('both workspaces say the same, the second one after the first', () => {
  const seen: Exchange[] = [];
  const known = (): StepInputs => ({
    bot: 'b',
    bots: { first: 'b', second: 'b' },
    credentials: [],
    seen,
    nonce: (label) => `<${label}>`,
  });
  const [, ...steps] = speechAgain.probe.steps;
  const said = steps.slice(0, 2).map((step: Step) => {
    const calls = step(known());
    seen.push(...by('first', 200), ...by('second', 200));
    return Array.isArray(calls) ? calls.map(({ body }: { body?: unknown }) => body) : [];
  });
  expect(said[0]).toHaveLength(2);
  expect(said[0]?.[0]).toEqual(said[1]?.[1]);
});
