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
type Left = { readonly header: Fields; readonly sealed: ReadonlyMap<number, string>; readonly isTorn: boolean };

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
    return sealed.size === 0 ? undefined : `${many} of this run not given back: it still goes on (process ${pid})`;
  const key = keyOf(textOf(header['key']) ?? '', env);
  if (sealed.size === 0) return forget(path, key, env);
  if (key === undefined)
    return `${many} of this run not given back: only on the machine where it ran, and by who ran it, can that be done (its key is not in ${keyFolder(env)})`;
  const { still, because } = await giveBackBy(key, left, path);
  if (because !== undefined) return `${still} of ${many} that this run left not given back: ${because}`;
  forget(path, key, env);
  return `${many} that this run left: given back`;
}

function forget(path: string, key: Key | undefined, env: NodeJS.ProcessEnv): undefined {
  rmSync(join(path, lentFile), { force: true });
  if (key !== undefined) forgetKey(key, env);
}

/** What an earlier run left in the folder into which another is about to write: nobody would know of it any more. */
export async function giveBackEarlier(out: string | undefined): Promise<void> {
  const said = out === undefined ? undefined : await giveBackLeft(resolve(out));
  if (said !== undefined) print(said, process.stderr);
}

/** How many are still left, and why. */
type Outcome = { readonly still: number; readonly because: string | undefined };

async function giveBackBy(key: Key, left: Left, path: string): Promise<Outcome> {
  const { lender, numbers } = opened(left, key);
  let still = left.sealed.size;
  const damaged = `${lentFile} was damaged after it was written`;
  if (lender === undefined) return { still, because: damaged };
  const { provisioner, ca, cwd } = lender;
  const transport = createTransport({ ca, http2: false });
  const dispatcher = isProvisionerUrl(provisioner) ? transport.dispatcherTo(provisioner) : undefined;
  const over = AbortSignal.timeout(longestMs);
  const returns = createReturns({
    giveBack: (token) => giveBack(provisioner, token, over, { dispatcher, cwd }),
    taken: (token) => {
      still -= 1;
      noteGivenBack(path, numbers.get(token));
    },
    over,
  });
  if (left.isTorn) append(path, '\n');
  for (const token of numbers.keys()) returns.add(token);
  const because = await returns.settle();
  await transport.close();
  return { still, because: because ?? (still > 0 ? damaged : undefined) };
}

/** What only the key can read; from now on it is masked wherever this process says something. */
function opened({ header, sealed }: Left, key: Key) {
  const lender = fieldsOf(parsedJson(unsealed(textOf(header['sealed']) ?? '', key) ?? '')) as Lender | undefined;
  const numbers = new Map<string, number>();
  for (const [number, text] of sealed) {
    const token = unsealed(text, key);
    if (token !== undefined) numbers.set(token, number);
  }
  keepMeans({ provisioner: lender?.provisioner, token: undefined, otherToken: undefined, spentToken: undefined });
  for (const token of numbers.keys()) keepSecret('${WORKSPACE_TOKEN}', token);
  return { lender, numbers };
}

function noteGivenBack(path: string, givenBack: number | undefined): void {
  append(path, `${JSON.stringify({ givenBack })}\n`);
}

/** What cannot be noted is given back once more another time, which does no harm. */
function append(path: string, text: string): void {
  try {
    appendFileSync(join(path, lentFile), text);
  } catch {
    // What was written before is still there.
  }
}

/** Any line may be damaged by now. */
function leftIn(file: string): Left | undefined {
  const all = linesIn(file);
  const [header, ...lines] = all.map((line) => fieldsOf(parsedJson(line)) ?? {});
  if (header?.['schema'] !== 'assay.workspaces/1') return undefined;
  const sealed = new Map<number, string>();
  for (const line of lines) {
    const [made, text, givenBack] = [numberOf(line['made']), textOf(line['sealed']), numberOf(line['givenBack'])];
    if (made !== undefined && text !== undefined) sealed.set(made, text);
    if (givenBack !== undefined) sealed.delete(givenBack);
  }
  return { header, sealed, isTorn: all.at(-1) !== '' };
}

function linesIn(file: string): readonly string[] {
  try {
    const found = lstatSync(file);
    return found.isFile() && found.size <= longestBytes ? readFileSync(file, 'utf8').split('\n') : [];
  } catch {
    return [];
  }
}
