import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attacks } from '../../fixtures/hostile/index.ts';
import { sampleFinding, sampleRun } from '../check/sample-run.testing.ts';
import { elementsOf, skeletonOf } from '../html/parsed.testing.ts';
import { sampleLoad } from '../load/sample-load.testing.ts';
import { innocentElements, renderMarkdown } from '../markdown-elements.testing.ts';
import { escapeControls } from '../text/visible.ts';
import { checkHistoryEntry } from './checks.ts';
import { historyOf, type History } from './history.ts';
import { historyHtml } from './html.ts';
import { loadHistoryEntry } from './loads.ts';
import { historyMarkdown } from './markdown.ts';
import { dayAt, runsOf, sampleHistory } from './sample-history.testing.ts';
import { historyText } from './terminal.ts';

const plain = { colour: false, width: 100 };

describe('a history on the terminal and in Markdown', () => {
  it('tells what is new, flaky and fixed, each figure with what became of it, and what was left out', () => {
    expect(historyText(sampleHistory(), plain)).toMatchSnapshot('terminal');
    expect(historyMarkdown(sampleHistory())).toMatchSnapshot('Markdown');
  });
});

describe('the page of a history', () => {
  const page = historyHtml(sampleHistory());
  const elements = elementsOf(page);
  const texts = (name: string): readonly string[] =>
    elements.filter((each) => each.name === name).map(({ text }) => text().replaceAll(/\s+/g, ' ').trim());

  it('tells what is new before what is flaky, fixed and as it was, and folds what is over', () => {
    expect(texts('h3')).toEqual([
      'New failures: 1 check',
      'Flaky: 1 check',
      'Fixed: 1 check',
      'Failing as before: 1 check',
      'Runs',
      'Runs',
    ]);
    expect(texts('summary')).toEqual(['1 check failed in an older run', '1 older run', '1 older run']);
    expect(page).toContain('2 checks never failed. In the newest run with each of them: 1 passed, 1 inconclusive.');
  });

  it('says of one run alone that checks fail, and not that they did before', () => {
    const history = historyOf(runsOf({ 'chat.a/b': 'f', 'chat.a/c': 'p' }));
    expect(historyText(history, plain)).toContain('\nFailing: 1 check\n');
    expect(historyText(history, plain)).toContain('1 run, 0 new failures, 1 other failure, 0 flaky, 0 fixed');
  });

  it('draws a cell a run, and says the same in words', () => {
    const strips = elements.filter(({ attributes }) => attributes['class'] === 'strip');
    const labels = strips.map(({ attributes }) => attributes['aria-label']);
    expect(labels).toContain('failed, then 5 passed');
    const cells = elements.find(({ attributes: { d = '' } }) => d.startsWith('M4,10'));
    expect(cells?.attributes['d']).toBe('M4,10h3m1,0h3m1,0h3m1,0h3m1,0h3');
  });

  it('draws each run of load where its day is: what is invalid hollow, and nothing joined that was asked otherwise', () => {
    const spark = page.split('<svg').find((each) => each.includes('class="spark"'));
    expect(spark?.match(/class="dot"/g)).toHaveLength(5);
    expect(spark?.match(/class="hollow"/g)).toHaveLength(1);
    // Four are joined; the newest has another rule, and stands alone.
    expect(spark?.match(/class="line"/g)).toHaveLength(1);
    expect(spark?.match(/class="bounds"/g)).toHaveLength(1);
    expect(page).toContain('the previous run had other settings');
  });

  it('has the ends of its upright axis in numbers with units', () => {
    const { text = () => '' } = elements.find(({ attributes }) => attributes['class'] === 'spark') ?? {};
    expect(text().replaceAll(/\s+/g, ' ').trim()).toBe('95.0 ms210.0 ms');
    expect(page).toContain('The axis of each chart goes from the lowest to the highest bound, not from 0.');
  });

  it('leads to the reports that are there', () => {
    const links = elements.flatMap(({ attributes: { href } }) => href ?? []);
    expect(links).toEqual([5, 4, 3, 2, 1, 0].map((run) => `./run-${run}/report.html`));
  });

  it('of 100 runs of 632 checks stays below 1 MB, whatever became of them', () => {
    const strips = (strip: (check: number) => string): Readonly<Record<string, string>> =>
      Object.fromEntries(Array.from({ length: 632 }, (_, check) => [`speech.topic/check-${check}`, strip(check)]));
    const kinds = ['pf', 'fp', 'pppf', 'fi', 'n'];
    const size = (each: Readonly<Record<string, string>>): number =>
      Buffer.byteLength(historyHtml(historyOf(runsOf(each))));
    expect(size(strips(() => 'p'.repeat(100)))).toBeLessThan(100_000);
    expect(size(strips((check) => (kinds[check % 5] ?? 'p').repeat(100).slice(0, 100)))).toBeLessThan(1_000_000);
    expect(size(strips((check) => (check % 2 === 0 ? 'pf' : 'fp').repeat(50)))).toBeLessThan(1_000_000);
  });
});

const hostile = fc.oneof(
  fc.constantFrom(...Object.values(attacks)),
  fc.string({ unit: fc.constantFrom(...'<>&"\'`|*_[]()#~!:-=@./%\\\n\r\t a1'), minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
);

/** Runs whose every text is of somebody who handed the folder over. */
function told(text: string, folder = 'folder'): History {
  const findings = [sampleFinding(text, '2.2', { title: text, verdict: { is: 'fail', because: text } })];
  const tool = { name: 'assay', version: text } as const;
  const run = sampleRun(findings, { target: text, label: text, tool, startedAt: dayAt(0) });
  const settings = { ...sampleLoad().settings, slo: text, content: text, mix: text };
  const environment = { assay: text, node: text, machine: text, embedded: false };
  const load = sampleLoad({ target: text, scenario: text, label: text, settings, environment, startedAt: dayAt(0) });
  const place = { folder, hasReport: true };
  return historyOf([checkHistoryEntry(run, place), loadHistoryEntry(load, place)], [{ folder, because: text }]);
}

describe('whatever stands in folders that somebody hands over', () => {
  it('is text on the page, and nothing else', () => {
    const innocent = skeletonOf(historyHtml(told('x')));
    fc.assert(
      fc.property(hostile, hostile, (text, folder) => {
        const page = historyHtml(told(text, folder));
        expect(skeletonOf(page)).toEqual(innocent);
        const links = elementsOf(page).flatMap(({ attributes: { href } }) => href ?? []);
        expect(links.filter((link) => !/^\.\/[^:?#<>"\s]*\/report\.html$/.test(link))).toEqual([]);
        expect(elementsOf(page)[0]?.text()).toContain(escapeControls(text, '\n\t'));
      }),
      { numRuns: 200 },
    );
  });

  it('is text in Markdown, and on the terminal', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, folder) => {
        const { elements } = renderMarkdown(historyMarkdown(told(text, folder)));
        expect(elements.filter((each) => !innocentElements.includes(each))).toEqual([]);
        const shown = historyText(told(text, folder), plain);
        expect(escapeControls(shown, '\n')).toBe(shown);
      }),
      { numRuns: 200 },
    );
  });
});
