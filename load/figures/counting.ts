import type { FigureCounts, ProtocolCount } from './figures.ts';
import type { Phase } from '../plan/phases.ts';
import { isAnswered, type RequestRecord } from '../records/record.ts';

/** How many requests there were of each kind, as a fold. */
export type Counting = {
  readonly add: (record: RequestRecord, phase: Phase) => void;
  readonly merge: (other: Counting) => void;
  readonly result: () => Counted;
};

export type Counted = {
  readonly counts: FigureCounts;
  readonly failures: { readonly [outcome: string]: number };
  readonly connections: { readonly opened: number; readonly reused: number };
  /** Protocols of the measured responses, the most frequent first. */
  readonly protocols: readonly ProtocolCount[];
  readonly credits: number;
  /** The credits among `credits` for requests that were answered completely. */
  readonly creditsForAnswers: number;
  /** Number of measured requests that were sent, and when the last of them was sent. */
  readonly sent: number;
  readonly lastSent: number;
  /** When the last request of any phase was intended. */
  readonly lastIntended: number;
  /** Failures caused by the load generator's machine: no port or file handle left. */
  readonly clientErrors: number;
  /** Records with user timestamps although their header says otherwise. */
  readonly fellBack: number;
};

export function countRequests(): Counting {
  const counts = { recorded: 0, warmup: 0, warmupFailed: 0, drain: 0, measured: 0, ok: 0, failed: 0, aborted: 0 };
  const sums = { credits: 0, creditsForAnswers: 0, sent: 0, clientErrors: 0, fellBack: 0 };
  const connections = { opened: 0, reused: 0 };
  const protocols = countProtocols();
  const last = { lastIntended: 0, lastSent: 0 };
  const failures: Record<string, number> = {};
  const fail = (outcome: string, times: number): void => {
    failures[outcome] = (failures[outcome] ?? 0) + times;
  };
  const addMeasured = (record: RequestRecord): void => {
    counts.measured += 1;
    if (record.outcome === 'ok') counts.ok += 1;
    else if (record.outcome !== 'aborted') {
      counts.failed += 1;
      fail(record.outcome, 1);
    }
    protocols.add(record, 1);
    if (record.sent === undefined) return;
    sums.sent += 1;
    last.lastSent = Math.max(last.lastSent, record.sent);
    if (record.outcome !== 'refused') connections[record.reused ? 'reused' : 'opened'] += 1;
  };
  return {
    add: (record, phase) => {
      counts.recorded += 1;
      if (record.intended > last.lastIntended) last.lastIntended = record.intended;
      if (record.credits !== undefined && record.sent !== undefined) {
        sums.credits += record.credits;
        if (isAnswered(record)) sums.creditsForAnswers += record.credits;
      }
      if (record.stamps === 'user') sums.fellBack += 1;
      if (record.outcome === 'aborted') counts.aborted += 1;
      else if (record.outcome !== 'ok' && isClientError(record)) sums.clientErrors += 1;
      if (phase === 'steady') return addMeasured(record);
      counts[phase] += 1;
      if (phase === 'warmup' && record.outcome !== 'ok' && record.outcome !== 'aborted') counts.warmupFailed += 1;
    },
    merge: (other) => {
      const more = other.result();
      addUp(counts, more.counts);
      for (const name of ['credits', 'creditsForAnswers', 'sent', 'clientErrors', 'fellBack'] as const)
        sums[name] += more[name];
      addUp(connections, more.connections);
      for (const each of more.protocols) protocols.add(each, each.answers);
      for (const [outcome, times] of Object.entries(more.failures)) fail(outcome, times);
      last.lastIntended = Math.max(last.lastIntended, more.lastIntended);
      last.lastSent = Math.max(last.lastSent, more.lastSent);
    },
    result: () => ({
      counts: { ...counts },
      failures: { ...failures },
      connections: { ...connections },
      protocols: protocols.result(),
      ...sums,
      ...last,
    }),
  };
}

/** There are few protocols: searching a list is faster than making a key of each record. */
function countProtocols(): {
  readonly add: (of: Pick<RequestRecord, 'protocol' | 'tls'>, answers: number) => void;
  readonly result: () => readonly ProtocolCount[];
} {
  const counts: { -readonly [Name in keyof ProtocolCount]: ProtocolCount[Name] }[] = [];
  return {
    add: ({ protocol, tls }, answers) => {
      if (protocol === undefined) return;
      const known = counts.find((each) => each.protocol === protocol && each.tls === tls);
      if (known) known.answers += answers;
      else counts.push({ protocol, ...(tls !== undefined && { tls }), answers });
    },
    result: () => counts.map((each) => ({ ...each })).toSorted((one, other) => other.answers - one.answers),
  };
}

/** Whether no port or file handle was left, or k6 had no room for the response. */
function isClientError({ outcome, lacked }: RequestRecord): boolean {
  return outcome === 'unread' || lacked !== undefined;
}

function addUp<Name extends string>(to: Record<Name, number>, more: Readonly<Record<Name, number>>): void {
  for (const name of Object.keys(to) as Name[]) to[name] += more[name];
}
