import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProvisioner, type LeasingProvisioner } from '../../conformance/engine/provisioner/takes-back.testing.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { assay, emptyFolder, startAssay } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

let service: RunningService;
let provisioner: LeasingProvisioner;
let state: string;
beforeEach(async () => {
  service = await startService();
  state = emptyFolder();
});
afterEach(async () => {
  await provisioner.close();
  await service.close();
});

const metering = ['--only', 'metering.credit-balance/*', 'metering.enterprise/*'];
/** Of a whole run the part that makes workspaces: for what is ended when it has some, long before its end. */
const everyMetering = ['--only', 'metering.*'];
const inVain = /^(\d+) of (\d+) workspaces not given back to the provisioner: (.*)$/m;

function flags(...more: readonly string[]): readonly string[] {
  const { url, token, otherToken } = service;
  return ['--target', url, '--token', token, '--provisioner', provisioner.url, '--other-token', otherToken, ...more];
}

const env = () => ({ XDG_STATE_HOME: state });
const keys = (): readonly string[] => {
  const folder = join(state, 'assay', 'workspaces');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const openOnes = (): number => service.ledgers.all().filter(({ isClosed }) => !isClosed).length;
/** Those that every service starts with. */
const ownOnes = 3;

function secretsIn(folder: string): readonly string[] {
  const texts = readdirSync(folder)
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => readFileSync(join(folder, file), 'latin1'));
  const provisionerPath = service.provisioner.slice(service.url.length);
  return [...provisioner.created, provisionerPath].filter((secret) => texts.some((text) => text.includes(secret)));
}

describe('the workspaces of a run', () => {
  // Those of a whole check: check.test.ts looks at them.
  it('are given back by fuzz and discover too', { timeout: 120_000 }, async () => {
    provisioner = await startProvisioner(service.provisioner);
    const { url, token } = service;
    const means = ['--target', url, '--token', token, '--provisioner', provisioner.url];
    const fuzz = ['fuzz', ...means, '--runs', '60', '--only', 'metering.*', '--out', emptyFolder()];
    expect(await assay(fuzz, { env: env() })).toMatchObject({ code: 0 });
    const fuzzed = provisioner.created.length;
    expect(fuzzed).toBeGreaterThan(10);
    expect(await assay(['discover', ...means], { env: env() })).toMatchObject({ code: 0 });
    expect(provisioner.created.length).toBeGreaterThan(fuzzed);
    expect(new Set(provisioner.deleted)).toEqual(new Set(provisioner.created));
    expect([openOnes(), keys()]).toEqual([ownOnes, []]);
  });
  it('are not mentioned to a provisioner that does not say it deletes', { timeout: 120_000 }, async () => {
    provisioner = await startProvisioner(service.provisioner, { answering: ({ token, botId }) => ({ token, botId }) });
    const { code, out } = await assay(['check', ...flags(...metering)], { env: env() });
    expect(code).toBe(0);
    expect(out).not.toContain('given back');
    expect(provisioner.created.length).toBeGreaterThan(10);
    expect([provisioner.deleted, keys()]).toEqual([[], []]);
  });
});

describe('a provisioner that does not take them back', () => {
  it(
    'is told of once, with the number left, and changes no exit code; report tries again',
    { timeout: 120_000 },
    async () => {
      let isMended = false;
      provisioner = await startProvisioner(service.provisioner, {
        onDelete: async (response, take) => {
          if (isMended) await take();
          response.writeHead(isMended ? 200 : 500).end('no database');
        },
      });
      const folder = join(emptyFolder(), 'results');
      const { code, out } = await assay(['check', ...flags(...metering, '--out', folder)], { env: env() });
      expect(code).toBe(0);
      const [, left, of, because] = inVain.exec(out) ?? [];
      expect(because).toBe(`status 500 no database; npx assay report ${folder} tries again`);
      expect([left, of].map(Number)).toEqual([provisioner.created.length, provisioner.created.length]);
      expect(out.match(/not given back/g)).toHaveLength(1);
      expect(secretsIn(folder)).toEqual([]);
      isMended = true;
      const reported = await assay(['report', folder], { env: env() });
      expect(reported.code).toBe(0);
      expect(reported.out).toContain(`${left} workspaces of this run: given back`);
      expect([openOnes(), keys(), existsSync(join(folder, 'workspaces.ndjson'))]).toEqual([ownOnes, [], false]);
    },
  );
  it('ends no later after Ctrl-C where it hangs, and what is left is said', { timeout: 120_000 }, async () => {
    provisioner = await startProvisioner(service.provisioner, { onDelete: () => undefined });
    const running = startAssay(['check', ...flags(...everyMetering)], { env: env() });
    await until(() => provisioner.deleted.length > 0);
    const sent = performance.now();
    running.child.kill('SIGINT');
    const { code, out } = await running.said;
    expect(code).toBe(130);
    expect(out).toMatch(/\d+ of \d+ workspaces not given back to the provisioner: /);
    expect(performance.now() - sent).toBeLessThan(30_000);
  });
});

describe('a run that is ended midway', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s has given back what it made', { timeout: 120_000 }, async (signal, expected) => {
    provisioner = await startProvisioner(service.provisioner);
    const running = startAssay(['check', ...flags(...everyMetering)], { env: env() });
    await until(() => provisioner.created.length >= 8);
    running.child.kill(signal);
    const { code, err } = await running.said;
    expect({ code, err }).toEqual({ code: expected, err: '' });
    expect(new Set(provisioner.deleted)).toEqual(new Set(provisioner.created));
    expect([openOnes(), keys()]).toEqual([ownOnes, []]);
  });
});

describe('a run that is killed', () => {
  it(
    'remembers what it made without any secret in its folder, and report gives it back',
    { timeout: 120_000 },
    async () => {
      const { folder } = await killed();
      const lines = readFileSync(join(folder, 'workspaces.ndjson'), 'utf8').trim().split('\n');
      expect(lines.flatMap((line) => schemaErrors('workspaces', JSON.parse(line)))).toEqual([]);
      expect(secretsIn(folder)).toEqual([]);
      expect(keys()).toHaveLength(1);
      expect(statSync(join(state, 'assay', 'workspaces', String(keys()[0]))).mode & 0o777).toBe(0o600);
      const left = openOnes() - ownOnes;
      expect(left).toBeGreaterThan(0);
      const { code, out } = await assay(['report', folder], { env: env() });
      expect(code).toBe(0);
      expect(out).toMatch(/\d+ workspaces? of this run: given back/);
      // One more may have been made of which the run had not heard.
      expect(provisioner.created.filter((token) => !provisioner.deleted.includes(token)).length).toBeLessThanOrEqual(4);
      expect(openOnes()).toBeLessThan(ownOnes + left);
      expect([keys(), existsSync(join(folder, 'workspaces.ndjson'))]).toEqual([[], false]);
      expect((await assay(['report', folder], { env: env() })).out).not.toContain('given back');
    },
  );
  it('keeps them where the key is not, and says so', { timeout: 120_000 }, async () => {
    const { folder } = await killed();
    const before = provisioner.deleted.length;
    const { code, out } = await assay(['report', folder], { env: { XDG_STATE_HOME: emptyFolder() } });
    expect(code).toBe(0);
    expect(out).toMatch(/\d+ workspaces? of this run not given back: only the user who ran it can do that/);
    expect(provisioner.deleted.length).toBe(before);
  });
  it('has them given back by the next one into its folder', { timeout: 120_000 }, async () => {
    const { folder } = await killed();
    const { err } = await assay(['check', ...flags('--only', 'voices.*', '--out', folder)], { env: env() });
    expect(err).toMatch(/^\d+ workspaces? of this run: given back\n$/);
    expect(keys()).toEqual([]);
  });
});

describe('a run that still goes on', () => {
  it('keeps its workspaces, though a report is made of it', { timeout: 120_000 }, async () => {
    provisioner = await startProvisioner(service.provisioner, { onDelete: () => undefined });
    const folder = join(emptyFolder(), 'results');
    const running = startAssay(['check', ...flags(...everyMetering, '--out', folder)], { env: env() });
    await until(() => provisioner.deleted.length > 0);
    const { out } = await assay(['report', folder], { env: env() });
    expect(out).toMatch(/workspaces? of this run not given back: it is still going on/);
    running.child.kill('SIGKILL');
    await running.said;
  });
});

/** A run that was ended at once, when it had some workspaces and could give none back. */
async function killed(): Promise<{ readonly folder: string }> {
  let isDead = false;
  provisioner = await startProvisioner(service.provisioner, {
    onDelete: async (response, take) => {
      if (!isDead) return;
      await take();
      response.end('{}');
    },
  });
  const folder = join(emptyFolder(), 'results');
  const running = startAssay(['check', ...flags(...everyMetering, '--out', folder)], { env: env() });
  await until(() => provisioner.deleted.length > 0);
  running.child.kill('SIGKILL');
  await running.said;
  isDead = true;
  return { folder };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
