import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { leaseFile, resultFiles } from './result-files.ts';
import { openReportFolder, openResultFolder } from './result-folder.ts';

const now = new Date();

function usedFolder(): string {
  const folder = emptyFolder();
  for (const file of [...resultFiles, 'notes.md', 'corpus.txt']) writeFileSync(join(folder, file), 'of an earlier run');
  mkdirSync(join(folder, 'bundle'));
  return folder;
}

describe('a result folder that is used again', () => {
  it('holds nothing of the earlier run, and all that is not assay’s', () => {
    const folder = usedFolder();
    openResultFolder(folder, 'check', now).close();
    expect(readdirSync(folder).toSorted()).toEqual(['bundle', 'corpus.txt', 'notes.md', leaseFile]);
  });
  it('vanishes again where it was made for a run of which nothing came', () => {
    const folder = join(emptyFolder(), 'new');
    openResultFolder(folder, 'check', now).close();
    expect(existsSync(folder)).toBe(false);
    const used = openResultFolder(folder, 'check', now);
    used.append('findings.ndjson', '{}');
    used.close();
    expect(readdirSync(folder)).toEqual(['findings.ndjson']);
    const there = emptyFolder();
    openResultFolder(there, 'check', now).close();
    expect(existsSync(there)).toBe(true);
  });
  it('keeps what is there where reports are put into it', () => {
    const folder = usedFolder();
    const before = readdirSync(folder);
    openReportFolder(folder, 'loads', now);
    expect(readdirSync(folder)).toEqual(before);
  });
  it('is refused where what would go may be somebody else’s, and then nothing is removed', () => {
    const folder = emptyFolder();
    for (const file of ['notes.md', 'report.html', 'summary.md']) writeFileSync(join(folder, file), 'of somebody');
    expect(() => openResultFolder(folder, 'check', now)).toThrow(
      `--out ${folder} has a report.html and no run beside it: name another folder, or remove it`,
    );
    expect(readdirSync(folder).toSorted()).toEqual(['notes.md', 'report.html', 'summary.md']);
    writeFileSync(join(folder, 'findings.ndjson'), '');
    openResultFolder(folder, 'check', now).close();
    expect(readdirSync(folder)).toEqual(['notes.md']);
  });
  it('is refused where it holds what is read, and then nothing is removed', () => {
    const folder = usedFolder();
    const link = join(emptyFolder(), 'link');
    symlinkSync(folder, link);
    for (const read of [folder, join(folder, 'corpus.ndjson'), join(link, 'corpus.ndjson')])
      expect(() => openResultFolder(folder, 'fuzz', now, [undefined, read])).toThrow(
        'which is an input; name another folder',
      );
    expect(readdirSync(folder)).toContain('corpus.ndjson');
    openResultFolder(folder, 'fuzz', now, [join(folder, 'corpus.txt')]).close();
  });
  it('holds after a run no file that is not known', async () => {
    const out = join(emptyFolder(), 'results');
    const few = ['--embedded', '--only', 'speech.*', '--out', out];
    await assay(['check', ...few, '--format', 'ctrf,sarif,har']);
    const kept = readdirSync(out);
    expect(kept.filter((name) => !resultFiles.includes(name))).toEqual([]);
    expect((await assay(['check', '--embedded', '--only', 'voices.*', '--out', out])).code).toBe(0);
    expect(readdirSync(out)).not.toContain('ctrf.json');
    const compared = await assay(['compare', out, out, '--out', out]);
    expect(compared).toMatchObject({ code: 3, err: expect.stringContaining('would overwrite') as string });
    expect(readdirSync(out)).toContain('run.json');
  });
});
