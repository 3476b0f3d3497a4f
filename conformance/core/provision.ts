import { spawn } from 'node:child_process';
import { request, type Dispatcher } from 'undici';
import type { Workspace } from './probe.ts';
import { maskText, secretsInProvisioner } from './secrets/secrets.ts';
import { isBearable } from './settings/setting-values.ts';
import { parsedJson } from './parsed-json.ts';
import { newOwn, ownFields } from './wire/own-fields.ts';

/** What a provisioner answers: the token of a fresh workspace, and a bot of its own where it says so. */
type Provisioned = { readonly token: string; readonly botId?: string };

/** A workspace, or why none could be had. */
export type ProvisionOutcome =
  | { readonly is: 'made'; readonly workspace: Provisioned }
  | { readonly is: 'failed'; readonly because: string };

/** Making an account can be slow, but a provisioner that hangs must not hang the run. */
const provisionTimeoutMs = 30_000;

const longestAnswerBytes = 64 * 1024;

const interrupted: ProvisionOutcome = { is: 'failed', because: 'the run was interrupted' };

/** As much of what went wrong as helps. */
const longestReason = 240;

type ProvisionOptions = {
  readonly timeoutMs?: number;
  /** Of a provisioner's URL: undici's own, where it is absent. */
  readonly dispatcher?: Dispatcher;
  /** Masks the secrets of the run, which a provisioner may know; its own are masked in any case. */
  readonly mask?: (text: string) => string;
};

/**
 * Asks a provisioner, a URL or a shell command, for a workspace (`POST` of its JSON, or the JSON on stdin). What it gives
 * as a reason holds none of the secrets that stand in the provisioner.
 */
export async function provision(
  provisioner: string,
  workspace: Workspace,
  signal: AbortSignal,
  { timeoutMs = provisionTimeoutMs, dispatcher, mask = (text) => text }: ProvisionOptions = {},
): Promise<ProvisionOutcome> {
  const outcome = await answeredBy(provisioner, workspace, signal, { timeoutMs, dispatcher });
  if (outcome.is === 'made') return outcome;
  // Ordinary words of a path may be among these: they are masked here only, and in no answer of the target. Before the
  // text is cut, as half a secret would be found no more.
  const because = maskText(mask(outcome.because), secretsInProvisioner(provisioner));
  return { is: 'failed', because: because.slice(0, longestReason) };
}

async function answeredBy(
  provisioner: string,
  workspace: Workspace,
  signal: AbortSignal,
  { timeoutMs, dispatcher }: { readonly timeoutMs: number; readonly dispatcher: Dispatcher | undefined },
): Promise<ProvisionOutcome> {
  if (signal.aborted) return interrupted;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const json = JSON.stringify(workspace);
  try {
    const answer = isProvisionerUrl(provisioner)
      ? await post(provisioner, json, limited, dispatcher)
      : await runCommand(provisioner, json, limited);
    return provisionedFrom(answer);
  } catch (error) {
    const because = limited.aborted ? 'no answer in time' : error instanceof Error ? error.message : String(error);
    if (signal.aborted) return interrupted;
    return { is: 'failed', because: `the provisioner failed: ${because}` };
  }
}

/** Anything else is a shell command. */
export function isProvisionerUrl(provisioner: string): boolean {
  return /^https?:\/\//.test(provisioner);
}

async function post(
  url: string,
  json: string,
  signal: AbortSignal,
  dispatcher: Dispatcher | undefined,
): Promise<string> {
  const headers = { 'content-type': 'application/json', ...Object.fromEntries(ownFields(newOwn(), [])) };
  const through = dispatcher === undefined ? {} : { dispatcher };
  const { statusCode, body } = await request(url, { method: 'POST', headers, body: json, signal, ...through });
  const text = await textOf(body);
  if (statusCode >= 200 && statusCode < 300) return text;
  throw new Error(`status ${statusCode} ${excerpt(text)}`);
}

/** In a process group of its own, so that what the shell has started ends with it. */
async function runCommand(command: string, json: string, signal: AbortSignal): Promise<string> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const end = (): void => endGroup(child.pid);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  // A command that does not read its input closes the pipe; what it printed still counts.
  child.stdin.on('error', () => undefined);
  child.stdin.end(json);
  try {
    const [code, out, err] = await Promise.all([ended, textOf(child.stdout), textOf(child.stderr)]);
    if (code === 0) return out;
    throw new Error(`exit code ${code ?? 'none'} ${excerpt(err)}`);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Throws where it goes on for longer than any answer. */
async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    parts.push(part);
    bytes += part.length;
    if (bytes > longestAnswerBytes) throw new Error(`an answer of more than ${longestAnswerBytes} bytes`);
  }
  return Buffer.concat(parts).toString('utf8');
}

function provisionedFrom(text: string): ProvisionOutcome {
  const answer = parsedJson(text);
  if (typeof answer === 'object' && answer !== null && 'token' in answer && typeof answer.token === 'string') {
    if (!isBearable(answer.token))
      return { is: 'failed', because: 'the provisioner answered a token that no header can carry' };
    const botId = 'botId' in answer && typeof answer.botId === 'string' ? { botId: answer.botId } : {};
    return { is: 'made', workspace: { token: answer.token, ...botId } };
  }
  // The answer may hold a token under another name, so it is described and not repeated.
  const shape =
    typeof answer === 'object' && answer !== null
      ? `an object with ${Object.keys(answer).join(', ') || 'nothing'}`
      : 'no JSON object';
  return { is: 'failed', because: `the provisioner answered ${shape}, expected {"token": "…"}` };
}

/** An answer that went wrong may hold a token all the same, and that is not repeated. */
function excerpt(text: string): string {
  return text
    .replaceAll(/("\w*(?:token|secret|password|key)\w*"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, '$1"***"')
    .replaceAll(/\b(bearer|basic)\s+\S+/gi, '$1 ***')
    .trim();
}
