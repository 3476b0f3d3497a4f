import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { version } from '../package/version.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { containerOf } from './container.testing.ts';
import { root } from './runner.testing.ts';

const text = readFileSync(join(root, 'Containerfile'), 'utf8');
const last = text.slice(text.lastIndexOf('\nFROM '));

describe('Containerfile', () => {
  it('is of this version, and runs nothing in the image itself, which may be for another processor', () => {
    expect(last).toContain(`ARG VERSION=${version}\n`);
    expect(last).not.toMatch(/^RUN /m);
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });
});

/** The name of an image that was built of Containerfile; CONTRIBUTING says how. */
const image = process.env['ASSAY_IMAGE'] ?? '';
if (image === '') console.warn('SKIPPED: no image is run, as ASSAY_IMAGE names none');

type Said = { readonly code: number | null; readonly out: string };

function said(program: string, args: readonly string[], env = process.env): Said {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  return { code: status, out: stdout + stderr };
}

const isRunc = spawnSync('runc', ['--version']).status === 0;
if (image !== '' && !isRunc) console.warn('The image is run in a root of its own, as there is no runc');

describe.skipIf(image === '')('the image, read-only, as a user that owns nothing', { timeout: 120_000 }, () => {
  const buildah = (...args: readonly string[]): string => execFileSync('buildah', args, { encoding: 'utf8' }).trim();
  const container = image === '' ? '' : buildah('from', '--pull-never', image);
  const tree = image === '' ? '' : buildah('mount', container);
  afterAll(() => void buildah('rm', container));
  const results = emptyFolder();
  chmodSync(results, 0o777);

  const inside = isRunc ? byRunc : byChroot;

  /** As a container of Docker, containerd or CRI-O begins, with no capability and a network of its own. */
  function byRunc(...command: readonly string[]): Said {
    const bundle = emptyFolder();
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(containerOf({ tree, results, command })));
    return said('runc', ['run', '--bundle', bundle, basename(bundle)]);
  }

  /** In a mount namespace of its own, so that the tree is read-only here alone. */
  function byChroot(...command: readonly string[]): Said {
    const enter = `set -e
      mount --bind "$TREE" "$TREE"; mount --bind "$RESULTS" "$TREE/results"; mount -t proc proc "$TREE/proc"
      mount --bind /dev "$TREE/dev"; mount -o remount,bind,ro "$TREE"
      exec env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/bin XDG_CACHE_HOME=/usr/local/share chroot --userspec=4711:4711 "$TREE" "$@"`;
    const args = ['--mount', '--propagation', 'private', 'sh', '-c', enter, 'sh', ...command];
    return said('unshare', args, { ...process.env, TREE: tree, RESULTS: results });
  }

  it('can be written to at its results only, and has no compiler', () => {
    expect(inside('touch', '/tmp/x')).toMatchObject({ code: 1, out: expect.stringContaining('Read-only') as string });
    expect(inside('sh', '-c', 'command -v go gcc cc')).toMatchObject({ out: '' });
  });
  it('checks', () => {
    const said = inside('assay', 'check', '--embedded', '--profile', 'public', '--out', '/results/check');
    expect(said).toMatchObject({ code: 0, out: expect.stringContaining('✓ Pass') as string });
    expect(readdirSync(join(results, 'check'))).toContain('report.html');
  });
  it('loads with the k6 that it brings', () => {
    const brief = ['--embedded', '--rate', '5', '--duration', '2s', '--out', '/results/load'];
    const said = inside('assay', 'load', 'stream', ...brief);
    // A busy machine may make the measurement invalid, which decides nothing.
    expect([0, 2], said.out).toContain(said.code);
    expect(readdirSync(join(results, 'load'))).toEqual(expect.arrayContaining(['load.json', 'report.html']));
  });
  it('is, as k6, what k6-operator asks before a run', () => {
    expect(inside('k6', 'version').out).toContain('k6/x/stream');
    // Only what stands in its line reaches it.
    const given = ['ASSAY_TARGET=http://127.0.0.1:9', 'ASSAY_BOT=support', 'ASSAY_RATE=5', 'ASSAY_DURATION_S=2'];
    const asked = ['k6', 'inspect', '--execution-requirements', ...given.flatMap((each) => ['-e', each])];
    expect(inside(...asked, '/scenarios/stream.js')).toMatchObject({
      code: 0,
      out: expect.stringContaining('maxVUs') as string,
    });
  });
});
