import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors/usage-error.ts';

/** One call of assay with a result folder of its own. */
export type CiCommand = {
  readonly name: 'check' | 'fuzz' | 'load' | 'compare';
  readonly args: readonly string[];
  /** Where its results are. */
  readonly folder: string;
};

export type CiWork = {
  readonly commands: readonly CiCommand[];
  readonly out: string;
  /** The folder of earlier results, to which these are added. */
  readonly history: string | undefined;
  readonly env: NodeJS.ProcessEnv;
};

/** The default in action.yml for optional inputs. An empty input then means a missing variable or secret. */
const none = 'none';
/** The default for inputs that assay.yaml may give; for these, "none" turns off the file's value. */
const ofFile = 'assay.yaml';

const secretVariables: Readonly<Record<string, string>> = {
  target: 'ASSAY_TARGET',
  token: 'ASSAY_TOKEN',
  'other-token': 'ASSAY_OTHER_TOKEN',
  provisioner: 'ASSAY_PROVISIONER',
};

/**
 * The work that the inputs of action.yml (`INPUT_…`) ask for. Secrets stay in the environment: every user of a machine
 * can read a command line. Throws a UsageError before anything is sent.
 */
export function workFromInputs(env: NodeJS.ProcessEnv): CiWork {
  const input = (name: string): string => (env[variableOf(name)] ?? '').trim();
  const out = resolve(input('out') || 'assay-results');
  const checks = checkOf(input, out);
  const commands = [...checks, ...fuzzOf(input, out), ...loadOf(input, out, checks)];
  if (commands.length === 0)
    throw new UsageError(
      'check is false, and neither fuzz nor load is given: there is nothing to do; set check: true, or give fuzz or load',
    );
  if (!isFresh(out))
    throw new UsageError(
      `out ${out} is there already, and is no empty folder: what is in it would be uploaded, and told as of this run; name another with out`,
    );
  const history = input('history') === '' ? undefined : resolve(input('history'));
  return { commands, out, history, env: environmentFor(env) };
}

/**
 * The whole folder is uploaded, and uploading follows links: a branch that contains such a folder could put
 * `.git/config`, with the token of the checkout, into the artefact.
 */
function isFresh(out: string): boolean {
  return !existsSync(out) || (lstatSync(out).isDirectory() && readdirSync(out).length === 0);
}

/** `INPUT_MAX_CREDITS` for `max-credits`. */
function variableOf(name: string): string {
  return `INPUT_${name.toUpperCase().replaceAll('-', '_')}`;
}

type Input = (name: string) => string;

function checkOf(input: Input, out: string): readonly CiCommand[] {
  const folder = join(out, 'check');
  if (!onOrOff('check', input('check') || 'true')) return [];
  const strict = strictOf(input('strict'));
  const only = input('only')
    .split(/[\s,]+/)
    .filter((glob) => glob !== '')
    .map((glob) => `--only=${glob}`);
  const named = flags(input, [
    'bot',
    'other-bot',
    'profile',
    'require',
    'known-failures',
    'dialect',
    'max-credits',
    'label',
  ]);
  return [{ name: 'check', args: ['check', ...named, ...only, ...strict, `--out=${folder}`], folder }];
}

function strictOf(value: string): readonly string[] {
  if (value === 'http') return ['--strict=http'];
  if (value === 'true') return ['--strict'];
  if (value === 'false' || value === '') return [];
  throw new UsageError(`strict is ${JSON.stringify(value)}, expected true, false or http`);
}

function fuzzOf(input: Input, out: string): readonly CiCommand[] {
  const folder = join(out, 'fuzz');
  if (input('fuzz') === '') return [];
  const named = flags(input, ['bot', 'max-credits', 'label']);
  return [{ name: 'fuzz', args: ['fuzz', `--time=${input('fuzz')}`, ...named, `--out=${folder}`], folder }];
}

function loadOf(input: Input, out: string, checks: readonly CiCommand[]): readonly CiCommand[] {
  const folder = join(out, 'load');
  const audit = onOrOff('audit', input('audit') || 'false') ? ['--audit'] : [];
  const own = ['rate', 'duration', 'slo', 'content'];
  const given = [...own, 'sweep-concurrency', 'baseline', 'fail-if'].filter((name) => input(name) !== '');
  const asked = [...given, ...audit.map(() => 'audit')];
  if (input('load') === '') {
    if (asked.length > 0)
      throw new UsageError(`${asked.join(', ')} given without load; name a scenario, such as stream`);
    return [];
  }
  const users = input('sweep-concurrency');
  const levels = users === '' ? [] : [`--concurrency=${users}`];
  const named = flags(input, ['bot', ...own, 'max-credits', 'label']);
  // A fast but wrong service must not look good: the result of the check stands before the figures.
  const gate = checks.map((check) => `--gate=${check.folder}`);
  const args = ['load', ...named, ...levels, ...audit, ...gate, `--out=${folder}`, '--', input('load')];
  const load: CiCommand = { name: 'load', args, folder };
  return [load, ...compareOf(input, out, folder)];
}

function compareOf(input: Input, out: string, measured: string): readonly CiCommand[] {
  const given = input('baseline');
  if (given === '') {
    if (input('fail-if') !== '') throw new UsageError('fail-if is given without baseline, the results to compare with');
    return [];
  }
  const baseline = resolve(given);
  if (!existsSync(join(baseline, 'requests.ndjson')))
    throw new UsageError(`baseline ${baseline} is not a result folder of a load run: requests.ndjson is not in it`);
  const folder = join(out, 'compare');
  const args = ['compare', ...flags(input, ['fail-if']), `--out=${folder}`, '--', baseline, measured];
  return [{ name: 'compare', args, folder }];
}

/** `--name=value`, so that a value that begins with a dash is not taken for a flag. */
function flags(input: Input, names: readonly string[]): readonly string[] {
  return names.filter((name) => input(name) !== '').map((name) => `--${name}=${input(name)}`);
}

function onOrOff(name: string, value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new UsageError(`${name} is ${JSON.stringify(value)}, expected true or false`);
}

/** With CI set, a forgotten target never falls back to the embedded service, on whatever CI system. */
function environmentFor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith('INPUT_'));
  const given = Object.entries(secretVariables).flatMap(([name, variable]) => {
    const value = env[variableOf(name)];
    const isLeftOut = value === undefined || value === ofFile || (value === none && name !== 'provisioner');
    return isLeftOut ? [] : [[variable, value] as const];
  });
  return { CI: 'true', ...Object.fromEntries([...inherited, ...given]) };
}
