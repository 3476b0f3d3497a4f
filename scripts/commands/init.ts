import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseTargetUrl } from '../../conformance/settings/setting-urls.ts';
import { parseOneOf, type Parsed } from '../../conformance/settings/setting-values.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { ownCommand } from '../package/own-command.ts';
import { resourceUrl } from '../package/resources.ts';
import { makeFolder } from '../input/make-folder.ts';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

type NewFile = { readonly path: string; readonly text: string; readonly mode: number };

/** The placeholder in the example for the repository of assay, whose name only the user knows. */
const unnamedAction = /your-organisation\/assay@\S+/g;

/**
 * `assay init`: the commented settings, and the workflow or script that uses them. Existing files are not replaced
 * unless asked for; if one exists, nothing is written.
 */
export async function init(_args: readonly string[], flags: RawSettings): Promise<number> {
  const files = filesFor(flags);
  const present = files.filter(({ path }) => existsSync(path)).map(({ path }) => path);
  if (present.length > 0 && flags['force'] !== true)
    throw new UsageError(
      `${present.join(' and ')} ${present.length === 1 ? 'is' : 'are'} there already; --force replaces what is there`,
    );
  for (const file of files) write(file);
  console.log([...files.map(({ path }) => `wrote ${path}`), ...nextSteps(flags, files)].join('\n'));
  return 0;
}

function filesFor(flags: RawSettings): readonly NewFile[] {
  const kinds = ['github', 'shell'] as const;
  const chosen = flags['workflow'] === undefined ? kinds : [valueOf(parseOneOf('workflow', flags['workflow'], kinds))];
  if (flags['action'] !== undefined && !chosen.includes('github'))
    throw new UsageError('--action is for the workflow of GitHub: leave out --workflow, or take --workflow github');
  const workflows: Readonly<Record<(typeof kinds)[number], () => NewFile>> = {
    github: () => ({ path: '.github/workflows/assay.yml', text: workflowFor(flags['action']), mode: 0o644 }),
    shell: () => ({ path: 'assay-staging.sh', text: example('staging.sh'), mode: 0o755 }),
  };
  return [
    { path: 'assay.yaml', text: settingsFor(flags['target']), mode: 0o644 },
    ...chosen.map((kind) => workflows[kind]()),
  ];
}

function settingsFor(target: unknown): string {
  const text = example('assay.yaml');
  if (target === undefined) return text;
  const url = valueOf(parseTargetUrl(target));
  return text.replace(/^#target: .*$/m, () => `target: ${url}`);
}

function workflowFor(action: unknown): string {
  const text = example('github.yml');
  if (action === undefined) return text;
  if (typeof action !== 'string' || !/^[\w.-]+\/[\w./-]+@[\w./-]+$/.test(action))
    throw new UsageError(`--action is ${JSON.stringify(action)}, expected owner/name@version`);
  return text.replaceAll(unnamedAction, () => action);
}

function example(file: string): string {
  return readFileSync(resourceUrl(`examples/ci/${file}`), 'utf8');
}

function valueOf<T>(outcome: Parsed<T>): T {
  if (outcome.is === 'value') return outcome.value;
  throw new UsageError(outcome.error);
}

function write({ path, text, mode }: NewFile): void {
  try {
    makeFolder(resolve(dirname(path)));
    writeFileSync(path, text, { mode });
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${errorMessage(error)}`);
  }
}

function nextSteps({ target, action }: RawSettings, files: readonly NewFile[]): readonly string[] {
  const [unnamed] = files.flatMap(({ path, text }) =>
    (text.match(unnamedAction) ?? []).map((name) => ({ path, name })),
  );
  return [
    ...(target === undefined ? ['next: name the service in assay.yaml (target), or in ASSAY_TARGET'] : []),
    ...(action === undefined && unnamed !== undefined
      ? [`next: in ${unnamed.path}, name the repository that holds assay in place of ${unnamed.name}`]
      : []),
    `next: ${ownCommand(process.cwd())} doctor`,
  ];
}
