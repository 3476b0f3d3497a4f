import { describe, expect, it } from 'vitest';
import { startService } from '../../fixtures/index.ts';
import { everyClause } from '../every.ts';
import { clauses as listed } from '../index.ts';
import type { Clause } from '../model/check.ts';
import { createEngine } from './engine.ts';
import { everyLast, runChecks } from './run-checks.ts';

const idsOf = (clauses: readonly Clause[]): readonly string[] =>
  clauses.flatMap(({ checks }) => checks.map(({ id }) => id));

describe('the order in which a run judges', () => {
  it('has every check once, what holds of every answer behind all others', () => {
    const ordered = everyLast(everyClause);
    expect(idsOf(ordered).toSorted()).toEqual(idsOf(everyClause).toSorted());
    const kinds = ordered.flatMap(({ checks }) => checks.map(({ ofEvery }) => ofEvery !== undefined));
    expect(kinds.lastIndexOf(false)).toBeLessThan(kinds.indexOf(true));
  });
  it('tells each clause when all before it are in, and what holds of every answer of all that was sent', async () => {
    const service = await startService({ seed: 1 });
    const exchanges: string[] = [];
    const told: string[] = [];
    const sentBy = new Map<string, number>();
    const own = listed.filter(({ topic }) => ['voices.list', 'bots.list'].includes(topic));
    const checks = own.flatMap((clause) => clause.checks.filter(({ probe }) => probe.costs.chats === 0));
    const options = { target: service.url, token: service.token, seed: 1, timeoutMs: 3_000, concurrency: 4 };
    const engine = createEngine(
      { ...options, headers: [], http2: false },
      checks,
      (event) => event.is === 'exchange' && exchanges.push(event.exchange.id),
      new AbortController().signal,
    );
    await runChecks(own, { checks, observations: [] }, engine, ({ topic, isOfEvery }, findings) => {
      told.push(`${topic}${isOfEvery === true ? ', all answers' : ''}`);
      sentBy.set(told.at(-1) ?? '', exchanges.length);
      expect(findings.every(({ verdict }) => verdict.is === 'pass')).toBe(true);
    });
    await engine.close();
    await service.close();
    expect(told).toEqual(['bots.list', 'voices.list', 'bots.list, all answers', 'voices.list, all answers']);
    expect(sentBy.get('bots.list, all answers')).toBe(exchanges.length);
  });
});
