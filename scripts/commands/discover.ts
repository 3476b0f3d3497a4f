import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { checks } from '../../conformance/index.ts';
import { observations } from '../content/observation.ts';
import { observedIn } from '../../conformance/engine/run/assemble.ts';
import type { Dialect } from '../../conformance/engine/run/dialect.ts';
import { createEngine } from '../../conformance/engine/engine.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Observed } from '../../conformance/model/run.ts';
import { planFrom } from '../../conformance/engine/plan.ts';
import { runChecks } from '../../conformance/engine/run-checks.ts';
import type { RunWork } from '../../conformance/model/work.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { classify } from '../../conformance/classification/classify.ts';
import { stoppedBlock } from '../../reports/check/stopped.ts';
import { escapeControls, escapeControlsInJson } from '../../reports/text/visible.ts';
import { interruptedCodes, listenForInterruption } from '../output/interruption.ts';
import { print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { awaitTarget } from '../input/await-target.ts';
import { withoutSecrets } from '../input/known-secrets.ts';
import { rememberWorkspaceToken } from '../input/ordinary-tokens.ts';
import { readCa, readSettings } from '../input/read-settings.ts';
import { contactTarget } from '../input/asked-target.ts';
import { openTarget, targetLine, type Target } from '../input/target.ts';
import { tryToWrite } from '../input/try-to-write.ts';
import { StorageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';
import { version } from '../package/version.ts';
import { unreturnedText } from '../results/unreturned-text.ts';
import { observationsOf } from '../input/work.ts';

/**
 * `assay discover`: writes what the target does where the document leaves it open, to `--dialect FILE` (JSON where the
 * name says so, else YAML) or to stdout. Messages go to stderr. Ends 2 where nothing could be observed.
 */
export async function discover(_args: readonly string[], flags: RawSettings): Promise<number> {
  const settings = await readSettings(flags);
  const work = observationsOf(settings);
  const ca = readCa(settings);
  if (settings.dialectFile !== undefined) tryToWrite('--dialect', settings.dialectFile);
  await awaitTarget(settings, ca);
  const interruption = listenForInterruption();
  const target = await contactTarget(await openTarget(settings), settings, ca, interruption.signal);
  try {
    const { url, unanswered } = target;
    if (unanswered !== undefined) {
      print(stoppedBlock('discover', { url, unanswered }, terminalStyle(process.stderr)), process.stderr);
      console.error(`0 of ${work.observations.length} observations seen, and nothing written`);
      return 2;
    }
    console.error(targetLine('discover', target));
    const { dialect, hurdle, broken } = await seenOf({ settings, work, ca, target }, interruption.signal);
    const by = interruption.by();
    if (by !== undefined) return interruptedCodes[by];
    const asked = work.observations.length;
    const seen = `${dialect.observations.length} of ${asked} observations seen`;
    print(hurdle === undefined ? seen : `${seen}: ${escapeControls(hurdle)}`, process.stderr);
    if (dialect.observations.length === 0) return 2;
    await write(dialect, settings.dialectFile);
    if (broken !== undefined) throw new Error(`${broken.id}: ${broken.defect ?? broken.value}`);
    return 0;
  } finally {
    await target.close();
    interruption.stopListening();
  }
}

/** What was observed, and the first obstacle to observing more. */
type Discovered = {
  readonly dialect: Dialect;
  readonly hurdle: string | undefined;
  readonly broken: Observed | undefined;
};

type DiscoverInput = {
  readonly settings: Settings;
  readonly work: RunWork;
  readonly ca: string | undefined;
  readonly target: Target;
};

async function seenOf({ settings, work, ca, target }: DiscoverInput, signal: AbortSignal): Promise<Discovered> {
  const exchanges: Exchange[] = [];
  const plan = planFrom(work, checks, { ...target, bot: settings.bot });
  const maxCredits = Math.min(settings.maxCredits ?? plan.atMost.credits, plan.atMost.credits);
  const { url, token, otherToken, spentToken, provisioner } = target;
  const given = { target: url, token, otherToken, spentToken, provisioner, ca, maxCredits };
  const tellWait = (line: string): void => print(line, process.stderr);
  const options = {
    ...settings,
    ...given,
    seed: settings.seed ?? randomInt(2 ** 32),
    learnt: rememberWorkspaceToken,
    tellWait,
  };
  const keep = (event: { readonly is: string; readonly exchange?: Exchange }): void => {
    if (event.exchange !== undefined) exchanges.push(event.exchange);
  };
  const engine = createEngine(options, checks, keep, signal);
  try {
    await runChecks([], work, engine, () => undefined);
  } finally {
    const said = unreturnedText(await engine.close());
    if (said !== undefined) print(said, process.stderr);
  }
  const asked = new Set(work.observations);
  const seen = observedIn(
    exchanges,
    observations.filter((observation) => asked.has(observation)),
  );
  const dialect: Dialect = {
    schema: 'assay.dialect/1',
    tool: { name: 'assay', version },
    target: url,
    seenAt: new Date().toISOString(),
    observations: seen.filter(({ defect }) => defect === undefined),
  };
  const broken = seen.find(({ defect }) => defect !== undefined);
  return { dialect, broken, hurdle: dialect.observations.length === 0 ? hurdleIn(exchanges) : undefined };
}

function hurdleIn(exchanges: readonly Exchange[]): string | undefined {
  const [first] = exchanges.map((exchange) => classify(exchange, { status402: true }));
  if (first?.is === 'outage') return first.because;
  return first?.is === 'noResponse' ? first.mismatch.observed : undefined;
}

/** YAML has escapes for control characters only within double quotes. */
async function yamlOf(dialect: Dialect): Promise<string> {
  const { stringify } = await import('yaml');
  const plain = stringify(dialect, { lineWidth: 0 });
  if (plain === escapeControls(plain, '\n')) return plain;
  return escapeControlsInJson(
    stringify(dialect, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' }),
  );
}

async function write(dialect: Dialect, file: string | undefined): Promise<void> {
  const text =
    file?.endsWith('.json') === true
      ? `${escapeControlsInJson(JSON.stringify(dialect, null, 2))}\n`
      : await yamlOf(dialect);
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, withoutSecrets(text));
  } catch (error) {
    throw new StorageError(`--dialect ${file} could not be written: ${errorMessage(error)}`);
  }
  print(`written to ${escapeControls(file)}; assay check --dialect takes it, and reports what changes`, process.stderr);
}
