import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startHostile, type Misbehaviour } from '../../../fixtures/hostile/index.ts';
import { startService } from '../../../fixtures/index.ts';
import { provision } from './provision.ts';
import { giveBack } from './give-back.ts';

const never = new AbortController().signal;
const token = 'a-token-that-was-made';

async function givenBackTo(answer: Misbehaviour | 'says nothing', timeoutMs?: number): Promise<unknown> {
  const hostile = await startHostile(answer);
  try {
    return await giveBack(hostile.url, token, never, timeoutMs === undefined ? {} : { timeoutMs });
  } finally {
    await hostile.close();
  }
}

const says =
  (status: number, body: string): Misbehaviour =>
  (_request, response) =>
    void response.writeHead(status).end(body);

describe('a workspace that is given back', () => {
  it('is gone: its token is one that nobody issued', async () => {
    const service = await startService();
    const statusOf = async (secret: string): Promise<number> =>
      (await fetch(`${service.url}/v1/bots`, { headers: { authorization: `Bearer ${secret}` } })).status;
    const made = await provision(service.provisioner, { kind: 'credit-balance', credits: 1 }, never);
    expect(made).toMatchObject({ is: 'made', deletes: true });
    const own = made.is === 'made' ? made.workspace.token : '';
    expect(await statusOf(own)).toBe(200);
    expect(await giveBack(service.provisioner, own, never)).toBeUndefined();
    expect([await statusOf(own), await statusOf('key_of_nobody')]).toEqual([401, 401]);
    expect(service.ledgers.of(own)).toMatchObject({ isClosed: true, balance: { credits: 1 } });
    expect(await giveBack(service.provisioner, own, never)).toBeUndefined();
    await service.close();
  });
  it('reaches a command on its standard input, where the command was first run', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'assay-give-back-'));
    expect(await giveBack('cat > asked.json', token, never, { cwd })).toBeUndefined();
    expect(JSON.parse(readFileSync(join(cwd, 'asked.json'), 'utf8'))).toEqual({ delete: token });
    rmSync(cwd, { recursive: true });
  });
});

describe('a provisioner that does not take a workspace back', () => {
  it.each([
    [says(500, `no such thing as ${token}`), 'status 500 no such thing as ${WORKSPACE_TOKEN}'],
    [says(404, '{"token":"hush-hush"}'), 'status 404 {"token":"***"}'],
  ])('is quoted without the token: %#', async (answer, because) => {
    expect(await givenBackTo(answer)).toMatch(because.slice(0, 30));
    expect(await givenBackTo(answer)).not.toMatch(/that-was-made|hush/);
  });
  it('is not waited for longer than the time limit', async () => {
    expect(await givenBackTo('says nothing', 100)).toBe('no answer in time');
    expect(await giveBack('sleep 60', token, never, { timeoutMs: 100 })).toBe('no answer in time');
  });
  it('is not asked once it is too late', async () => {
    expect(await giveBack('exit 0', token, AbortSignal.abort())).toBe('no time was left');
  });
  it('sends nobody else there: a redirect is no answer', async () => {
    let heard = 0;
    const other = await startHostile((_request, response) => {
      heard += 1;
      response.end();
    });
    const redirect: Misbehaviour = (_request, response) => void response.writeHead(307, { location: other.url }).end();
    expect(await givenBackTo(redirect)).toBe('status 307 ');
    expect(heard).toBe(0);
    await other.close();
  });
});
