import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';

/**
 * The part of GitHub's runner that a composite action needs, so that a test runs the text of action.yml as it is
 * shipped.
 */

export const root = join(import.meta.dirname, '..', '..');

export type ActionStep = {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
};

type Action = {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
};

export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

/** A copy of the repository's files, as the runner checks out an action. */
export function checkedOut(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-action-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  for (const file of files.toString('utf8').split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  return folder;
}

type Command = {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
};

export type ActionRun = {
  /** The first exit code that is not 0. */
  readonly code: number;
  readonly log: string;
  /** Commands that the runner obeyed. */
  readonly commands: readonly Command[];
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The inputs of the `uses` steps that ran. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
  readonly workspace: string;
};

type Given = {
  readonly actionPath: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly workspace: string;
  /** True where an earlier run installed it. */
  readonly installed?: boolean;
};

/** Runs each step whose condition holds. For actions of other repositories it only records their inputs. */
export async function runAction({ actionPath, inputs, workspace, installed = false }: Given): Promise<ActionRun> {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''] as const);
  const values = new Map<string, string>();
  for (const [name, value] of [...defaults, ...Object.entries(inputs)]) values.set(`inputs.${name}`, value);
  const temp = mkdtempSync(join(tmpdir(), 'assay-runner-'));
  const summaryFile = join(temp, 'summary');
  writeFileSync(summaryFile, '');
  const used: { uses: string; with: Readonly<Record<string, string>> }[] = [];
  let [code, log] = [0, ''];
  for (const [at, step] of action.runs.steps.entries()) {
    if (!holds(step.if, values, code) || (installed && isInstall(step))) continue;
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: filledIn(step.with ?? {}, values) });
      continue;
    }
    const outputFile = join(temp, `output-${at}`);
    writeFileSync(outputFile, '');
    const result = await runStep(step, {
      cwd: workspace,
      env: {
        ...runnerEnvironment(actionPath, temp),
        GITHUB_OUTPUT: outputFile,
        GITHUB_STEP_SUMMARY: summaryFile,
        GITHUB_WORKSPACE: workspace,
        ...filledIn(step.env ?? {}, values),
      },
      script: join(temp, `step-${at}.sh`),
    });
    log += result.log;
    code = code === 0 ? result.code : code;
    for (const [name, value] of outputsIn(outputFile)) values.set(`steps.${step.id ?? ''}.outputs.${name}`, value);
  }
  const outputs = filledIn(
    Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, value])),
    values,
  );
  return {
    code,
    log,
    commands: workflowCommandsIn(log),
    summary: readFileSync(summaryFile, 'utf8'),
    outputs,
    used,
    workspace,
  };
}

const isInstall = ({ run = '' }: ActionStep): boolean => run.includes('npm ci');

function runnerEnvironment(actionPath: string, temp: string): NodeJS.ProcessEnv {
  const decided = /^(ASSAY_|INPUT_|GITHUB_|CI$|NO_COLOR$|FORCE_COLOR$|https?_proxy$)/i;
  const inherited = Object.entries(process.env).filter(([name]) => !decided.test(name));
  return {
    ...Object.fromEntries(inherited),
    // The effect of actions/setup-node.
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: actionPath,
    GITHUB_ENV: join(temp, 'env'),
    RUNNER_TEMP: temp,
  };
}

type StepPlace = { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly script: string };

/** Starts a step as the runner does for `shell: bash`; both streams go into one log. */
function runStep(
  { run = '', shell }: ActionStep,
  { cwd, env, script }: StepPlace,
): Promise<{ code: number; log: string }> {
  if (shell !== 'bash') throw new Error(`the shell is ${shell ?? 'not said'}, expected bash`);
  writeFileSync(script, run);
  const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], { cwd, env });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 70, log }));
  });
}

/** Fills in `${{ inputs.x }}` and `${{ steps.x.outputs.y }}`; unknown values are empty, as in the runner. */
export function filledIn(
  texts: Readonly<Record<string, string>>,
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const fill = (text: unknown): string =>
    String(text).replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => values.get(name) ?? '');
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
}

/** Evaluates the few forms of conditions in action.yml; without `always()` a step runs only after success. */
function holds(condition: string | undefined, values: ReadonlyMap<string, string>, code: number): boolean {
  const parts = (condition ?? 'success()').split(' && ');
  const ofStatus = parts.includes('always()') || code === 0;
  return (
    ofStatus &&
    parts.every((part) => {
      if (part === 'always()' || part === 'success()') return true;
      const [, name, wanted] = /^([\w.-]+) != '([^']*)'$/.exec(part) ?? [];
      if (name === undefined) throw new Error(`a condition that this test cannot read: ${part}`);
      return (values.get(name) ?? '') !== wanted;
    })
  );
}

function outputsIn(file: string): readonly (readonly [name: string, value: string])[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    });
}

/** The commands of a log that the runner obeys, by the rules of its ActionCommand and ActionCommandManager. */
export function workflowCommandsIn(log: string): readonly Command[] {
  const commands: Command[] = [];
  let stopped: string | undefined;
  for (const line of log.split(/\r\n|\r|\n/)) {
    const command = beginning(line) ?? within(line);
    if (command === undefined) continue;
    if (stopped !== undefined) {
      if (command.name === stopped) stopped = undefined;
      continue;
    }
    if (command.name === 'stop-commands') stopped = command.data;
    commands.push(command);
  }
  return commands;
}

function beginning(line: string): Command | undefined {
  const [, name = '', properties = '', text = ''] = /^\s*::([^ :]+)(?: (.*?))?::(.*)$/s.exec(line) ?? [];
  if (name === '') return undefined;
  const pairs = properties.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), unescaped(pair.slice(at + 1))] as const;
  });
  return { name, properties: Object.fromEntries(pairs.filter(([key]) => key !== '')), data: unescaped(text) };
}

function within(line: string): Command | undefined {
  const [, name = '', text = ''] = /##\[([^\] ]+)[^\]]*\](.*)$/s.exec(line) ?? [];
  return name === '' ? undefined : { name, properties: {}, data: unescaped(text) };
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { '0D': '\r', '0A': '\n', '3A': ':', '2C': ',', '25': '%' };
  return text.replaceAll(/%(0D|0A|3A|2C|25)/g, (_, code: string) => signs[code] ?? '');
}
