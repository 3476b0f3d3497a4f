import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/**
 * A gate of `npm test`: runs actionlint over the example workflows and action.yml. actionlint checks only workflows, so
 * the steps of the action are put into a workflow with the same inputs, and the examples use the action of this clone,
 * so that a wrong input is found too.
 */
const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const folder = 'examples/ci';

type Action = {
  readonly inputs: Readonly<Record<string, { readonly description?: string; readonly default?: string }>>;
  readonly runs: { readonly steps: readonly unknown[] };
};

function asWorkflow(text: string): string {
  const { inputs, runs } = parse(text) as Action;
  const typed = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, { ...input, type: 'string' }]));
  return stringify({
    on: { workflow_call: { inputs: typed } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: runs.steps } },
  });
}

/** The folder in which actionlint looks for the action that a workflow uses as `./`. */
const project = mkdtempSync(join(tmpdir(), 'assay-lint-'));
const workflows = join(project, '.github', 'workflows');
mkdirSync(workflows, { recursive: true });
mkdirSync(join(project, '.git'));
const action = readFileSync('action.yml', 'utf8');
writeFileSync(join(project, 'action.yml'), action);
writeFileSync(join(workflows, 'action.yml'), asWorkflow(action));
for (const file of readdirSync(folder).filter((each) => each.endsWith('.yml'))) {
  const text = readFileSync(join(folder, file), 'utf8');
  writeFileSync(join(workflows, file), text.replaceAll(/uses: your-organisation\/assay@\S+/g, 'uses: ./'));
}
const args = ['run', actionlint, '-shellcheck=', '-pyflakes='];
process.exitCode = spawnSync('go', args, { cwd: project, stdio: 'inherit' }).status ?? 1;
rmSync(project, { recursive: true });
