import type { Strict } from '../model/level.ts';
import { fillFileVariables, maskedNames, variableNames } from './file-settings.ts';
import { listOf, variablesIn, type Environment, type NamedSecrets } from './variables.ts';
import { environmentNames, type RawSettings } from './setting-names.ts';
import { loadOptions, type LoadOptions } from './setting-load.ts';
import {
  parseBearerToken,
  parseBotId,
  parseDurationMs,
  parseHeaderField,
  parseInteger,
  parseLabel,
  parseSwitch,
  parseStrictness,
  parseText as textValue,
  type Parsed,
} from './setting-values.ts';
import { parseProvisioner as provisionerValue, parseTargetUrl } from './setting-urls.ts';

export type { RawSettings };

/** The settings of the user, checked and with defaults; the same for every command and the Vitest binding. */
export type Settings = {
  /** Undefined: the embedded reference service. */
  readonly target: string | undefined;
  readonly token: string | undefined;
  readonly otherToken: string | undefined;
  /** The token of a workspace with nothing left. */
  readonly spentToken: string | undefined;
  readonly provisioner: string | undefined;
  /**
   * Settings from assay.yaml that decide where a run sends, what it shows and what it excuses: the author of the file
   * need not be the user who runs it.
   */
  readonly ofFile: readonly string[];
  readonly bot: string | undefined;
  /** The bot that the other token talks to. */
  readonly otherBot: string | undefined;
  readonly only: readonly string[];
  readonly profile: string | undefined;
  readonly require: string | undefined;
  readonly strict: Strict;
  readonly concurrency: number;
  readonly timeoutMs: number;
  /** How long the target may take to start before anything else is sent; undefined: the run does not wait. */
  readonly waitMs: number | undefined;
  readonly maxCredits: number | undefined;
  /** Undefined: the command picks a seed and reports it. */
  readonly seed: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  /** Values that variables put into header fields and the provisioner of assay.yaml: any of them may be a secret. */
  readonly fileSecrets: NamedSecrets;
  readonly caFile: string | undefined;
  readonly http2: boolean;
  /** A file of known failures. */
  readonly knownFailuresFile: string | undefined;
  /** The file of the dialect of the target: `discover` writes it, `check` compares with it. */
  readonly dialectFile: string | undefined;
  /** The name of the run. */
  readonly label: string | undefined;
  readonly out: string | undefined;
  /** How long the whole command may take; undefined: until everything is done. */
  readonly forMs: number | undefined;
  readonly fuzz: FuzzOptions;
  /** Its timeout has another default than that of checks. */
  readonly load: LoadOptions & { readonly timeoutMs: number | undefined };
};

/** Options of `fuzz` alone. */
type FuzzOptions = {
  /** Number of generated cases; undefined: as many as the time allows or, without a time, a default number. */
  readonly runs: number | undefined;
  /** A file of inputs to try again, and nothing else. */
  readonly replayFile: string | undefined;
  /** A file of inputs to try first; new findings are added. */
  readonly corpusFile: string | undefined;
};

type SettingsOutcome =
  | { readonly is: 'settings'; readonly settings: Settings }
  | {
      readonly is: 'invalid';
      readonly errors: readonly string[];
      /** Values that variables put into the file: an error may repeat them. */
      readonly fileSecrets: NamedSecrets;
    };

/** Default of --timeout for checks. */
export const usualTimeoutMs = 10_000;

/**
 * Settings that say which service is meant and how to access it: with `--embedded`, those of the environment and the
 * file are ignored.
 */
const wayNames = [...Object.keys(environmentNames), 'bot', 'header', 'ca'];

/** Settings that the first line of a run names where they come from the file. */
const namedNames = ['target', 'provisioner', 'header', 'ca', 'bot', 'other-bot', 'label', 'out', 'known-failures'];

/**
 * Flags take precedence over the environment, which takes precedence over the file; `--embedded`, a flag, replaces the
 * targets of both. Pure: all mistakes come back as sentences, together.
 */
export function settingsFrom(flags: RawSettings, env: Environment, file: RawSettings): SettingsOutcome {
  const errors: string[] = [];
  const read = <T>(outcome: Parsed<T>): T | undefined => {
    if (outcome.is === 'value') return outcome.value;
    errors.push(outcome.error);
    return undefined;
  };
  const unused = flags['embedded'] === true ? wayNames : [];
  const fromEnv = (name: string): unknown => (unused.includes(name) ? undefined : env[environmentNames[name] ?? '']);
  const isOfFile = (name: string): boolean => flags[name] === undefined && fromEnv(name) === undefined;
  const fromFile = fillFileVariables(file, env, errors, { isUnused: (name) => unused.includes(name), isOfFile });
  const raw = (name: string): unknown => flags[name] ?? fromEnv(name) ?? fromFile[name];
  const secretsIn = (names: readonly string[]): NamedSecrets =>
    names.filter(isOfFile).flatMap((name) => variablesIn(file[name], env));
  const text = (name: string): string | undefined => optional(raw(name), (value) => read(textValue(name, value)));
  const secret = (name: string): string | undefined =>
    optional(text(name), (value) => read(parseBearerToken(name, value)));
  const bot = (name: string): string | undefined => optional(text(name), (value) => read(parseBotId(name, value)));
  const number = (name: string, least: number): number | undefined =>
    optional(raw(name), (value) => read(parseInteger(name, value, least)));

  const timeoutMs = optional(raw('timeout'), (value) => read(parseDurationMs('timeout', value)));

  const settings: Settings = {
    target: optional(raw('target'), (value) => read(parseTargetUrl(value))),
    token: secret('token'),
    otherToken: secret('other-token'),
    spentToken: secret('spent-token'),
    // A provisioner in the file can only be turned off by a word.
    provisioner: optional(raw('provisioner'), (value) =>
      value === 'none' ? undefined : read(provisionerValue('provisioner', value)),
    ),
    ofFile: namedNames.filter((name) => raw(name) !== undefined && isOfFile(name)),
    bot: bot('bot'),
    otherBot: bot('other-bot'),
    only: listOf(raw('only')),
    profile: text('profile'),
    require: text('require'),
    strict: read(parseStrictness('strict', raw('strict'))) ?? false,
    concurrency: number('concurrency', 1) ?? 64,
    timeoutMs: timeoutMs ?? usualTimeoutMs,
    waitMs: optional(raw('wait'), (value) => read(parseDurationMs('wait', value))),
    maxCredits: number('max-credits', 0),
    seed: number('seed', 0),
    headers: listOf(raw('header'))
      .map((line) => read(parseHeaderField(line)))
      .filter((field) => field !== undefined),
    fileSecrets: secretsIn(maskedNames),
    caFile: text('ca'),
    http2: read(parseSwitch('http2', raw('http2'))) ?? false,
    knownFailuresFile: text('known-failures'),
    dialectFile: text('dialect'),
    label: optional(raw('label'), (value) => read(parseLabel('label', value))),
    out: text('out'),
    forMs: optional(raw('time'), (value) => read(parseDurationMs('time', value))),
    fuzz: {
      runs: number('runs', 1),
      replayFile: text('replay'),
      corpusFile: text('corpus'),
    },
    load: {
      ...loadOptions(
        (name, parse) => optional(raw(name), (value) => read(parse(name, value))),
        (error) => errors.push(error),
      ),
      timeoutMs,
    },
  };
  errors.push(...missingEmbedded(settings, { flags, env, file }), ...twoTargets(flags));
  const sourceOf = (name: string): string => {
    if (flags[name] !== undefined) return `--${name}`;
    if (fromEnv(name) !== undefined) return environmentNames[name] ?? `--${name}`;
    return fromFile[name] === undefined ? `--${name}` : `assay.yaml: ${name}`;
  };
  if (errors.length === 0) return { is: 'settings', settings };
  return {
    is: 'invalid',
    errors: errors.map((error) => error.replace(/^--([\w-]+)(?= )/, (_whole, name: string) => sourceOf(name))),
    fileSecrets: secretsIn(variableNames),
  };
}

/** The target of the environment, or else of the file, whatever else they contain; an empty variable names none. */
export function targetNamed(env: Environment, file: RawSettings): Parsed<string> | undefined {
  const errors: string[] = [];
  const fromEnv = env['ASSAY_TARGET'];
  const isEmpty = fromEnv === undefined || fromEnv.trim() === '';
  const named = isEmpty ? fillFileVariables({ target: file['target'] }, env, errors)['target'] : fromEnv;
  const [error] = errors;
  if (error !== undefined) return { is: 'error', error };
  return optional(named, parseTargetUrl);
}

type SettingSources = { readonly flags: RawSettings; readonly env: Environment; readonly file: RawSettings };

/** With `CI` set, a forgotten variable would otherwise run against assay's own service and pass. */
function missingEmbedded(settings: Settings, { flags, env, file }: SettingSources): readonly string[] {
  const inCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false';
  if (settings.target !== undefined || !inCi || flags['embedded'] === true) return [];
  // Mistakes in a given target have already been reported.
  if ([flags['target'], env['ASSAY_TARGET'], file['target']].some((each) => each !== undefined)) return [];
  return ['no target was given: --target URL or ASSAY_TARGET; in CI the embedded reference service needs --embedded'];
}

function twoTargets(flags: RawSettings): readonly string[] {
  if (flags['embedded'] !== true || flags['target'] === undefined) return [];
  return ['--embedded and --target name two services; give one of them'];
}

function optional<In, T>(value: In | undefined, parse: (value: In) => T | undefined): T | undefined {
  return value === undefined ? undefined : parse(value);
}
