import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusingUrl, startHostile, type Misbehaviour } from '../../../fixtures/hostile/index.ts';
import { startService } from '../../../fixtures/index.ts';
import { TimeIsUp } from '../time/time-is-up.ts';
import { provision } from './provision.ts';

const never = new AbortController().signal;
const workspace = { kind: 'credit-balance', credits: 7 } as const;

async function asked(provisioner: string, timeoutMs?: number, signal = never): Promise<unknown> {
  return provision(provisioner, workspace, signal, timeoutMs === undefined ? {} : { timeoutMs });
}

/** The outcome where a provisioner's URL answers like this. */
async function askedOf(answer: Misbehaviour | 'says nothing' | 'endless body', timeoutMs?: number): Promise<unknown> {
  const hostile = await startHostile(answer);
  try {
    return await asked(hostile.url, timeoutMs);
  } finally {
    await hostile.close();
  }
}

const says =
  (status: number, body: string): Misbehaviour =>
  (_request, response) =>
    void response.writeHead(status).end(body);
const failed = (because: string): unknown => ({ is: 'failed', because });

describe('a provisioner behind a URL', () => {
  it('makes the workspace that it is asked for', async () => {
    const service = await startService();
    const outcome = await provision(service.provisioner, workspace, never);
    expect(outcome).toMatchObject({ is: 'made', workspace: { botId: 'support' } });
    const token = outcome.is === 'made' ? outcome.workspace.token : '';
    expect(service.ledgers.of(token)).toMatchObject({ workspace, balance: { credits: 7 } });
    await service.close();
  });
  it('is asked with the credentials of its URL, whose scheme has no case', async () => {
    const seen: unknown[] = [];
    const hostile = await startHostile((request, response) => {
      seen.push([request.url, request.headers.authorization]);
      response.end('{"token":"t"}');
    });
    await asked(hostile.url.replace('http://', 'HTTP://admin:h%2Fsh%20%C3%BC@') + '/workspaces?x=1');
    await hostile.close();
    expect(seen).toEqual([['/workspaces?x=1', `Basic ${Buffer.from('admin:h/sh ü').toString('base64')}`]]);
  });
  it.each([
    [says(500, 'no database'), 'the provisioner failed: status 500 no database'],
    [says(200, 'fine'), 'the provisioner answered no JSON object, expected {"token": "…"}'],
    [says(200, '{}'), 'the provisioner answered an object with nothing, expected {"token": "…"}'],
    [says(200, '{"access":"hush-hush"}'), 'the provisioner answered an object with access, expected {"token": "…"}'],
    [says(200, '{"token":7}'), 'the provisioner answered an object with token, expected {"token": "…"}'],
    [says(200, String.raw`{"token":"a\nb"}`), 'the provisioner answered a token that an HTTP header cannot carry'],
    [
      says(200, '{"token":"t","botId":".."}'),
      'the provisioner answered a botId that cannot be a path segment of a URL',
    ],
    [
      says(422, '{"accessToken":"hush-hush","why":"full"}'),
      'the provisioner failed: status 422 {"accessToken":"***","why":"full"}',
    ],
    [says(401, 'Bearer hush-hush is unknown'), 'the provisioner failed: status 401 Bearer *** is unknown'],
  ])('explains what came instead: %#', async (answer, because) => {
    expect(await askedOf(answer)).toEqual(failed(because));
  });
  it('is told who asks, and has an id for its logs', async () => {
    const hostile = await startHostile(says(500, ''));
    await asked(hostile.url);
    await hostile.close();
    expect(hostile.requests.map(({ headers }) => headers)).toMatchObject([
      {
        'user-agent': expect.stringMatching(/^assay\//) as string,
        'x-request-id': expect.stringMatching(/^assay-/) as string,
      },
    ]);
  });
  it.each([
    ['is asked once more where it drops a connection', 1, 2, expect.objectContaining({ is: 'made' }) as unknown],
    ['is asked again where it drops three that were kept', 3, 4, expect.objectContaining({ is: 'made' }) as unknown],
    ['is asked no fifth time', 4, 4, failed('the provisioner failed: other side closed')],
  ])('%s', async (_, drops, times, outcome) => {
    let asks = 0;
    const hostile = await startHostile((request, response) => {
      asks += 1;
      if (asks <= drops) request.socket.destroy();
      else response.end('{"token":"t","botId":"b"}');
    });
    expect(await asked(hostile.url)).toEqual(outcome);
    expect(asks).toBe(times);
    await hostile.close();
  });
  it('is told of when nobody listens', async () => {
    expect(await asked(await refusingUrl())).toMatchObject(
      failed(expect.stringContaining('the provisioner failed: connect ECONNREFUSED') as string) as object,
    );
  });
  it('is not waited for longer than the time limit', async () => {
    expect(await askedOf('says nothing', 100)).toEqual(failed('the provisioner failed: no answer in time'));
  });
  it('has none of the time in which assay had no processor', async () => {
    const hostile = await startHostile(says(200, '{"token":"t"}'));
    const outcome = asked(hostile.url, 400);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect(await outcome).toMatchObject({ is: 'made' });
    await hostile.close();
  });
  it('is not read for ever', async () => {
    expect(await askedOf('endless body')).toEqual(failed('the provisioner failed: an answer of more than 65536 bytes'));
  });
});

describe('a provisioner that is a command', () => {
  it('gets the workspace as JSON on its standard input', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-provision-'));
    const file = join(folder, 'asked.json');
    expect(await asked(`cat > '${file}'; echo '{"token":"made-by-a-command"}'`)).toEqual({
      is: 'made',
      workspace: { token: 'made-by-a-command' },
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(workspace);
    rmSync(folder, { recursive: true });
  });
  it('need not read its input', async () => {
    expect(await asked(`exec <&-; echo '{"token":"quick-one","botId":"b"}'`)).toEqual({
      is: 'made',
      workspace: { token: 'quick-one', botId: 'b' },
    });
  });
  it('may say as much as it likes on stderr, and is quoted from its end', async () => {
    const much = `head -c 300000 /dev/zero | tr '\\0' 'x' >&2; echo ' the end' >&2`;
    expect(await asked(`${much}; echo '{"token":"made-all-the-same"}'`)).toEqual({
      is: 'made',
      workspace: { token: 'made-all-the-same' },
    });
    expect(await asked(`${much}; exit 3`)).toEqual(failed('the provisioner failed: exit code 3 … the end'));
  });
  it('is quoted where it ends badly, without the secrets in what it said', async () => {
    expect(await asked(`echo 'no room; "api_key": "hush-hush"' >&2; exit 3`)).toEqual(
      failed('the provisioner failed: exit code 3 no room; "api_key": "***"'),
    );
  });
  it('is not repeated with its own secrets, nor with a part of one where the text is cut', async () => {
    const key = 'Qx7Zt-hush-hush';
    const said = async (before: number): Promise<string> =>
      JSON.stringify(await asked(`ADMIN_KEY=${key} sh -c 'echo "${'x'.repeat(before)} $ADMIN_KEY" >&2; exit 1'`));
    expect(await said(3)).toContain('xxx ${PROVISIONER}');
    expect(await said(193)).not.toContain('Qx7Zt');
    expect(await said(200)).not.toContain('Qx7Zt');
  });
  it('is named where there is none', async () => {
    expect(await asked('no-such-command-a7c2')).toMatchObject({ is: 'failed' });
  });
  it.each(['sleep 60', 'sleep 60 | cat', '(sleep 60; echo) & wait'])(
    'is ended with all it started: %s',
    async (command) => {
      expect(await asked(command, 200)).toEqual(failed('the provisioner failed: no answer in time'));
    },
  );
  it('is not read for ever', async () => {
    expect(await asked('yes')).toEqual(failed('the provisioner failed: an answer of more than 65536 bytes'));
  });
  it('ends with the run', async () => {
    expect(await asked('sleep 60', 60_000, AbortSignal.timeout(100))).toEqual(failed('the run was interrupted'));
  });
  it('ends with the time of the run, which is called so', async () => {
    const up = new AbortController();
    const asking = asked('sleep 60', 60_000, up.signal);
    up.abort(new TimeIsUp(60_000));
    expect(await asking).toEqual(failed('not judged within --time 60s'));
  });
  it('is not even started once the run was interrupted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-provision-'));
    const file = join(folder, 'started');
    expect(await asked(`touch '${file}'; sleep 60`, 60_000, AbortSignal.abort())).toEqual(
      failed('the run was interrupted'),
    );
    expect(existsSync(file)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});
