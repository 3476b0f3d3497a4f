import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readStatusList } from '../../conformance/evidence/status/status-list.ts';
import { newKeys, publicKeyIn, type KeyFiles } from '../certificate/certificates.testing.ts';
import { forgeBundle } from '../certificate/forged.testing.ts';
import { version } from '../package/version.ts';
import { assay, bin, emptyFolder, serveApart } from '../testing/run-assay.testing.ts';
import { root, type ActionStep } from './runner.testing.ts';

type Job = {
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly (ActionStep & { name?: string })[];
};

const text = readFileSync(join(root, 'examples', 'ci', 'registry.yml'), 'utf8');
const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, Job>> };
const steps = jobs['recheck']?.steps ?? [];

let signer: KeyFiles;
let keeper: KeyFiles;
beforeAll(async () => {
  [signer, keeper] = await Promise.all([newKeys(), newKeys()]);
});

type Repository = { readonly cwd: string; readonly remote: string };

/** A repository with these bundles in its registry, and where it pushes to. */
async function repository(bundles: Readonly<Record<string, string>>): Promise<Repository> {
  const [cwd, remote] = [emptyFolder(), emptyFolder()];
  for (const [name, bundle] of Object.entries(bundles))
    cpSync(bundle, join(cwd, 'registry', name), { recursive: true });
  cpSync(signer.pub, join(cwd, 'registry', 'pub.pem'));
  execFileSync('git', ['init', '--quiet', '--bare', remote]);
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ['add', '.'],
    ['-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message', 'Certify'],
    ['push', '--quiet', '--set-upstream', remote, 'main'],
  ])
    execFileSync('git', args, { cwd, stdio: 'pipe' });
  return { cwd, remote };
}

/** Runs a step as the runner's shell does, with the key of the list; the code, and all that it said. */
function ran(
  name: string,
  cwd: string,
  key = readFileSync(keeper.key, 'utf8'),
  more: Readonly<Record<string, string>> = {},
): { code: number | null; said: string } {
  const run = steps.find((step) => step.name === name)?.run ?? 'exit 99';
  const decided = /^(ASSAY_|CI$|NO_COLOR$|FORCE_COLOR$|https?_proxy$)/i;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([each]) => !decided.test(each)));
  const ASSAY = `${process.execPath} ${bin}`;
  const env = { ...inherited, ASSAY, REGISTRY_KEY: key, ...more };
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', run], { cwd, env });
  return { code: status, said: `${stdout.toString()}${stderr.toString()}` };
}

/** What `certify` would have made of a service like this, which runs on where it is. */
async function bundleOf(...flags: readonly string[]) {
  const [service, out] = [await serveApart(...flags), emptyFolder()];
  await assay(['check', '--target', service.url, '--profile', 'public', '--out', out]);
  return { bundle: await forgeBundle(out, signer, { profile: 'public' }), service };
}

describe('the workflow that keeps a registry', { timeout: 240_000 }, () => {
  it('runs this version, from its repository, and lets no expression become a part of a script', () => {
    expect(steps.map((step) => step.with?.['ref']).filter((ref) => ref !== undefined)).toEqual([`v${version}`]);
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
    expect(jobs['recheck']?.env?.['ASSAY']).toBe('node assay/scripts/bin.js');
    expect(existsSync(join(root, 'scripts', 'bin.js'))).toBe(true);
  });

  it('rechecks all, keeps the list under version control, and publishes what each is worth', async () => {
    const [kept, broken] = [await bundleOf(), await bundleOf()];
    const { port } = new URL(broken.service.url);
    await broken.service.stop();
    const mistaken = await serveApart('--port', port, '--fault', 'voices-content-type-text');
    const { cwd, remote } = await repository({ kept: kept.bundle, broken: broken.bundle });
    const first = ran('Recheck every certificate', cwd);
    await Promise.all([kept.service.stop(), mistaken.stop()]);
    expect(first).toMatchObject({ code: 0 });
    expect(first.said).not.toContain('PRIVATE KEY');
    const list = readStatusList(readFileSync(join(cwd, 'registry', 'status.json'), 'utf8'), publicKeyIn(keeper));
    expect(list.is === 'read' ? list.list.certificates.map(({ is }) => is) : list.because).toEqual([
      'revoked',
      'active',
    ]);
    expect(readFileSync(join(cwd, 'registry', 'status-pub.pem'), 'utf8')).toBe(readFileSync(keeper.pub, 'utf8'));
    expect(ran('Write the page', cwd)).toMatchObject({ code: 0 });
    const page = readFileSync(join(cwd, 'registry', 'index.html'), 'utf8');
    expect(page).toContain('it is revoked by the status list: a MUST fails: voices.list/says-json');
    expect(ran('Keep the status list', cwd)).toMatchObject({ code: 0 });
    const pushed = execFileSync('git', ['ls-tree', '-r', '--name-only', 'main', 'registry'], { cwd: remote });
    expect(pushed.toString()).toContain('registry/status.json\n');
    expect(ran('Keep the status list', cwd)).toMatchObject({ code: 0 });
  });

  it('gives each service its own token, and no other', async () => {
    const { bundle, service } = await bundleOf();
    await service.stop();
    const { cwd } = await repository({ 'acme-2': bundle, other: bundle, Odd_name: bundle });
    const seen = join(emptyFolder(), 'seen');
    const spy = join(emptyFolder(), 'spy.sh');
    writeFileSync(spy, `printf '%s %s\n' "$2" "\${ASSAY_TOKEN-none}" >> ${seen}\n`);
    const tokens = { TOKEN_ACME_2: 'of-acme-2', ASSAY: `bash ${spy}` };
    const { code, said } = ran('Recheck every certificate', cwd, undefined, tokens);
    expect(code).toBe(3);
    expect(said).toContain('registry/Odd_name: expected a name of');
    expect(readFileSync(seen, 'utf8')).toBe('registry/acme-2 of-acme-2\nregistry/other none\n');
  });

  it('fails where it cannot say what they are worth, and not for what it finds', async () => {
    const { bundle, service } = await bundleOf();
    await service.stop();
    const { cwd } = await repository({ away: bundle });
    expect(ran('Recheck every certificate', cwd)).toMatchObject({
      code: 0,
      said: expect.stringContaining('degraded') as string,
    });
    const others = readFileSync((await newKeys()).key, 'utf8');
    expect(ran('Recheck every certificate', cwd, others)).toMatchObject({
      code: 3,
      said: expect.stringContaining('is no valid status list') as string,
    });
    mkdirSync(join(cwd, 'registry', 'notes'));
    expect(ran('Recheck every certificate', cwd, 'no key').code).toBe(3);
  });
});
