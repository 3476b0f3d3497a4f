import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Dialect } from '../../conformance/engine/run/dialect.ts';
import type { Run } from '../../conformance/model/run.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

describe('assay discover', () => {
  let service: Awaited<ReturnType<typeof serve>>;
  let other: Awaited<ReturnType<typeof serve>>;
  const folder = emptyFolder();
  beforeAll(async () => {
    [service, other] = await Promise.all([serve(), serve('--variant', 'default-format-wav')]);
  });
  afterAll(() => Promise.all([service.stop(), other.stop()]));
  const at = ({ url, token }: { readonly url: string; readonly token: string }): readonly string[] => [
    '--target',
    url,
    '--token',
    token,
  ];
  const checked = async (target: { readonly url: string; readonly token: string }, ...more: readonly string[]) => {
    const out = emptyFolder();
    const said = await assay(['check', ...at(target), '--out', out, ...more]);
    return { ...said, run: JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as Run, out: said.out, folder: out };
  };

  it('prints the dialect as YAML, and human-readable output on stderr', async () => {
    const { code, out, err } = await assay(['discover', ...at(service), '--only', 'speech.*', 'bots.*']);
    const dialect = parse(out) as Dialect;
    expect(code).toBe(0);
    expect(schemaErrors('dialect', dialect)).toEqual([]);
    expect(dialect).toMatchObject({ schema: 'assay.dialect/1', target: service.url });
    expect(dialect.observations.find(({ id }) => id === 'speech.format/default')?.value).toBe('audio/mpeg');
    expect(err).toMatch(/^discover: http.*\n\d+ of \d+ observations seen\n$/);
    expect(out).not.toContain(service.token);
  });

  it('writes it where --dialect says, and check finds nothing changed', async () => {
    const file = join(folder, 'dialect.yaml');
    const json = join(folder, 'dialect.json');
    const written = await assay(['discover', ...at(service), '--dialect', file]);
    expect(written).toMatchObject({ code: 0, out: '' });
    expect(written.err).toContain(`\nwritten to ${file}; assay check --dialect takes it`);
    expect((await assay(['discover', ...at(service), '--dialect', json])).code).toBe(0);
    expect(schemaErrors('dialect', JSON.parse(readFileSync(json, 'utf8')))).toEqual([]);
    const { code, run, out } = await checked(service, '--dialect', file, '--only', 'speech.format/*', 'bots.list/*');
    expect({ code, drift: run.drift }).toEqual({ code: 0, drift: [] });
    expect(out).not.toContain('drifted');
  });

  it('tells drift by check --dialect, which is no failure, --strict or not', async () => {
    const file = join(folder, 'dialect.yaml');
    const {
      code,
      run,
      out,
      folder: results,
    } = await checked(other, '--dialect', file, '--only', 'speech.format/*', '--strict');
    const changed = { id: 'speech.format/default', was: 'audio/mpeg', now: 'audio/wav' };
    expect({ code, strict: run.strict }).toEqual({ code: 0, strict: true });
    expect(schemaErrors('run', run)).toEqual([]);
    expect(run.drift).toEqual([expect.objectContaining(changed)]);
    expect(out).toContain('1 observation drifted from the dialect\n  speech.format/default');
    expect(readFileSync(join(results, 'summary.md'), 'utf8')).toContain('### Drift');
    expect(readFileSync(join(results, 'report.html'), 'utf8')).toContain('<h2>Drift</h2>');
  });

  it('says nothing of drift where no dialect was given', async () => {
    expect((await checked(service, '--only', 'voices.*')).run).not.toHaveProperty('drift');
  });

  it('ends 2 and leaves the file alone where nothing can be seen', async () => {
    const file = join(emptyFolder(), 'dialect.yaml');
    const flags = ['--target', 'http://127.0.0.1:1', '--only', 'voices.*', '--dialect', file];
    const { code, err } = await assay(['discover', ...flags]);
    expect(code).toBe(2);
    expect(err.trimEnd().split('\n')).toEqual([
      'discover: http://127.0.0.1:1 cannot be judged: connection refused: 127.0.0.1:1 (ECONNREFUSED)',
      expect.stringMatching(/^ {2}tried .+ in \d+\.\d s, at no cost; for details run npx assay doctor$/),
      '  → Is it up, and the port right? --wait 2m waits for a deployment to come up',
      '0 of 1 observations seen, and nothing written',
    ]);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    [['discover', '--embedded', '--only', 'speech.fromat'], 'speech.format'],
    [['discover', '--embedded', '--profile', 'speach'], 'speech'],
    [['discover', '--embedded', '--dialect', '/no/such/folder/d.yaml'], 'cannot be written'],
    [['check', '--embedded', '--dialect', 'none.yaml'], '--dialect none.yaml cannot be read: ENOENT'],
  ])('%j ends 3', async (args, hint) => {
    const { code, out, err } = await assay(args);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(hint);
    // Its first line otherwise: nothing was begun.
    expect(err).not.toContain('discover: ');
  });

  it('a file that is not a dialect ends 3', async () => {
    const file = join(emptyFolder(), 'dialect.yaml');
    writeFileSync(file, 'schema: assay.run/1\n');
    const { code, err } = await assay(['check', '--embedded', '--dialect', file]);
    expect(code).toBe(3);
    expect(err).toContain('/schema is "assay.run/1", expected "assay.dialect/1"');
  });
});
