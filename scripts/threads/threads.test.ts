import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startBehaviour } from '../../fixtures/hostile/start-behaviour.ts';
import { startService } from '../../fixtures/service/index.ts';
import { measureCommand } from '../hostile/measure.ts';
import { assay, emptyFolder, startAssay } from '../testing/run-assay.testing.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Code that a thread of the command begins with. */
function preloaded(code: string, env: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const file = join(emptyFolder(), 'preloaded.mjs');
  writeFileSync(file, `import { isMainThread } from 'node:worker_threads';\n${code}`);
  return { NODE_OPTIONS: `--import ${file}`, ...env };
}

async function valid(): Promise<readonly string[]> {
  const { url, token, close } = await startService();
  closing.push(close);
  return ['--target', url, '--token', token];
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a command that judges', () => {
  it.each([
    ['computes without end', 'for (;;);'],
    // Which no engine leaves half done: to end such a thread is to wait for it.
    ['parses JSON of a million names', 'for (;;) JSON.parse(names);'],
  ])('is gone soon after a signal though its thread %s, and says what is left', async (_, busy) => {
    const folder = emptyFolder();
    const [at, stuck, out] = ['at', 'stuck', 'out'].map((name) => join(folder, name)) as [string, string, string];
    const env = preloaded(
      `import { existsSync, writeFileSync } from 'node:fs';
      const { AT, STUCK } = process.env;
      const look = () => {
        if (!existsSync(AT)) return;
        const names = '{' + Array.from({ length: 1_000_000 }, (_, at) => '"' + at * 65_536 + '":0').join() + '}';
        writeFileSync(STUCK, '');
        ${busy}
      };
      if (!isMainThread) setInterval(look, 10).unref();`,
      { AT: at, STUCK: stuck },
    );
    const running = startAssay(['check', ...(await valid()), '--out', out], { env });
    await running.untilOutput('check: ');
    writeFileSync(at, '');
    await until(() => existsSync(stuck));
    const begunMs = performance.now();
    running.child.kill('SIGTERM');
    const { code, err } = await running.said;
    expect(code).toBe(143);
    expect(err).toMatch(/still busy \d+ s after SIGTERM, and ended; /);
    expect(err).toContain(`${out} has what was found`);
    expect(err).toContain(`assay report ${out} makes its reports`);
    // Five seconds, and a wide margin for a machine that is busy: only time in which it could run counts.
    expect(performance.now() - begunMs).toBeLessThan(5_000 + 60_000);
    await assay(['report', out]);
    expect(existsSync(join(out, 'run.json'))).toBe(true);
  });
  it('ends in order though it could not run for longer than it may be busy', { timeout: 60_000 }, async () => {
    const out = join(emptyFolder(), 'out');
    const running = startAssay(['check', ...(await valid()), '--out', out]);
    await running.untilOutput('check: ');
    running.child.kill('SIGINT');
    running.child.kill('SIGSTOP');
    await after(6_000);
    running.child.kill('SIGCONT');
    const { code, err } = await running.said;
    expect([code, err]).toEqual([130, '']);
    expect(existsSync(join(out, 'run.json'))).toBe(true);
  });
  it('is gone at once after a second Ctrl-C, and says what is left', async () => {
    const [stuck, out] = ['stuck', 'out'].map((name) => join(emptyFolder(), name)) as [string, string];
    const env = preloaded(
      `import { existsSync, writeFileSync } from 'node:fs';
      const { OUT, STUCK } = process.env;
      const look = () => {
        if (!existsSync(OUT)) return;
        writeFileSync(STUCK, '');
        for (;;);
      };
      if (!isMainThread) setInterval(look, 10).unref();`,
      { OUT: join(out, 'exchanges.ndjson'), STUCK: stuck },
    );
    const running = startAssay(['check', ...(await valid()), '--out', out], { env });
    await until(() => existsSync(stuck));
    const again = setInterval(() => running.child.kill('SIGINT'), 100);
    const { code, err } = await running.said;
    clearInterval(again);
    expect(code).toBe(130);
    expect(err).toBe(`assay: ended at once; ${out} has what was found: npx assay report ${out} makes its reports\n`);
  });
  it('ends in order where its thread hears of the signal', async () => {
    const out = join(emptyFolder(), 'out');
    const running = startAssay(['check', ...(await valid()), '--out', out]);
    await running.untilOutput('check: ');
    running.child.kill('SIGINT');
    const { code, out: said, err } = await running.said;
    expect([code, err]).toEqual([130, '']);
    expect(said).toContain('Interrupted');
    expect(existsSync(join(out, 'run.json'))).toBe(true);
  });
  it('is ended where it takes more memory than it may, and is no defect', async () => {
    const env = preloaded(`
      if (!isMainThread) setTimeout(() => {
        const all = [];
        for (;;) all.push(new Array(100_000).fill(Math.random()));
      }, 1_000).unref();`);
    const out = join(emptyFolder(), 'out');
    const { code, err } = await assay(['check', ...(await valid()), '--out', out], { env });
    expect(code).toBe(2);
    expect(err).toMatch(/^assay: what the target sent takes more than 640 MB to judge, and the run was ended/);
  });
  it('is a defect of its own, and says what is left, where it waits for what can come no more', async () => {
    // Its requests are lost on their way to the main thread, and nothing else keeps it alive.
    const env = preloaded(
      `import { MessagePort } from 'node:worker_threads';
      const post = MessagePort.prototype.postMessage;
      if (!isMainThread) MessagePort.prototype.postMessage = function (word, ...more) {
        if (word.is === 'send') this.unref();
        else post.call(this, word, ...more);
      };`,
    );
    const out = join(emptyFolder(), 'out');
    const { code, err } = await assay(['fuzz', ...(await valid()), '--runs', '1', '--out', out], { env });
    expect(code).toBe(70);
    expect(err).toContain(
      'this is a defect of assay itself; please report it with these lines:\nthe command waited for',
    );
    expect(err).toContain(`${out} has what was found`);
  });
  it('writes to whoever reads along, and tells of a reader that went away by its exit code alone', async () => {
    const { code, out, err } = await assay(['check', '--only', 'voices.*', '--json', '--embedded']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ schema: 'assay.run/1' });
    expect(err).toContain('✓ Voices');
  });
});

/** What floods most; of the memory and of the turns of the main thread as much is asked as the README promises. */
describe.each([
  ['sends a million events at once', 'stream.response/*'],
  ['sends 30 MB to each request', 'chat.reply/*'],
  ['speaks a WAV of a million chunks', 'speech.reply/*'],
  ['speaks MP3 of 3,000,000 false beginnings', 'speech.*'],
  ['sends chunks of one byte without end', 'voices.list/*'],
])('against a target that %s', (name, glob) => {
  it('check stays within its memory, and its main thread takes no long turn', async () => {
    const { url, close } = await startBehaviour(name, ['token-of-mine-for-floods']);
    closing.push(close);
    const cwd = emptyFolder();
    const longest = join(cwd, 'longest');
    const env = preloaded(
      `import { subscribe } from 'node:diagnostics_channel';
        import { writeFileSync } from 'node:fs';
        let [before, longest] = [0, 0];
        const usedMs = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1_000; };
        const tick = () => {
          const now = usedMs();
          longest = Math.max(longest, now - before);
          before = now;
        };
        // Before it has a connection nothing is sent that it could compute on.
        if (isMainThread) subscribe('undici:client:connected', () => {
          if (before === 0) setInterval(tick, 5).unref();
          before ||= usedMs();
        });
        if (isMainThread) process.on('exit', () => { tick(); writeFileSync(process.env.LONGEST, String(longest)); });`,
      { LONGEST: longest },
    );
    const args = ['check', '--target', url, '--token', 'token-of-mine-for-floods', '--timeout', '2s', '--only', glob];
    const limits = { timeMs: 300_000, memoryBytes: 3 * 2 ** 30, diskBytes: 2 ** 30 };
    const { code, endedFor, peakBytes } = await measureCommand([...args, '--out', 'out'], { cwd, env, limits });
    expect([endedFor, code]).toEqual([undefined, expect.toBeOneOf([0, 1, 2])]);
    expect(peakBytes).toBeLessThan(768 * 2 ** 20);
    // Fifty, and a wide margin for a machine that is busy. It took seconds when it read and judged by itself.
    expect(Number(readFileSync(longest, 'utf8'))).toBeLessThan(250);
  }, 400_000);
});
