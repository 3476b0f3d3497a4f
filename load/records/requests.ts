import type { RequestsHeader } from '../../conformance/contract/formats/load/requests.ts';
import { fieldsOf, jsonOf, numberOf, present, stringOf, type Fields } from './narrow.ts';
import { sequentialRepliesFromJson, sequentialRepliesFromText } from './sequential-replies.ts';
import { type LoadSettings, arrivalKinds, mostSteps } from './settings.ts';

/** `user`: stamped by the reading program. `kernel`: stamped by the operating system on receipt. */
export type Timestamps = RequestsHeader['stamps'];

/** The first line of requests.ndjson. */
export type { RequestsHeader };

/** The last moment that has a date (ECMA-262 21.4.1.1). */
const latestUnixNs = 8.64e15 * 1e6;

/** The header in this line. Undefined where the line is not a header. */
export function headerOf(line: string): RequestsHeader | undefined {
  const fields = fieldsOf(jsonOf(line));
  if (fields?.['schema'] !== 'assay.requests/1') return undefined;
  const [t0UnixNs, seed] = [numberOf(fields['t0UnixNs']), numberOf(fields['seed'])];
  const [run, scenario] = [stringOf(fields['run']), stringOf(fields['scenario'])];
  const settings = settingsOf(fields['settings']);
  if (t0UnixNs === undefined || Math.abs(t0UnixNs) > latestUnixNs || seed === undefined || run === undefined)
    return undefined;
  if (scenario === undefined || settings === undefined) return undefined;
  return {
    schema: 'assay.requests/1',
    stamps: fields['stamps'] === 'kernel' ? 'kernel' : 'user',
    ...present({ t0MonotonicNs: numberOf(fields['t0MonotonicNs']), segment: stringOf(fields['segment']) }),
    ...present({ clockOffsetNs: numberOf(fields['clockOffsetNs']) }),
    t0UnixNs,
    seed,
    run,
    scenario,
    settings,
  };
}

function settingsOf(value: unknown): LoadSettings | undefined {
  const fields = fieldsOf(value);
  const [target, botId] = [stringOf(fields?.['target']), stringOf(fields?.['botId'])];
  const arrivals = arrivalKinds.find((kind) => kind === fields?.['arrivals']);
  const numbers = fields && numericSettingsOf(fields);
  if (!fields || target === undefined || botId === undefined || arrivals === undefined || !numbers) return undefined;
  if (!((numberOf(fields['steps']) ?? 1) <= mostSteps)) return undefined;
  return { target, botId, arrivals, ...numbers, ...optionalSettingsOf(fields) };
}

function optionalSettingsOf(fields: Fields): Partial<LoadSettings> {
  return {
    ...present({ mix: stringOf(fields['mix']), slo: stringOf(fields['slo']) }),
    ...present({ content: stringOf(fields['content']), contentFrom: stringOf(fields['contentFrom']) }),
    ...present({ repeats: stringOf(fields['repeats']), repeatsFrom: stringOf(fields['repeatsFrom']) }),
    ...present({
      saidAlone:
        sequentialRepliesFromJson(fields['saidAlone']) ?? sequentialRepliesFromText(stringOf(fields['saidAlone'])),
    }),
    ...present({ peakRatePerS: numberOf(fields['peakRatePerS']), steps: numberOf(fields['steps']) }),
    ...present({ concurrency: stringOf(fields['concurrency']), levelMs: stringOf(fields['levelMs']) }),
    ...present({ turns: numberOf(fields['turns']), thinkMs: numberOf(fields['thinkMs']) }),
    ...present({ maxCredits: numberOf(fields['maxCredits']), learningCredits: numberOf(fields['learningCredits']) }),
    ...present({ requestsAsked: numberOf(fields['requestsAsked']) }),
    ...present({ format: stringOf(fields['format']) }),
    ...present({ until: stringOf(fields['until']), askedMs: numberOf(fields['askedMs']) }),
    ...(fields['contentLearned'] === true && { contentLearned: true }),
    ...(fields['sameInput'] === true && { sameInput: true }),
    ...(fields['audit'] === true && { audit: true }),
  };
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
