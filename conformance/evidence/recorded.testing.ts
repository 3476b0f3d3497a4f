import { expect } from 'vitest';
import { startService, type Behaviour } from '../../fixtures/index.ts';
import type { Check } from '../model/check.ts';
import type { EngineOptions } from '../engine/engine.ts';
import { exchangeLine } from '../engine/run/exchange-line.ts';
import { exchangeFromLine } from '../engine/run/exchange-line.testing.ts';
import { credentialNames } from '../model/credentials.ts';
import type { Finding } from '../model/run.ts';
import { checks, observations } from '../index.ts';
import { judgeTarget } from '../judged-at.testing.ts';
import { judgeAgain } from './judge-again.ts';
import type { RecordedRun } from './recorded-calls.ts';

export type Told = { readonly findings: readonly Finding[]; readonly record: RecordedRun };
type Asked = Partial<EngineOptions> & { readonly url?: string; readonly suite?: readonly Check[] };

/** Judges a service, and returns what a result folder would have of it. */
export async function recordRun(behaviour: Behaviour, chosen: readonly Check[], asked: Asked = {}): Promise<Told> {
  const service = await startService({ behaviour, seed: 1 });
  const { token, otherToken, spentToken, provisioner } = service;
  const { url = service.url, ...given } = asked;
  const options = { token, otherToken, spentToken, provisioner, seed: 1, timeoutMs: 1_500, ...given };
  try {
    const { findings, exchanges, events } = await judgeTarget(url, chosen, options);
    const journalEntries = events.flatMap((event) => (event.is === 'journalEntry' ? [event.entry] : []));
    const kept = exchanges.map((exchange) => exchangeFromLine(exchangeLine(exchange)));
    return { findings, record: { header: headerFor(url, chosen, options), exchanges: kept, journalEntries } };
  } finally {
    await service.close();
  }
}

function headerFor(target: string, chosen: readonly Check[], options: Partial<EngineOptions>): RecordedRun['header'] {
  const credentials = credentialNames.filter((name) => options[name] !== undefined);
  const headers = (options.headers ?? []).map(([name]) => name);
  return {
    schema: 'assay.run/1',
    command: 'check',
    tool: { name: 'assay', version: '0.0.0' },
    document: { title: 'a document', sha256: '' },
    target,
    embedded: false,
    strict: false,
    seed: options.seed ?? 1,
    given: { credentials, headers, ...(options.bot === undefined ? {} : { bot: options.bot }) },
    startedAt: '2026-01-01T00:00:00.000Z',
    plan: { checks: chosen.map(({ id }) => id), atMost: { chats: 0, speeches: 0, credits: 0 } },
  };
}

export async function expectSameVerdicts({ findings, record }: Told, suite: readonly Check[] = checks): Promise<void> {
  const again = await judgeAgain(record, suite, observations);
  expect(again.findings).toEqual(findings);
  expect(again.neverSent).toEqual([]);
}
