import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { browserIsMissing, openBrowser, openFile } from '../../../scripts/testing/opened-page.testing.ts';
import { emptyFolder } from '../../../scripts/testing/run-assay.testing.ts';
import { sampleFinding, sampleRun } from '../../check/sample-run.testing.ts';
import { checkHtml } from '../check.ts';

const finding = (is: 'pass' | 'fail' | 'inconclusive' | 'notApplicable', level: 'MUST' | 'HTTP' = 'MUST') =>
  [1, 2].map((nth) =>
    sampleFinding(`speech.speed/${is}-${level.toLowerCase()}-${nth}`, '2.5', {
      level,
      verdict: is === 'pass' ? { is } : { is, because: 'so' },
    }),
  );

it.skipIf(browserIsMissing)('no word of the counts runs into the next column', { timeout: 60_000 }, async () => {
  const all = [finding('pass'), finding('fail'), finding('fail', 'HTTP'), finding('inconclusive')];
  const path = join(emptyFolder(), 'report.html');
  writeFileSync(path, checkHtml(sampleRun([...all, finding('notApplicable')].flat()), []));
  const browser = await openBrowser();
  const { page, close } = await openFile(browser, path);
  for (const width of [1400, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = await page.evaluate(
      `[...document.querySelectorAll('.tally li')].filter((li) => {
        const range = document.createRange();
        range.selectNodeContents(li);
        return range.getBoundingClientRect().right > li.getBoundingClientRect().right + 1;
      }).map((li) => li.textContent)`,
    );
    expect({ width, beyond }).toEqual({ width, beyond: [] });
  }
  await close();
  await browser.close();
});
