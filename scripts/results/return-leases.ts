import { appendFileSync, lstatSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LeaseLine } from '../../conformance/contract/formats/workspaces.ts';
import { parsedJson } from '../../conformance/reading/parsed-json.ts';
import { isHttpUrl } from '../../conformance/reading/http-url.ts';
import { giveBack } from '../../conformance/engine/provisioner/give-back.ts';
import { createReturns } from '../../conformance/engine/provisioner/returns.ts';
import { createTransport } from '../../conformance/http/transport.ts';
import { asObject, asNumber, asString } from '../../load/records/narrow.ts';
import { pluralize } from '../../reports/text/format.ts';
import { rememberCredentials, rememberSecret } from '../input/known-secrets.ts';
import { readText } from '../reading/read-text.ts';
import { print } from '../output/print.ts';
import { isRunning } from './is-running.ts';
import type { ReturnSettings } from './lease-journal.ts';
import { leaseFile } from './result-files.ts';
import { refuseFolderInUse } from './running-mark.ts';
import { forgetKey, keyFolder, keyOf, unseal, type SealKey } from './seal.ts';

/** Longest time in milliseconds that the end of a run may take. */
const longestMs = 60_000;
/** Largest file in bytes: 100,000 workspaces. */
const longestBytes = 64 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** The workspaces that a run, or a part of it, had not given back when it was killed, by number. */
type Left = { readonly header: Fields; readonly sealed: ReadonlyMap<number, string>; readonly isTorn: boolean };

/**
 * Gives back the workspaces that finished runs of this folder left, if their keys are on this machine. Returns a
 * message about the result, or undefined where nothing was left.
 */
export async function returnLeftLeases(
  path: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const parts = leftIn(join(path, leaseFile));
  if (parts.length === 0) return undefined;
  const said: string[] = [];
  let isOver = true;
  for (const part of parts) {
    const { says, isDone } = await giveBackPart(path, part, env);
    if (says !== undefined) said.push(says);
    isOver &&= isDone;
  }
  if (isOver) rmSync(join(path, leaseFile), { force: true });
  return said.length === 0 ? undefined : said.join('; ');
}

/** `isDone`: the record is not needed any more. */
type Came = { readonly says?: string; readonly isDone: boolean };

async function giveBackPart(path: string, left: Left, env: NodeJS.ProcessEnv): Promise<Came> {
  const { header, sealed } = left;
  const many = pluralize(sealed.size, 'workspace');
  const pid = asNumber(header['pid']) ?? 0;
  const began = asString(header['began']);
  if (pid > 0 && isRunning({ pid, ...(began === undefined ? {} : { began }) })) {
    const says = `${many} of this run not given back: it is still going on (process ${pid})`;
    return { isDone: false, ...(sealed.size === 0 ? {} : { says }) };
  }
  const key = keyOf(asString(header['key']) ?? '', env);
  if (sealed.size > 0 && key === undefined) {
    const says = `${many} of this run not given back: only the user who ran it can do that, on the machine where it ran (its key is not in ${keyFolder(env)})`;
    return { isDone: false, says };
  }
  if (sealed.size > 0 && key !== undefined) {
    const { still, because } = await giveBackBy(key, left, path);
    if (because !== undefined)
      return { isDone: false, says: `${still} of ${many} of this run not given back: ${because}` };
  }
  if (key !== undefined) forgetKey(key, env);
  return { isDone: true, ...(sealed.size === 0 ? {} : { says: `${many} of this run: given back` }) };
}

/**
 * Gives back what an earlier run left in the folder of the next run. Throws where the earlier run is still going on.
 */
export async function returnEarlierLeases(out: string | undefined): Promise<void> {
  if (out === undefined) return;
  refuseFolderInUse('--out', resolve(out));
  const said = await returnLeftLeases(resolve(out));
  if (said !== undefined) print(said, process.stderr);
}

/** How many are still left, and why. */
type Outcome = { readonly still: number; readonly because: string | undefined };

async function giveBackBy(key: SealKey, left: Left, path: string): Promise<Outcome> {
  const { lender, numbers } = opened(left, key);
  let still = left.sealed.size;
  const damaged = `${leaseFile} was damaged after it was written`;
  if (lender === undefined) return { still, because: damaged };
  const { provisioner, ca, cwd } = lender;
  const transport = createTransport({ ca, http2: false });
  const dispatcher = isHttpUrl(provisioner) ? transport.dispatcherTo(provisioner) : undefined;
  const over = AbortSignal.timeout(longestMs);
  const returns = createReturns({
    giveBack: (token) => giveBack(provisioner, token, over, { dispatcher, cwd }),
    taken: (token) => {
      still -= 1;
      noteGivenBack(path, numbers.get(token), key);
    },
    over,
  });
  if (left.isTorn) append(path, '\n');
  for (const token of numbers.keys()) returns.add(token);
  const because = await returns.settle();
  await transport.close();
  return { still, because: because ?? (still > 0 ? damaged : undefined) };
}

/** Decrypts a record with the key; from now on its secrets are masked in all output. */
function opened({ header, sealed }: Left, key: SealKey) {
  const lender = asObject(parsedJson(unseal(asString(header['sealed']) ?? '', key) ?? '')) as
    | ReturnSettings
    | undefined;
  const numbers = new Map<string, number>();
  for (const [number, text] of sealed) {
    const token = unseal(text, key);
    if (token !== undefined) numbers.set(token, number);
  }
  rememberCredentials({
    provisioner: lender?.provisioner,
    token: undefined,
    otherToken: undefined,
    spentToken: undefined,
  });
  for (const token of numbers.keys()) rememberSecret('${WORKSPACE_TOKEN}', token);
  return { lender, numbers };
}

/** The line comes after all parts of the file and therefore names its part by the key. */
function noteGivenBack(path: string, givenBack: number | undefined, { id }: SealKey): void {
  if (givenBack === undefined) return;
  const line: LeaseLine = { givenBack, key: id };
  append(path, `${JSON.stringify(line)}\n`);
}

/** A workspace that could not be noted is given back again another time, which does no harm. */
function append(path: string, text: string): void {
  try {
    appendFileSync(join(path, leaseFile), text);
  } catch {
    // Earlier lines are still there.
  }
}

/** A header for each part, followed by its workspaces; any line may be damaged. */
function leftIn(file: string): readonly Left[] {
  const all = linesIn(file);
  const parts: { readonly header: Fields; readonly sealed: Map<number, string> }[] = [];
  for (const line of all.map((each) => asObject(parsedJson(each)) ?? {})) {
    if (line['schema'] === 'assay.workspaces/1') {
      parts.push({ header: line, sealed: new Map() });
      continue;
    }
    const [made, text, givenBack] = [asNumber(line['made']), asString(line['sealed']), asNumber(line['givenBack'])];
    const last = parts.at(-1);
    if (made !== undefined && text !== undefined) last?.sealed.set(made, text);
    const of = line['key'] === undefined ? last : parts.find(({ header }) => header['key'] === line['key']);
    if (givenBack !== undefined) of?.sealed.delete(givenBack);
  }
  return parts.map((part) => ({ ...part, isTorn: all.at(-1) !== '' }));
}

function linesIn(file: string): readonly string[] {
  try {
    return lstatSync(file).isFile() ? readText({ path: file }, longestBytes).split('\n') : [];
  } catch {
    return [];
  }
}
