import { hasCode } from '../../reading/has-code.ts';
import { boundedBytes } from '../../reading/bounded-bytes.ts';
import { retryAfterIn } from '../../reading/retry-after.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { secretsInProvisioner } from '../../http/masking/provisioner-secrets.ts';
import { maskText, type NamedSecrets } from '../../http/masking/secrets.ts';
import { undici } from '../../http/undici.ts';
import { ProvisionerRefused } from './provisioner-retry.ts';
import { newIdentity, identifyingFields } from '../../http/identifying-fields.ts';
import { isHttpUrl, splitUserinfo } from '../../reading/http-url.ts';
import { headOf } from '../../reading/whole-letters.ts';

type AskOptions = {
  readonly signal: AbortSignal;
  /** For a provisioner's URL; where it is absent, the default of undici. */
  readonly dispatcher?: Dispatcher | undefined;
  /** The folder in which a command runs; where it is absent, that of this process. */
  readonly cwd?: string | undefined;
};

export const maxAnswerBytes = 64 * 1024;

/** Most characters of an error that are reported. */
const longestReason = 240;

/**
 * What a provisioner answers to this JSON, which is the body of a `POST`, or the input of a command. Throws where it
 * fails.
 */
export async function askProvisioner(provisioner: string, json: string, options: AskOptions): Promise<string> {
  // A provisioner that is no URL is a shell command.
  return isHttpUrl(provisioner) ? post(provisioner, json, options) : runCommand(provisioner, json, options);
}

/** The reason without the secrets in the provisioner, and without these. */
export function maskedProvisionerReason(because: string, provisioner: string, more: NamedSecrets = []): string {
  // Ordinary words of a path may count as secrets here; in answers of the target they are not masked. The text is
  // masked before it is cut, as half a secret would not be found.
  return headOf(maskText(because, [...secretsInProvisioner(provisioner), ...more]), longestReason);
}

async function post(provisioner: string, json: string, { signal, dispatcher }: AskOptions): Promise<string> {
  const { url, ...credentials } = splitUserinfo(provisioner) ?? { url: provisioner };
  const identity = Object.fromEntries(identifyingFields(newIdentity(), []));
  const headers = { 'content-type': 'application/json', ...identity, ...credentials };
  const through = dispatcher === undefined ? {} : { dispatcher };
  const ask = () => undici().request(url, { method: 'POST', headers, body: json, signal, ...through });
  // The other side may close a kept connection just as this request is on its way, and others at the same time.
  const { statusCode, headers: fields, body } = await untilOpen(ask);
  const text = await textOf(body);
  if (statusCode >= 200 && statusCode < 300) return text;
  throw new ProvisionerRefused(statusCode, excerpt(text), waitMs(fields));
}

/**
 * Asks again where the connection was closed without an answer, a moment later: by then closed connections are known.
 */
async function untilOpen<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isClosed = hasCode(error, 'UND_ERR_SOCKET') || hasCode(error, 'ECONNRESET');
      if (!isClosed || attempt >= mostAsked) throw error;
      await after(closedMs * attempt);
    }
  }
}

const [mostAsked, closedMs] = [4, 25];

function waitMs({ 'retry-after': retryAfter, date }: Dispatcher.ResponseData['headers']): number | undefined {
  const own = typeof date === 'string' ? date : undefined;
  return typeof retryAfter === 'string' ? retryAfterIn(retryAfter, own, Date.now()) : undefined;
}

/**
 * The command waits for a line on descriptor 3. It never runs where its starter has died before the command could be
 * watched.
 */
const onceTold = 'read -r begin <&3 || exit 1; exec 3<&-; exec sh -c "$0"';

/** Runs in a process group of its own, so that everything that the shell has started ends with it. */
async function runCommand(command: string, json: string, { signal, cwd }: AskOptions): Promise<string> {
  const child = spawn('sh', ['-c', onceTold, command], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
    cwd,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const end = (): void => endGroup(child.pid);
  const forget = child.pid === undefined ? undefined : killGroupOnExit(child.pid);
  const begin = child.stdio[3];
  if (begin instanceof Writable) {
    begin.on('error', () => undefined);
    begin.end('begin\n');
  }
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  // A command that does not read its input closes the pipe; what it printed still counts.
  child.stdin.on('error', () => undefined);
  child.stdin.end(json);
  try {
    const [code, out, err] = await Promise.all([ended, textOf(child.stdout), lastOf(child.stderr)]);
    if (code === 0) return out;
    throw new Error(`exit code ${code ?? 'none'} ${excerpt(err)}`);
  } finally {
    signal.removeEventListener('abort', end);
    end();
    forget?.();
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

/** Throws where the text is longer than any answer may be. */
async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const bytes = await boundedBytes(stream, maxAnswerBytes);
  if (bytes === undefined) throw new Error(`an answer of more than ${maxAnswerBytes} bytes`);
  return bytes.toString('utf8');
}

/** The end of what a command prints for people, which may be of any length: the end says why it failed. */
async function lastOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let [last, isCut] = [Buffer.alloc(0), false];
  for await (const part of stream) {
    isCut ||= last.length + part.length > maxAnswerBytes;
    last = Buffer.concat([last, part]).subarray(-maxAnswerBytes);
  }
  const text = last.toString('utf8');
  // The rest of a word that was cut could not be recognised as a secret.
  return isCut ? text.replace(/^\S*/, '…') : text;
}

/** The text of a failed answer without tokens, which it may hold all the same. */
function excerpt(text: string): string {
  return text
    .replaceAll(/("\w*(?:token|secret|password|key)\w*"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, '$1"***"')
    .replaceAll(/\b(bearer|basic)\s+\S+/gi, '$1 ***')
    .trim();
}

/**
 * Script of the watcher: it reads which process group begins (`+ 12`) and which has ended (`- 12`). When its input
 * closes, it kills the groups that are left: the system closes the input when the process at the other end is gone,
 * however that died.
 */
const watching = `
left=' '
while read -r what group; do
  case "$what" in
    +) left="$left$group " ;;
    -) case "$left" in *" $group "*) left="\${left%% $group *} \${left#* $group }" ;; esac ;;
  esac
done
for group in $left; do kill -KILL "-$group"; done
`;

let watcher: ChildProcess | undefined;

/** Has this process group killed where this process is killed; the returned function ends that. */
function killGroupOnExit(group: number): () => void {
  tell(`+ ${group}`);
  return () => tell(`- ${group}`);
}

function tell(line: string): void {
  watcher ??= startWatcher();
  watcher.stdin?.write(`${line}\n`);
}

/**
 * Runs in a group of its own, so that a Ctrl-C at the terminal does not end it. It does not keep this process alive.
 */
function startWatcher(): ChildProcess {
  const child = spawn('sh', ['-c', watching], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  // Without a shell no command runs either.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  const { stdin } = child;
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return child;
}
