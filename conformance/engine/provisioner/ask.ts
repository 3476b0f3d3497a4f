import { hasCode } from '../../reading/has-code.ts';
import { boundedBytes } from '../../reading/bounded-bytes.ts';
import { retryAfterIn } from '../../reading/retry-after.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { secretsInProvisioner } from '../../http/masking/provisioner-secrets.ts';
import { maskText, type Named } from '../../http/masking/secrets.ts';
import { undici } from '../../http/undici.ts';
import { ProvisionerRefused } from './provisioner-retry.ts';
import { newIdentity, identifyingFields } from '../../http/identifying-fields.ts';
import { isHttpUrl, separated } from '../../reading/http-url.ts';
import { headOf } from '../../reading/whole-letters.ts';

type AskOptions = {
  readonly signal: AbortSignal;
  /** Of a provisioner's URL: undici's own, where it is absent. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Where a command runs; where this process does, if it is absent. */
  readonly cwd?: string | undefined;
};

export const longestAnswerBytes = 64 * 1024;

/** As much of what went wrong as helps. */
const longestReason = 240;

/** What a provisioner says to this JSON: the body of a `POST`, or the input of a command. Throws where it does not. */
export async function askProvisioner(provisioner: string, json: string, options: AskOptions): Promise<string> {
  // Anything else is a shell command.
  return isHttpUrl(provisioner) ? post(provisioner, json, options) : runCommand(provisioner, json, options);
}

/** Why it failed, without the secrets that stand in the provisioner, nor these. */
export function reasonWithout(because: string, provisioner: string, more: Named = []): string {
  // Ordinary words of a path may be among these: they are masked here only, and in no answer of the target. Before the
  // text is cut, as half a secret would be found no more.
  return headOf(maskText(because, [...secretsInProvisioner(provisioner), ...more]), longestReason);
}

async function post(provisioner: string, json: string, { signal, dispatcher }: AskOptions): Promise<string> {
  const { url, ...credentials } = separated(provisioner) ?? { url: provisioner };
  const identity = Object.fromEntries(identifyingFields(newIdentity(), []));
  const headers = { 'content-type': 'application/json', ...identity, ...credentials };
  const through = dispatcher === undefined ? {} : { dispatcher };
  const ask = () => undici().request(url, { method: 'POST', headers, body: json, signal, ...through });
  // A connection that was kept may be closed by the other side just as this is on its way, and so may others be.
  const { statusCode, headers: fields, body } = await untilOpen(ask);
  const text = await textOf(body);
  if (statusCode >= 200 && statusCode < 300) return text;
  throw new ProvisionerRefused(statusCode, excerpt(text), waitMs(fields));
}

/** Asks again where the connection was closed without an answer, a moment later: by then those that are closed are known. */
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

/** The command begins once it is told to: not at all where whoever starts it has died before it could be watched. */
const onceTold = 'read -r begin <&3 || exit 1; exec 3<&-; exec sh -c "$0"';

/** In a process group of its own, so that what the shell has started ends with it. */
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
    // It has ended already.
  }
}

/** Throws where it goes on for longer than any answer. */
async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const bytes = await boundedBytes(stream, longestAnswerBytes);
  if (bytes === undefined) throw new Error(`an answer of more than ${longestAnswerBytes} bytes`);
  return bytes.toString('utf8');
}

/** What a command says to people may be as long as it likes: the end of it tells why it ended. */
async function lastOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let [last, isCut] = [Buffer.alloc(0), false];
  for await (const part of stream) {
    isCut ||= last.length + part.length > longestAnswerBytes;
    last = Buffer.concat([last, part]).subarray(-longestAnswerBytes);
  }
  const text = last.toString('utf8');
  // Of the word that was cut nobody could tell that it is a secret.
  return isCut ? text.replace(/^\S*/, '…') : text;
}

/** An answer that went wrong may hold a token all the same, and that is not repeated. */
function excerpt(text: string): string {
  return text
    .replaceAll(/("\w*(?:token|secret|password|key)\w*"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi, '$1"***"')
    .replaceAll(/\b(bearer|basic)\s+\S+/gi, '$1 ***')
    .trim();
}

/**
 * Told of a group that begins (`+ 12`) and of one that ended (`- 12`), it ends those that are left where its input closes:
 * the system does that when the process at the other end is gone, however that died.
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

/** Has this process group ended where this process is killed; what is given ends that. */
function killGroupOnExit(group: number): () => void {
  tell(`+ ${group}`);
  return () => tell(`- ${group}`);
}

function tell(line: string): void {
  watcher ??= startWatcher();
  watcher.stdin?.write(`${line}\n`);
}

/** In a group of its own, so that a Ctrl-C at the terminal leaves it. It does not keep this process from ending. */
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
