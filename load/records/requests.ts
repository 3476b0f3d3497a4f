import type { RequestsHeader } from '../../conformance/contract/formats/load/requests.ts';
import { asObject, parseJson, asNumber, withoutUndefined, asString, type JsonFields } from './narrow.ts';
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
  const fields = asObject(parseJson(line));
  if (fields?.['schema'] !== 'assay.requests/1') return undefined;
  const [t0UnixNs, seed] = [asNumber(fields['t0UnixNs']), asNumber(fields['seed'])];
  const [run, scenario] = [asString(fields['run']), asString(fields['scenario'])];
  const settings = settingsOf(fields['settings']);
  if (t0UnixNs === undefined || Math.abs(t0UnixNs) > latestUnixNs || seed === undefined || run === undefined)
    return undefined;
  if (scenario === undefined || settings === undefined) return undefined;
  return {
    schema: 'assay.requests/1',
    stamps: fields['stamps'] === 'kernel' ? 'kernel' : 'user',
    ...withoutUndefined({ t0MonotonicNs: asNumber(fields['t0MonotonicNs']), segment: asString(fields['segment']) }),
    ...withoutUndefined({ clockOffsetNs: asNumber(fields['clockOffsetNs']) }),
    t0UnixNs,
    seed,
    run,
    scenario,
    settings,
  };
}

function settingsOf(value: unknown): LoadSettings | undefined {
  const fields = asObject(value);
  const [target, botId] = [asString(fields?.['target']), asString(fields?.['botId'])];
  const arrivals = arrivalKinds.find((kind) => kind === fields?.['arrivals']);
  const numbers = fields && numericSettingsOf(fields);
  if (!fields || target === undefined || botId === undefined || arrivals === undefined || !numbers) return undefined;
  if (!((asNumber(fields['steps']) ?? 1) <= mostSteps)) return undefined;
  return { target, botId, arrivals, ...numbers, ...optionalSettingsOf(fields) };
}

function optionalSettingsOf(fields: JsonFields): Partial<LoadSettings> {
  return {
    ...withoutUndefined({ mix: asString(fields['mix']), slo: asString(fields['slo']) }),
    ...withoutUndefined({ content: asString(fields['content']), contentFrom: asString(fields['contentFrom']) }),
    ...withoutUndefined({ repeats: asString(fields['repeats']), repeatsFrom: asString(fields['repeatsFrom']) }),
    ...withoutUndefined({
      saidAlone:
        sequentialRepliesFromJson(fields['saidAlone']) ?? sequentialRepliesFromText(asString(fields['saidAlone'])),
    }),
    ...withoutUndefined({ peakRatePerS: asNumber(fields['peakRatePerS']), steps: asNumber(fields['steps']) }),
    ...withoutUndefined({ concurrency: asString(fields['concurrency']), levelMs: asString(fields['levelMs']) }),
    ...withoutUndefined({ turns: asNumber(fields['turns']), thinkMs: asNumber(fields['thinkMs']) }),
    ...withoutUndefined({
      maxCredits: asNumber(fields['maxCredits']),
      learningCredits: asNumber(fields['learningCredits']),
    }),
    ...withoutUndefined({ requestsAsked: asNumber(fields['requestsAsked']) }),
    ...withoutUndefined({ format: asString(fields['format']) }),
    ...withoutUndefined({ until: asString(fields['until']), askedMs: asNumber(fields['askedMs']) }),
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

function numericSettingsOf(fields: JsonFields): NumericSettings | undefined {
  const values = numericSettings.map((name) => [name, asNumber(fields[name])] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(values) as NumericSettings;
}
