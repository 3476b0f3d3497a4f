import type { Strict } from '../model/level.ts';
import { filledInFile, maskedNames, variableNames } from './file-settings.ts';
import { listOf, variablesIn, type Environment, type Named } from './variables.ts';
import { environmentNames, type RawSettings } from './setting-names.ts';
import { loadOptions, type LoadOptions } from './setting-load.ts';
import {
  bearable,
  botId,
  durationMs,
  headerField,
  integer,
  label,
  onOrOff,
  strictness,
  text as textValue,
  type Parsed,
} from './setting-values.ts';
import { provisioner as provisionerValue, targetUrl } from './setting-urls.ts';

export type { RawSettings };

/** What the user asked for, checked and with defaults in place; the same for every command and the Vitest binding. */
export type Settings = {
  /** Undefined: the embedded reference service. */
  readonly target: string | undefined;
  readonly token: string | undefined;
  readonly otherToken: string | undefined;
  /** Of a workspace that has nothing left. */
  readonly spentToken: string | undefined;
  readonly provisioner: string | undefined;
  /** What assay.yaml decides of where a run sends, what it shows and what it excuses: its author need not be who runs it. */
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
  /** How long the target may take to come up before anything else is sent; undefined: it is not waited for. */
  readonly waitMs: number | undefined;
  readonly maxCredits: number | undefined;
  /** Undefined: the command picks one and says which. */
  readonly seed: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  /** What variables put into header fields and the provisioner of assay.yaml: any of them may be a secret. */
  readonly fileSecrets: Named;
  readonly caFile: string | undefined;
  readonly http2: boolean;
  /** A file of known failures. */
  readonly knownFailuresFile: string | undefined;
  /** The file of the target's dialect: `discover` writes it, `check` compares with it. */
  readonly dialectFile: string | undefined;
  /** What the run is called. */
  readonly label: string | undefined;
  readonly out: string | undefined;
  /** How long the command may go on in all; undefined: until everything is done. */
  readonly forMs: number | undefined;
  readonly fuzz: FuzzOptions;
  /** Its time-out has another default than that of checks. */
  readonly load: LoadOptions & { readonly timeoutMs: number | undefined };
};

/** What is asked of `fuzz` only. */
type FuzzOptions = {
  /** Generated cases; undefined: as the time allows, or where none is given, a number that the command knows. */
  readonly runs: number | undefined;
  /** A file of inputs to try again, and nothing else. */
  readonly replayFile: string | undefined;
  /** A file of inputs to try first; what is found is added. */
  readonly corpusFile: string | undefined;
};

type SettingsOutcome =
  | { readonly is: 'settings'; readonly settings: Settings }
  | {
      readonly is: 'invalid';
      readonly errors: readonly string[];
      /** What variables put into the file: an error may repeat it. */
      readonly fileSecrets: Named;
    };

/** Of --timeout, where checks are judged. */
export const usualTimeoutMs = 10_000;

/** What says which service is meant, and how to get into it: of the environment and the file none of it counts with `--embedded`. */
const wayNames = [...Object.keys(environmentNames), 'bot', 'header', 'ca'];

/** Settings that the first line of a run names, where the file gives them. */
const namedNames = ['target', 'provisioner', 'header', 'ca', 'bot', 'other-bot', 'label', 'out', 'known-failures'];

/**
 * Flags beat the environment, which beats the file; `--embedded`, a flag, beats the targets of both. Pure: every mistake
 * comes back as a sentence, all of them at once.
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
  const fromFile = filledInFile(file, env, errors, { isUnused: (name) => unused.includes(name), isOfFile });
  const raw = (name: string): unknown => flags[name] ?? fromEnv(name) ?? fromFile[name];
  const secretsIn = (names: readonly string[]): Named =>
    names.filter(isOfFile).flatMap((name) => variablesIn(file[name], env));
  const text = (name: string): string | undefined => optional(raw(name), (value) => read(textValue(name, value)));
  const secret = (name: string): string | undefined => optional(text(name), (value) => read(bearable(name, value)));
  const bot = (name: string): string | undefined => optional(text(name), (value) => read(botId(name, value)));
  const number = (name: string, least: number): number | undefined =>
    optional(raw(name), (value) => read(integer(name, value, least)));

  const timeoutMs = optional(raw('timeout'), (value) => read(durationMs('timeout', value)));

  const settings: Settings = {
    target: optional(raw('target'), (value) => read(targetUrl(value))),
    token: secret('token'),
    otherToken: secret('other-token'),
    spentToken: secret('spent-token'),
    // That of the file can be refused only by a word.
    provisioner: optional(raw('provisioner'), (value) =>
      value === 'none' ? undefined : read(provisionerValue('provisioner', value)),
    ),
    ofFile: namedNames.filter((name) => raw(name) !== undefined && isOfFile(name)),
    bot: bot('bot'),
    otherBot: bot('other-bot'),
    only: listOf(raw('only')),
    profile: text('profile'),
    require: text('require'),
    strict: read(strictness('strict', raw('strict'))) ?? false,
    concurrency: number('concurrency', 1) ?? 64,
    timeoutMs: timeoutMs ?? usualTimeoutMs,
    waitMs: optional(raw('wait'), (value) => read(durationMs('wait', value))),
    maxCredits: number('max-credits', 0),
    seed: number('seed', 0),
    headers: listOf(raw('header'))
      .map((line) => read(headerField(line)))
      .filter((field) => field !== undefined),
    fileSecrets: secretsIn(maskedNames),
    caFile: text('ca'),
    http2: read(onOrOff('http2', raw('http2'))) ?? false,
    knownFailuresFile: text('known-failures'),
    dialectFile: text('dialect'),
    label: optional(raw('label'), (value) => read(label('label', value))),
    out: text('out'),
    forMs: optional(raw('time'), (value) => read(durationMs('time', value))),
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

/** The target that the environment, else the file, names, whatever else they hold; an empty variable names none. */
export function targetNamed(env: Environment, file: RawSettings): Parsed<string> | undefined {
  const errors: string[] = [];
  const fromEnv = env['ASSAY_TARGET'];
  const isEmpty = fromEnv === undefined || fromEnv.trim() === '';
  const named = isEmpty ? filledInFile({ target: file['target'] }, env, errors)['target'] : fromEnv;
  const [error] = errors;
  if (error !== undefined) return { is: 'error', error };
  return optional(named, targetUrl);
}

type SettingSources = { readonly flags: RawSettings; readonly env: Environment; readonly file: RawSettings };

/** With `CI` set a forgotten variable would otherwise be a green run against assay's own service. */
function missingEmbedded(settings: Settings, { flags, env, file }: SettingSources): readonly string[] {
  const inCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false';
  if (settings.target !== undefined || !inCi || flags['embedded'] === true) return [];
  // What is wrong with one that was given has been said.
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
