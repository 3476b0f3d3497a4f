import { appendFileSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parsedJson } from '../../conformance/core/parsed-json.ts';
import { isProvisionerUrl } from '../../conformance/core/provisioner/ask.ts';
import { giveBack } from '../../conformance/core/provisioner/give-back.ts';
import { createReturns } from '../../conformance/core/provisioner/returns.ts';
import { createTransport } from '../../conformance/core/wire/transport.ts';
import { fieldsOf, numberOf, textOf } from '../../load/model/narrow.ts';
import { counted } from '../../reports/words.ts';
import { keepMeans, keepSecret } from '../given/known-secrets.ts';
import { print } from '../terminal/print.ts';
import { isRunning } from './is-running.ts';
import { lentFile, type Lender } from './lent-workspaces.ts';
import { forgetKey, keyFolder, keyOf, unsealed, type Key } from './seal.ts';

/** As long as the end of a run may take. */
const longestMs = 60_000;
/** Of 100,000 workspaces. */
const longestBytes = 64 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** What a run that was ended at once had not given back, by the number of each. */
type Left = { readonly header: Fields; readonly sealed: ReadonlyMap<number, string> };

/**
 * Gives back what the run of this folder left, where it is over and its key is here; what came of it, in words, unless
 * nothing was left.
 */
export async function giveBackLeft(path: string, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const left = leftIn(join(path, lentFile));
  if (left === undefined) return undefined;
  const { header, sealed } = left;
  const many = counted(sealed.size, 'workspace');
  const pid = numberOf(header['pid']) ?? 0;
  const began = textOf(header['began']);
  if (pid > 0 && isRunning({ pid, ...(began === undefined ? {} : { began }) }))
    return `${many} of this run not given back: it still goes on (process ${pid})`;
  const key = keyOf(textOf(header['key']) ?? '', env);
  if (key === undefined)
    return `${many} of this run not given back: only on the machine where it ran, and by who ran it, can that be done (its key is not in ${keyFolder(env)})`;
  const because = await giveBackBy(key, left, path);
  if (because !== undefined) return `not all of ${many} that this run left could be given back: ${because}`;
  rmSync(join(path, lentFile), { force: true });
  forgetKey(key, env);
  return `${many} that this run left: given back`;
}

/** What an earlier run left in the folder into which another is about to write: nobody would know of it any more. */
export async function giveBackEarlier(out: string | undefined): Promise<void> {
  const said = out === undefined ? undefined : await giveBackLeft(resolve(out));
  if (said !== undefined) print(said, process.stderr);
}

async function giveBackBy(key: Key, { header, sealed }: Left, path: string): Promise<string | undefined> {
  const lender = fieldsOf(parsedJson(unsealed(textOf(header['sealed']) ?? '', key) ?? '')) as Lender | undefined;
  const damaged = `${lentFile} was damaged after it was written`;
  const opened = [...sealed].map(([number, text]) => [unsealed(text, key), number] as const);
  const numbers = new Map(opened.flatMap(([token, number]) => (token === undefined ? [] : [[token, number] as const])));
  if (lender === undefined) return damaged;
  const { provisioner, ca, cwd } = lender;
  keepMeans({ provisioner, token: undefined, otherToken: undefined, spentToken: undefined });
  const transport = createTransport({ ca, http2: false });
  const dispatcher = isProvisionerUrl(provisioner) ? transport.dispatcherTo(provisioner) : undefined;
  const over = AbortSignal.timeout(longestMs);
  const returns = createReturns({
    giveBack: (token) => giveBack(provisioner, token, over, { dispatcher, cwd }),
    taken: (token) => noteGivenBack(path, numbers.get(token)),
    over,
  });
  try {
    for (const token of numbers.keys()) {
      keepSecret('${WORKSPACE_TOKEN}', token);
      returns.add(token);
    }
    return (await returns.settle()) ?? (numbers.size < sealed.size ? damaged : undefined);
  } finally {
    await transport.close();
  }
}

/** Where it cannot be noted it is given back once more another time, which does no harm. */
function noteGivenBack(path: string, givenBack: number | undefined): void {
  try {
    // The last line of a run that was killed may be torn.
    appendFileSync(join(path, lentFile), `\n${JSON.stringify({ givenBack })}\n`);
  } catch {
    // What was written before is still there.
  }
}

/** Any line may be damaged by now. */
function leftIn(file: string): Left | undefined {
  const [header, ...lines] = linesIn(file).map((line) => fieldsOf(parsedJson(line)) ?? {});
  if (header?.['schema'] !== 'assay.workspaces/1') return undefined;
  const sealed = new Map<number, string>();
  for (const line of lines) {
    const [made, text, givenBack] = [numberOf(line['made']), textOf(line['sealed']), numberOf(line['givenBack'])];
    if (made !== undefined && text !== undefined) sealed.set(made, text);
    if (givenBack !== undefined) sealed.delete(givenBack);
  }
  return sealed.size === 0 ? undefined : { header, sealed };
}

function linesIn(file: string): readonly string[] {
  try {
    const found = lstatSync(file);
    return found.isFile() && found.size <= longestBytes ? readFileSync(file, 'utf8').split('\n') : [];
  } catch {
    return [];
  }
}
