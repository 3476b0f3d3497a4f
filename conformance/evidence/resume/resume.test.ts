import { afterEach, describe, expect, it } from 'vitest';
import { behaviourWith, valid, startService, type Behaviour, type RunningService } from '../../../fixtures/index.ts';
import type { JournalEvent } from '../../engine/engine.ts';
import { credentialNames } from '../../model/credentials.ts';
import type { Finding, RunHeader } from '../../model/run.ts';
import { exchangeLine } from '../../engine/run/exchange-line.ts';
import { exchangeFromLine } from '../../engine/run/exchange-line.testing.ts';
import { checks } from '../../index.ts';
import { judgeTarget, type JudgedRun, type JudgeTargetOptions } from '../../judged-at.testing.ts';
import { earlierRunOf, keptFindings, type RunPart } from './earlier-part.ts';

/** Only for runs that hang: beside other work the test takes ten times as long as alone. */
const timeout = 600_000;

/** Some checks of each kind: with controls, of sessions, of every answer, of workspaces, of raw bytes, and races. */
const chosen = checks.filter(({ id }) =>
  /^(sessions\.isolation|chat\.memory|speech\.speed|stream\.left|transport\.connections|metering\.(races|counts|uncharged\/chat-with-no)|errors\.envelope)/.test(
    id,
  ),
);

const started: RunningService[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
});

async function serviceWith(behaviour: Behaviour): Promise<RunningService> {
  const service = await startService({ behaviour, seed: 1 });
  started.push(service);
  return service;
}

function judge(service: RunningService, more: JudgeTargetOptions = {}): Promise<JudgedRun> {
  const { url, token, otherToken, spentToken, provisioner } = service;
  return judgeTarget(url, chosen, { token, otherToken, spentToken, provisioner, timeoutMs: 10_000, ...more });
}

/** The contents of a result folder that received no more than these events. */
function partOf(service: RunningService, events: readonly JournalEvent[], headers: readonly string[] = []): RunPart {
  const header: RunHeader = {
    schema: 'assay.run/1',
    command: 'check',
    tool: { name: 'assay', version: '0.0.0' },
    document: { title: 'a document', sha256: '' },
    target: service.url,
    embedded: false,
    strict: false,
    seed: 1,
    given: { credentials: credentialNames, headers },
    startedAt: '2026-01-01T00:00:00.000Z',
    plan: { checks: chosen.map(({ id }) => id), atMost: { chats: 0, speeches: 0, credits: 0 } },
  };
  return {
    header,
    findings: events.flatMap((event) => (event.is === 'finding' ? [event.finding] : [])),
    exchanges: events.flatMap((event) =>
      event.is === 'exchange' ? [exchangeFromLine(exchangeLine(event.exchange))] : [],
    ),
    journalEntries: events.flatMap((event) => (event.is === 'journalEntry' ? [event.entry] : [])),
  };
}

const resumed = (service: RunningService, part: RunPart, more: JudgeTargetOptions = {}): Promise<JudgedRun> =>
  judge(service, { ...more, earlier: earlierRunOf(part, checks) });

const verdictsOf = (findings: readonly Finding[]): Readonly<Record<string, string>> =>
  Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict.is]));

const asChosen = (one: Finding, other: Finding): number =>
  chosen.findIndex(({ id }) => id === one.check) - chosen.findIndex(({ id }) => id === other.check);

/** The resumed run has the verdicts of the whole run, and its parts send no exchange twice. */
function expectTheSame(whole: JudgedRun, parts: readonly RunPart[], last: JudgedRun): void {
  expect(verdictsOf(last.findings)).toEqual(verdictsOf(whole.findings));
  const ids = [...parts.flatMap(({ exchanges }) => exchanges), ...last.exchanges].map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
}

describe.each([
  ['the valid service', valid, 0.5],
  ['one that takes a speed above 4 for 4', behaviourWith({ fault: 'speed-clamped' }), 0.9],
])('a run of %s that was killed', (_, behaviour, share) => {
  it('comes to the same, and sends only what was missing', { timeout }, async () => {
    const service = await serviceWith(behaviour);
    const whole = await judge(service);
    const part = partOf(service, whole.events.slice(0, Math.ceil(whole.events.length * share)));
    const rest = await resumed(service, part);
    expectTheSame(whole, [part], rest);
    expect(verdictsOf(whole.findings)['speech.speed/rejects-above-maximum']).toBe(share === 0.5 ? 'pass' : 'fail');

    const kept = new Map(keptFindings(part, checks).map((finding) => [finding.check, finding]));
    expect(kept.size).toBeGreaterThan(chosen.length / 2);
    expect(rest.findings.filter(({ check }) => kept.has(check))).toEqual([...kept.values()].toSorted(asChosen));
    const told = rest.events.flatMap((event) => (event.is === 'finding' ? [event.finding.check] : []));
    expect(told.toSorted()).toEqual(chosen.flatMap(({ id }) => (kept.has(id) ? [] : [id])).toSorted());

    const missing = whole.exchanges.length - part.exchanges.length;
    expect(rest.exchanges.length).toBeLessThan(missing + 0.15 * whole.exchanges.length);
  });
});

it('a run that was interrupted again comes to the same, and what was cut off is not judged', { timeout }, async () => {
  const service = await serviceWith(valid);
  const whole = await judge(service);
  const interruptedAfter = (exchanges: number): JudgeTargetOptions => {
    const interruption = new AbortController();
    let seen = 0;
    const onEvent = ({ is }: JournalEvent): void => {
      seen += is === 'exchange' ? 1 : 0;
      if (seen === exchanges) interruption.abort('SIGINT');
    };
    return { signal: interruption.signal, onEvent };
  };
  const one = partOf(service, (await judge(service, interruptedAfter(80))).events);
  const two = partOf(service, (await resumed(service, one, interruptedAfter(80))).events);
  const both: RunPart = {
    ...two,
    findings: [...keptFindings(one, checks), ...two.findings],
    exchanges: [...one.exchanges, ...two.exchanges],
    journalEntries: [...one.journalEntries, ...two.journalEntries],
  };
  expect(two.findings.length).toBeGreaterThan(0);
  expect(two.findings.length + keptFindings(one, checks).length).toBeLessThan(chosen.length);
  expectTheSame(whole, [one, two], await resumed(service, both));
});

it('answers that were kept masked are not judged as they are kept', { timeout }, async () => {
  const service = await serviceWith(valid);
  // Refusals contain this value, and without it they are not JSON.
  const headers = [['X-Odd', 'is required.","details":{"field":"']] as const;
  const whole = await judge(service, { headers });
  expect(whole.exchanges.some(({ masked }) => masked === true)).toBe(true);
  const untold = new Set(chosen.flatMap(({ id }) => (/^(speech\.speed|errors)/.test(id) ? [id] : [])));
  const part = partOf(
    service,
    whole.events.filter((event) => event.is !== 'finding' || !untold.has(event.finding.check)),
    ['X-Odd'],
  );
  const rest = await resumed(service, part, { headers });
  expectTheSame(whole, [part], rest);
});

it('what was recorded whole is judged without being sent again', { timeout }, async () => {
  const service = await serviceWith(valid);
  const whole = await judge(service);
  const untold = new Set(chosen.flatMap(({ id }) => (/^(speech\.speed|metering\.uncharged)\//.test(id) ? [id] : [])));
  const part = partOf(
    service,
    whole.events.filter((event) => event.is !== 'finding' || !untold.has(event.finding.check)),
  );
  const rest = await resumed(service, part);
  expectTheSame(whole, [part], rest);
  expect(untold.size).toBeGreaterThan(5);
  // Bots are listed in any case: their recorded ids may be masked.
  expect(rest.exchanges.filter(({ operation }) => operation !== 'bots')).toEqual([]);
});
