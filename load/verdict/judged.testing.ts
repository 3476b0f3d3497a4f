import type { Instrument } from '../evidence/instrument.ts';
import { judgedLoad } from './judged-load.ts';
import type { Load } from './load.ts';
import type { RequestRecord } from '../records/record.ts';
import type { Timestamps } from '../records/requests.ts';
import type { LoadSettings } from '../records/settings.ts';
import { summaryOf } from '../figures/summary.ts';
import { header, record } from '../records/records.testing.ts';
import type { Evidence } from './validity.ts';

/** Against which nothing speaks. */
export const instrument: Instrument = {
  schema: 'assay.instrument/1',
  timestamps: 'user',
  histograms: { readDelayMs: [], gapMs: [] },
  clockSteps: 0,
  cpu: { ownS: 1, systemBusyS: 4, stealS: 0, wallS: 10, cores: 2 },
  ephemeralPortFailures: 0,
  fileHandleFailures: 0,
  events: 0,
  uncertain: 0,
  reads: 0,
};

export type JudgedLoadOptions = {
  readonly settings?: Partial<LoadSettings>;
  readonly timestamps?: Timestamps;
  readonly change?: (index: number) => Partial<RequestRecord>;
};

/** 120 requests a half second apart, and what was made of them. */
export function loadOf({ settings = {}, timestamps = 'kernel', change = () => ({}) }: JudgedLoadOptions = {}): Load {
  const planned = 120;
  const all = { ...header.settings, warmupMs: 0, durationMs: 60_000, planned, ...settings };
  const summary = summaryOf({ ...header, stamps: timestamps, settings: all });
  for (let index = 0; index < planned; index += 1) summary.add(record(index, change(index)));
  return summary.load();
}

/** No virtual user was free. */
export const notSent: Partial<RequestRecord> = { outcome: 'notSent', events: [] };

export function reasonsOf(load: Load, evidence: Evidence = {}): readonly string[] {
  const { validity } = judgedLoad(load, evidence);
  return validity?.is === 'invalid' ? validity.reasons.map(({ because }) => because) : [];
}
