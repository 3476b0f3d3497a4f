import { fieldsOf, jsonOf, numberOf, numbersOf, textOf, type Fields } from './narrow.ts';
import { arrivalKinds } from './schedule.ts';
import type { LoadSettings } from './settings.ts';

/** `user`: stamped by the reading program. `kernel`: stamped by the operating system on receipt. */
export type Stamps = 'user' | 'kernel';

/** The first line of requests.ndjson. */
export type RequestsHeader = {
  readonly schema: 'assay.requests/1';
  /** Rounded to 256 ns: JavaScript's numbers hold no more. */
  readonly t0UnixNs: number;
  /** On CLOCK_MONOTONIC; absent where the system has none. */
  readonly t0MonotonicNs?: number;
  readonly seed: number;
  readonly run: string;
  readonly scenario: string;
  readonly stamps: Stamps;
  readonly settings: LoadSettings;
};

/** One request. All times are milliseconds since t0; an absent one did not happen. */
export type RequestRecord = {
  readonly id: string;
  readonly index: number;
  readonly scenario: string;
  readonly intended: number;
  readonly sent?: number;
  readonly headers?: number;
  readonly firstByte?: number;
  readonly events: readonly number[];
  readonly eventsDropped: number;
  readonly firstContent?: number;
  readonly end: number;
  readonly status?: number;
  readonly outcome: string;
  readonly because?: string;
  readonly bytes: number;
  readonly coalesced: number;
  readonly reused: boolean;
};

/** The header that this line holds, or `undefined`. */
export function headerOf(line: string): RequestsHeader | undefined {
  const fields = fieldsOf(jsonOf(line));
  if (fields?.['schema'] !== 'assay.requests/1') return undefined;
  const [t0UnixNs, seed] = [numberOf(fields['t0UnixNs']), numberOf(fields['seed'])];
  const [run, scenario] = [textOf(fields['run']), textOf(fields['scenario'])];
  const settings = settingsOf(fields['settings']);
  if (t0UnixNs === undefined || seed === undefined || run === undefined) return undefined;
  if (scenario === undefined || settings === undefined) return undefined;
  return {
    schema: 'assay.requests/1',
    stamps: fields['stamps'] === 'kernel' ? 'kernel' : 'user',
    ...present({ t0MonotonicNs: numberOf(fields['t0MonotonicNs']) }),
    t0UnixNs,
    seed,
    run,
    scenario,
    settings,
  };
}

/** The record that this line holds, or `undefined`. */
export function recordOf(line: string): RequestRecord | undefined {
  const fields = fieldsOf(jsonOf(line));
  if (fields === undefined) return undefined;
  const [id, scenario, outcome] = [textOf(fields['id']), textOf(fields['scenario']), textOf(fields['outcome'])];
  const [index, intended, end] = [numberOf(fields['index']), numberOf(fields['intended']), numberOf(fields['end'])];
  const events = numbersOf(fields['events']);
  if (id === undefined || scenario === undefined || outcome === undefined || events === undefined) return undefined;
  if (index === undefined || intended === undefined || end === undefined) return undefined;
  return {
    id,
    index,
    scenario,
    intended,
    events,
    end,
    outcome,
    ...present({ because: textOf(fields['because']), status: numberOf(fields['status']) }),
    ...present({ sent: numberOf(fields['sent']), headers: numberOf(fields['headers']) }),
    ...present({ firstByte: numberOf(fields['firstByte']), firstContent: numberOf(fields['firstContent']) }),
    eventsDropped: numberOf(fields['eventsDropped']) ?? 0,
    bytes: numberOf(fields['bytes']) ?? 0,
    coalesced: numberOf(fields['coalesced']) ?? 0,
    reused: fields['reused'] === true,
  };
}

function settingsOf(value: unknown): LoadSettings | undefined {
  const fields = fieldsOf(value);
  const [target, botId] = [textOf(fields?.['target']), textOf(fields?.['botId'])];
  const arrivals = arrivalKinds.find((kind) => kind === fields?.['arrivals']);
  const numbers = fields && numericSettingsOf(fields);
  if (target === undefined || botId === undefined || arrivals === undefined || !numbers) return undefined;
  return { target, botId, arrivals, ...numbers };
}

const numericSettings = [
  'ratePerS',
  'durationMs',
  'warmupMs',
  'maxInFlight',
  'maxLagMs',
  'timeoutMs',
  'planned',
] as const;

type NumericSettings = { readonly [Name in (typeof numericSettings)[number]]: number };

function numericSettingsOf(fields: Fields): NumericSettings | undefined {
  const values = numericSettings.map((name) => [name, numberOf(fields[name])] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(values) as NumericSettings;
}

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Leaves out what is undefined: an absent field stays absent. */
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
