import { describe, expect, it } from 'vitest';
import { ownToken } from '../checks/sessions/own-token.ts';
import { secondToken } from '../checks/sessions/second-token.ts';
import { connectionProbes } from '../engine/connection-probe.ts';
import { sampleHeader } from '../engine/run/sample-finding.testing.ts';
import { tokenProbes } from '../engine/token-probe.ts';
import { workspaceBotsProbe } from '../engine/workspaces-and-bots.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { botsCall, chatCall } from '../model/calls.ts';
import { attemptIdOf } from '../model/exchange-id.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Call, Probe } from '../model/probe.ts';
import { callsOfSteps } from '../walked.testing.ts';
import { besideChecks } from './beside-checks.ts';
import { requestOf, type RecordedRun } from './recorded-calls.ts';

const header: RecordedRun['header'] = {
  ...sampleHeader,
  given: { credentials: ['token', 'otherToken', 'provisioner'], headers: [] },
};

type At = { readonly place?: number; readonly attempt?: number; readonly status?: number };

/** The exchange of a call, as a run records it. */
function sent(probe: Probe, call: Call, { place = 1, attempt = 1, status = 200 }: At = {}): Exchange {
  const { operation, role } = call;
  const body = operation === 'bots' ? { bots: [{ botId: 'their-bot' }] } : {};
  const any = answered({ status, body, operation, place });
  const exchange = { ...any, attempt, probe: probe.name, ...(role === undefined ? {} : { role }) };
  const identified = { ...exchange, id: attemptIdOf(exchange) };
  return { ...identified, request: requestOf({ probe, call, asRecorded: call, place }, identified, header) };
}

const workspace = { is: 'workspace', probe: 'any', name: '', bot: 'a-bot' } as const;

function said(exchanges: readonly Exchange[]): readonly string[] {
  const whyNotSent = besideChecks({ header, exchanges, journalEntries: [workspace] });
  return exchanges.flatMap((exchange) => whyNotSent(exchange) ?? []);
}

const [listing] = callsOfSteps(workspaceBotsProbe(1), 200) as readonly [Call];
const [connection] = connectionProbes as readonly [Probe];
const [look] = callsOfSteps(connection, 200) as readonly [Call];
const nothing = (bot: string): Call => chatCall('chat', bot, {}, { as: 'otherToken' });

describe('what a run sends though no check asks for it', () => {
  it('is what this build sends where it tries tokens, lists bots and looks', () => {
    const { probe, call } = tokenProbes()();
    expect(
      said([
        sent(ownToken, botsCall()),
        sent(secondToken, botsCall({ as: 'otherToken' })),
        sent(secondToken, nothing('their-bot'), { place: 2, status: 401 }),
        sent(secondToken, nothing('their-bot'), { place: 4, status: 400 }),
        sent(workspaceBotsProbe(2), listing),
        sent(probe, call, { attempt: 3 }),
        sent(connection, look, { place: 3 }),
      ]),
    ).toEqual([]);
  });
  it('is not another request in the place of one of these', () => {
    const { probe, call } = tokenProbes()();
    const other = (exchange: Exchange, change: Partial<Exchange['request']>): Exchange => ({
      ...exchange,
      request: { ...exchange.request, ...change },
    });
    const authorized = sent(connection, look);
    const headers = [...authorized.request.headers, ['authorization', 'Bearer x'] as const];
    expect(
      said([
        other(sent(ownToken, botsCall()), { url: 'http://service.test/v1/anything' }),
        other(sent(workspaceBotsProbe(1), listing), { method: 'POST' }),
        other(sent(probe, call), { body: Buffer.from('{}') }),
        other(authorized, { headers }),
        sent(secondToken, botsCall({ as: 'otherToken' })),
        sent(secondToken, nothing('my-bot'), { place: 2 }),
      ]),
    ).toEqual([
      'whether the token is let in#1 is not what this build sends: another address',
      'list bots of workspace 1#1 is not what this build sends: another method',
      'whether the token is still let in 1#1 is not what this build sends: another body',
      `${connection.name}#1 is not what this build sends: other header fields`,
      'whether the other token is let in#2 is not what this build sends: another address',
    ]);
  });
  it('is no more of each than a run has', () => {
    const next = tokenProbes();
    next();
    const second = next();
    const wrongId = { ...sent(ownToken, botsCall()), id: 'another id' };
    const unasked = 'is among the exchanges, and no check asks for it';
    expect(
      said([
        wrongId,
        sent(workspaceBotsProbe(3), listing),
        sent(second.probe, second.call),
        sent(connection, look, { attempt: 2 }),
        sent(connection, look, { place: 4 }),
        // A run sends this chat only after a refusal, and no answer to the chat was refused.
        sent(secondToken, nothing('their-bot'), { place: 3 }),
      ]),
    ).toEqual([
      `another id ${unasked}`,
      `list bots of workspace 3#1 ${unasked}`,
      `${second.probe.name}#1 ${unasked}`,
      `${connection.name}#1.2 ${unasked}`,
      `${connection.name}#4 ${unasked}`,
      `whether the other token is let in#3 ${unasked}`,
    ]);
  });
});
