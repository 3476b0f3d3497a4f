import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserIsMissing } from '../testing/opened-page.testing.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';

const screenshots = (cwd: string, ...folders: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'screenshots.ts'), ...folders], { cwd, encoding: 'utf8' });

/** Width and height, which a PNG begins with. */
function sizeOf(path: string): readonly number[] {
  const bytes = readFileSync(path);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe.skipIf(browserIsMissing)('screenshots', { timeout: 300_000 }, () => {
  it('are made of each report, light and dark, wide and narrow, on paper, and of a very long one in part', () => {
    const cwd = emptyFolder();
    for (const [folder, heightPx] of Object.entries({ 'one/results': 300, 'other/results': 8_100, history: 200 })) {
      mkdirSync(join(cwd, folder), { recursive: true });
      const page = `<!doctype html><body style="margin:0"><div style="height:${heightPx}px">`;
      writeFileSync(join(cwd, folder, folder === 'history' ? 'history.html' : 'report.html'), page);
    }
    const { status, stdout } = screenshots(cwd, 'one/results', 'other/results', 'history');
    const out = join(cwd, 'reports/out/screenshots');
    const sizes = Object.fromEntries(
      readdirSync(out)
        .filter((file) => file.endsWith('.png'))
        .map((file) => [file, sizeOf(join(out, file))]),
    );
    expect({ status, sizes }).toEqual({
      status: 0,
      sizes: {
        'results-1-light-1400.png': [1400, 900],
        'results-1-light-390.png': [390, 900],
        'results-1-dark-1400.png': [1400, 900],
        'results-1-dark-390.png': [390, 900],
        'results-2-light-1400.png': [1400, 8_000],
        'results-2-light-390.png': [390, 8_000],
        'results-2-dark-1400.png': [1400, 8_000],
        'results-2-dark-390.png': [390, 8_000],
        'history-light-1400.png': [1400, 900],
        'history-light-390.png': [390, 900],
        'history-dark-1400.png': [1400, 900],
        'history-dark-390.png': [390, 900],
      },
    });
    expect(readFileSync(join(out, 'results-1.pdf')).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(stdout).toContain('results-2-dark-390.png (the first 8000 of 8100 px)');
  });

  it('need a result folder', () => {
    const { status, stderr } = screenshots(emptyFolder(), 'nowhere');
    expect({ status, stderr }).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('nowhere is not a result folder'),
    });
  });
});
