import type { Exchange } from './model/exchange.ts';
import { nonceOf } from './model/nonce.ts';
import type { Call, StepInputs, WorkspaceRequest, Probe } from './model/probe.ts';
import { answered } from './expectations/sample-exchange.testing.ts';

type Said = readonly Call[] | WorkspaceRequest | { readonly stop: string };

/** What each step of a probe says to a service that answers everything with this status. */
export function walkSteps(
  { name, steps }: Probe,
  status: number,
  nonce: StepInputs['nonce'] = (label) => nonceOf(1, name, label),
): readonly Said[] {
  const bots = new Proxy({}, { get: (_, workspace) => `bot of ${String(workspace)}` });
  const credentials = ['token', 'otherToken', 'provisioner'] as const;
  let seen: readonly Exchange[] = [];
  return steps.map((step) => {
    const next = step({ bot: 'a bot', bots, credentials, seen, nonce });
    if (isCalls(next)) seen = [...seen, ...next.map((call, at) => exchangeOf(call, status, seen.length + at))];
    return next;
  });
}

/** The calls alone. */
export function callsOfSteps(probe: Probe, status: number): readonly Call[] {
  return walkSteps(probe, status).flatMap((said) => (isCalls(said) ? said : []));
}

function isCalls(said: Said): said is readonly Call[] {
  return Array.isArray(said);
}

function exchangeOf({ role, operation, method, path, headers, body = '' }: Call, status: number, at: number): Exchange {
  const exchange = answered({
    status,
    operation,
    place: at + 1,
    id: `probe#${at + 1}`,
    body: { sessionId: 's', botId: 'b' },
  });
  const url = `http://service.test${path}`;
  return {
    ...exchange,
    ...(role === undefined ? {} : { role }),
    request: { method, url, headers, body: Buffer.from(body) },
  };
}
