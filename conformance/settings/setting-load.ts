import { speechFormats, type SpeechFormat } from '../contract/limits.ts';
import {
  parseDurationMs,
  parseDurationOrNoneMs,
  parseInteger,
  numbers,
  parseSwitch,
  parseOneOf,
  parsePositive,
  parseText,
  type Parsed,
} from './setting-values.ts';

/** Options of `load` alone; undefined leaves them to the scenario. */
export type LoadOptions = {
  readonly ratePerS: number | undefined;
  readonly durationMs: number | undefined;
  readonly warmupMs: number | undefined;
  readonly maxInFlight: number | undefined;
  readonly arrivals: 'poisson' | 'constant' | 'trace' | undefined;
  /** A file of times and bodies. */
  readonly traceFile: string | undefined;
  readonly slo: string | undefined;
  /** The rule by which events carry text of the reply. */
  readonly content: string | undefined;
  readonly peakRatePerS: number | undefined;
  readonly steps: number | undefined;
  readonly turns: number | undefined;
  readonly thinkMs: number | undefined;
  readonly mix: string | undefined;
  readonly format: SpeechFormat | undefined;
  readonly sameInput: boolean;
  readonly timestamps: 'kernel' | 'user' | undefined;
  /** Undefined: only where user timestamps are used. */
  readonly canary: boolean | undefined;
  /** Repeat messages, and send requests that look like those of a common client. */
  readonly audit: boolean;
  /** The numbers of users of a sweep, as written. */
  readonly sweepConcurrency: string | undefined;
};

export const loadNames = [
  'rate',
  'duration',
  'warmup',
  'max-in-flight',
  'arrivals',
  'trace',
  'slo',
  'content',
  'peak',
  'steps',
  'turns',
  'think',
  'mix',
  'format',
  'same-input',
  'timestamps',
  'canary',
  'audit',
  'sweep-concurrency',
];

/** Reads a raw value where there is one; a mistake in it becomes an error. */
type ReadSetting = <T>(name: string, parse: (name: string, value: unknown) => Parsed<T>) => T | undefined;

export function loadOptions(read: ReadSetting, wrong: (error: string) => void): LoadOptions {
  const count = (name: string): number | undefined => read(name, (_, value) => parseInteger(name, value, 1));
  const word = <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
    read(name, (_, value) => parseOneOf(name, value, words));
  const options = {
    ratePerS: read('rate', parsePositive),
    durationMs: read('duration', parseDurationMs),
    warmupMs: read('warmup', parseDurationOrNoneMs),
    maxInFlight: count('max-in-flight'),
    arrivals: word('arrivals', ['poisson', 'constant', 'trace'] as const),
    traceFile: read('trace', parseText),
    slo: read('slo', parseText),
    content: read('content', parseText),
    peakRatePerS: read('peak', parsePositive),
    steps: count('steps'),
    turns: count('turns'),
    thinkMs: read('think', parseDurationMs),
    mix: read('mix', parseText),
    format: word('format', speechFormats),
    sameInput: read('same-input', parseSwitch) ?? false,
    timestamps: word('timestamps', ['kernel', 'user'] as const),
    canary: read('canary', parseSwitch),
    audit: read('audit', parseSwitch) ?? false,
    sweepConcurrency: read('sweep-concurrency', numbers),
  };
  const contradiction = traceMistake(options);
  if (contradiction !== undefined) wrong(contradiction);
  return options;
}

function traceMistake({ arrivals, traceFile }: Pick<LoadOptions, 'arrivals' | 'traceFile'>): string | undefined {
  if (arrivals === 'trace' && traceFile === undefined)
    return '--arrivals is "trace", which needs --trace FILE too, a file of times and bodies';
  if (arrivals !== undefined && arrivals !== 'trace' && traceFile !== undefined)
    return `--arrivals is "${arrivals}", expected "trace", as --trace gives the times`;
  return undefined;
}
