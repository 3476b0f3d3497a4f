import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echoing } from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { validExcept } from '../../fixtures/service/index.ts';
import { plantedSecret, leaksIn, plainSecret, textsIn, type PlantedSecret } from './planted-secrets.testing.ts';
import { secretCommands, goesOnWith, type SecretRun, type Given } from './secret-commands.testing.ts';
import { assay, emptyFolder, startAssay, type CommandOutput } from './run-assay.testing.ts';

/** A secret for each place at which one may be given. */
const planted = {
  token: plantedSecret(),
  otherToken: plantedSecret(),
  spentToken: plantedSecret(),
  header: plantedSecret(),
  cookie: plantedSecret(),
  provisioner: plainSecret(),
  misplaced: plainSecret(),
};

/** A provisioner that asks the service's own, and remembers which tokens it gave away. */
async function rememberingProvisioner(behind: string) {
  const tokens: string[] = [];
  const made = async (workspace: string): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(behind, { method: 'POST', headers, body: workspace })).text();
    const { token } = JSON.parse(answer) as { readonly token?: string };
    if (token !== undefined) tokens.push(token);
    return answer;
  };
  const server = createServer((request, response) => {
    const { url, headers } = request;
    if (url?.startsWith('/fails') === true) response.writeHead(500).end(JSON.stringify({ url, headers }));
    else void text(request).then(async (workspace) => response.end(await made(workspace)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, tokens, close: () => server.close() };
}

let service: RunningService;
let provisioner: Awaited<ReturnType<typeof rememberingProvisioner>>;
beforeAll(async () => {
  const { token, otherToken, spentToken } = planted;
  const behaviour = validExcept(echoing([token, otherToken, spentToken].map(({ secret }) => secret)));
  service = await startService({ behaviour, pace: { firstEventMs: 1, gapMs: 1, events: 3 } });
  provisioner = await rememberingProvisioner(service.provisioner);
});
afterAll(async () => {
  provisioner.close();
  await service.close();
});

function given(): Given {
  const { token, otherToken, spentToken, header, cookie } = planted;
  const key = planted.provisioner.secret;
  const headers = [`X-Api-Key: ${header.secret}`, `Cookie: sid=${cookie.secret}`];
  const more = {
    'other-token': otherToken.secret,
    'spent-token': spentToken.secret,
    provisioner: `http://${provisioner.host}/?key=${key}`,
  };
  const variables = { TOKEN: token.secret, OTHER_TOKEN: otherToken.secret, SPENT_TOKEN: spentToken.secret };
  const names = Object.keys(variables);
  return {
    url: service.url,
    flags: ['--target', service.url, '--token', token.secret, ...headers.flatMap((line) => ['--header', line])],
    moreFlags: Object.entries(more).flatMap(([name, value]) => [`--${name}`, value]),
    env: {
      ...Object.fromEntries(Object.entries(variables).map(([name, secret]) => [`ASSAY_${name}`, secret])),
      ASSAY_PROVISIONER: more.provisioner,
    },
    yaml: [
      `target: ${service.url}`,
      ...names.map((name) => `${name.toLowerCase().replace('_', '-')}: \${STAGING_${name}}`),
      "header: ['X-Api-Key: ${STAGING_KEY}']",
    ].join('\n'),
    yamlEnv: {
      ...Object.fromEntries(Object.entries(variables).map(([name, secret]) => [`STAGING_${name}`, secret])),
      STAGING_KEY: header.secret,
    },
    failingProvisioners: [
      `http://${provisioner.host}/fails?key=${key}`,
      `http://user:${key}@${provisioner.host}/fails`,
      `http://user:${key}@127.0.0.1:1/`,
      `ADMIN_TOKEN=${key} sh -c 'echo "refused: $ADMIN_TOKEN" >&2; exit 1'`,
      `no-such-command --key ${key}`,
    ],
    misplaced: planted.misplaced.secret,
  };
}

async function runIn(cwd: string, { args, env = {}, yaml, isEndless = false }: SecretRun): Promise<CommandOutput> {
  const file = join(cwd, 'assay.yaml');
  if (yaml !== undefined) writeFileSync(file, yaml);
  const running = startAssay(args, { cwd, env });
  if (isEndless) await running.untilOutput('\n').then(() => running.child.kill('SIGTERM'));
  const said = await running.said;
  // It is what was given, not what was written.
  rmSync(file, { force: true });
  return said;
}

/** A command, started in every way of the table: where that was, and what it said. */
type Ran = { readonly cwd: string; readonly said: Readonly<Record<string, string>> };

const begun = new Map<string, Promise<Ran>>();

/** Once: some go on with what another one has left. */
function ran(command: string): Promise<Ran> {
  const running = begun.get(command) ?? runEach(command);
  begun.set(command, running);
  return running;
}

async function runEach(command: string): Promise<Ran> {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'results'));
  const before = goesOnWith[command];
  if (before !== undefined) {
    const left = await ran(before.of);
    for (const path of before.paths) cpSync(join(left.cwd, path), join(cwd, path), { recursive: true });
  }
  const said: Record<string, string> = {};
  for (const [at, run] of (secretCommands[command]?.(given()) ?? []).entries()) {
    const { code, out, err } = await runIn(cwd, run);
    const name = `${at}: ${run.args.join(' ').slice(0, 60)}`;
    expect(run.ends, `${name} ended ${code}: ${err}`).toContain(code);
    Object.assign(said, { [`${name} (stdout)`]: out, [`${name} (stderr)`]: err });
  }
  return { cwd, said };
}

describe('no secret is in anything that a command writes or says', { timeout: 480_000 }, () => {
  let masked = false;

  it.each(Object.keys(secretCommands))('%s', async (command) => {
    const { cwd, said } = await ran(command);
    const all = { ...textsIn(cwd), ...said };
    masked ||= Object.values(all).some((text) => text.includes('${ASSAY_TOKEN}***'));
    expect(leaksIn(all, { ...planted, ...provisioned() })).toEqual([]);
  });

  it('in all commands that there are', async () => {
    const { out } = await assay(['--help']);
    const names = [...out.matchAll(/^ {2}(\w+) (?:\[| )/gm)].map(([, name]) => name);
    expect(new Set([...Object.keys(secretCommands), 'help'])).toEqual(new Set(names));
  });

  it('though the target had them, and repeated them', () => {
    expect({ masked, provisioned: Object.keys(provisioned()).length > 0 }).toEqual({ masked: true, provisioned: true });
  });
});

function provisioned(): Readonly<Record<string, PlantedSecret>> {
  return Object.fromEntries(
    provisioner.tokens.map((token, at) => [`provisioned ${at}`, { secret: token, core: token }]),
  );
}

describe('the search for secrets', () => {
  const { secret, core } = plantedSecret();
  const found = (text: string): number => leaksIn({ text }, { it: { secret, core } }).length;
  it.each<[string, string]>([
    ['plain', secret],
    ['JSON', JSON.stringify(JSON.stringify(secret))],
    ['percent', encodeURIComponent(secret)],
    ['base64', Buffer.from(`Bearer ${secret}`).toString('base64')],
    ['base64 from the second place on', Buffer.from(`x${secret}`).toString('base64')],
    ['base64url from the third', Buffer.from(`xy${secret}`).toString('base64url')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['capitals', secret.toUpperCase()],
  ])('finds them in %s', (_, text) => expect(found(`{"a":"${text}"}`)).toBe(1));
  it('finds none where there is none', () => expect(found(JSON.stringify(plantedSecret()))).toBe(0));
});
