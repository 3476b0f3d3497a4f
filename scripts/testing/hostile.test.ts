import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { XmlDocument } from 'libxml2-wasm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Run } from '../../conformance/model/run.ts';
import { attacks } from '../../fixtures/hostile/index.ts';
import { elementsOf, skeletonOf, type Found } from '../../reports/html/parsed.testing.ts';
import { innocentElements, renderMarkdown } from '../../reports/markdown-elements.testing.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { hostileResults, hostileRuns, laterRuns, machineRuns, type HostileResults } from './hostile-results.testing.ts';
import { neutralCopy } from './neutral-copy.testing.ts';
import { browserIsMissing, noActions, openBrowser, openFile } from './opened-page.testing.ts';
import { assay, emptyFolder } from './run-assay.testing.ts';

/** Attributes that lead or fetch. */
const leading = ['href', 'src', 'action', 'data', 'poster', 'srcset', 'cite', 'xlink:href'];

const wholeChecks: readonly string[] = ['check', 'check with broken answers'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type AxeResults = {
  readonly violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
};

const textOf = (elements: readonly Found[]): string => elements.find(({ name }) => name === 'body')?.text() ?? '';

/** Of a long string in JSON a page shows no less than this of its beginning. */
const longestWhole = 200;
const shownOfLong = 90;

/** How a page may show a text: as it came, on one line, or as JSON has it, a long one cut. */
function formsOf(attack: string): readonly string[] {
  const inJson = escapeControls(JSON.stringify(attack).slice(1, -1));
  const cut = inJson.length > longestWhole ? [inJson.slice(0, shownOfLong)] : [];
  return [escapeControls(attack, '\n\t'), escapeControls(attack), inJson, ...cut];
}

let results: ReadonlyMap<string, HostileResults>;
beforeAll(async () => {
  results = await hostileResults();
}, 480_000);

function resultsOf(run: string): HostileResults {
  const found = results.get(run);
  if (found === undefined) throw new Error(`nothing was run as ${run}`);
  return found;
}

const fileOf = (run: string, file = 'report.html'): string => join(resultsOf(run).folder, file);
const pageOf = (run: string): string => readFileSync(fileOf(run), 'utf8');

/** What is put together by causes: the list at the top, and the failures. */
const causesSection =
  /<h2 class="small">Failed<\/h2>[\s\S]*?(?=<h2 class="small">Not judged)|<section id="failures"[\s\S]*?<\/section>/g;
const withoutDepth = (part: string): string => part.replace(/^\d+ /, '');
const withoutCauses = (page: string): string => page.replace(causesSection, '');
const causesIn = (page: string): string => (page.match(causesSection) ?? []).join('');

describe('a target that attacks whoever shows its answers', () => {
  it.each(hostileRuns)('%s: is judged all the same', (run) => {
    const { said } = resultsOf(run);
    // On a busy machine a measurement is withdrawn (2); what this is about is what is shown of it.
    const { code, err } = said;
    expect({ isJudged: (run === 'load' ? [0, 2] : [1]).includes(code ?? -1), err }).toEqual({
      isJudged: true,
      err: '',
    });
  });

  it.each(hostileRuns)('%s: adds no element and no attribute to the page', async (run) => {
    const copy = neutralCopy(resultsOf(run).folder);
    expect(await assay(['report', copy])).toMatchObject({ code: 0, err: '' });
    const pages = [pageOf(run), readFileSync(join(copy, 'report.html'), 'utf8')];
    const [own, neutral] = pages.map((page) => skeletonOf(withoutCauses(page)));
    expect(own).toEqual(neutral);
    // Which failures have one cause depends on what is said of them.
    const [causes, others] = pages.map((page) => new Set(skeletonOf(causesIn(page)).map(withoutDepth)));
    expect([...(causes ?? [])].filter((each) => others?.has(each) !== true)).toEqual([]);
  });

  it.each(hostileRuns)('%s: leads nowhere but to places of the page', (run) => {
    const elements = elementsOf(pageOf(run));
    const ids = new Set(elements.map(({ attributes: { id } }) => id));
    const addresses = elements.flatMap(({ attributes }) => leading.flatMap((name) => attributes[name] ?? []));
    expect(addresses.filter((address) => !/^(#|data:(audio|image)\/)/.test(address))).toEqual([]);
    const dangling = addresses.filter((address) => address.startsWith('#') && !ids.has(address.slice(1)));
    expect(dangling).toEqual([]);
  });

  it.each(hostileRuns)('%s: has its headings in order', (run) => {
    const levels = elementsOf(pageOf(run)).flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : []));
    const skipping = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
    expect({ first: levels.indexOf(1), skipping }).toEqual({ first: 0, skipping: [] });
  });

  it.each(hostileRuns)('%s: leaves the summary without links, images and markup of its own', (run) => {
    const { elements } = renderMarkdown(readFileSync(fileOf(run, 'summary.md'), 'utf8'));
    expect(elements.filter((each) => !innocentElements.includes(each))).toEqual([]);
  });

  it.each(hostileRuns)('%s: leaves junit.xml for others to read', (run) => {
    using junit = XmlDocument.fromString(readFileSync(fileOf(run, 'junit.xml'), 'utf8'));
    expect(junit.root.name).toMatch(/^testsuites?$/);
  });

  it('shows every attack as the text that it is', () => {
    const texts = hostileRuns.map((run) => textOf(elementsOf(pageOf(run))));
    const unseen = Object.entries(attacks).filter(
      ([, attack]) => !formsOf(attack).some((form) => texts.some((text) => text.includes(form))),
    );
    expect(unseen.map(([name]) => name)).toEqual([]);
  });

  it.each([...hostileRuns, ...machineRuns, ...laterRuns])('%s: moves no cursor and colours nothing', (run) => {
    const { out, err } = resultsOf(run).said;
    expect(`${out}${err}`.match(/[^\P{Cc}\n\t]|\p{Bidi_Control}|\p{Cs}/gu)).toBeNull();
  });

  it.each([...hostileRuns, ...laterRuns])('%s: gives a CI runner no orders', (run) => {
    const { out, err } = resultsOf(run).said;
    const lines = `${out}${err}`.split('\n');
    expect(lines.filter((line) => /^\s*::|##(vso)?\[/.test(line))).toEqual([]);
  });

  it.each(['compare', 'verify'])('%s: quotes one that would be an order', (run) => {
    expect(resultsOf(run).said.out).toContain('[add-mask]pwned');
  });

  it('gives a shell that a line is pasted into no commands', () => {
    const cwd = emptyFolder();
    const lines = hostileRuns
      .filter((run) => run !== 'load')
      .flatMap((run) => (JSON.parse(readFileSync(fileOf(run, 'run.json'), 'utf8')) as Run).findings)
      .flatMap(({ reproduce }) => reproduce);
    const said = execFileSync('/bin/sh', {
      cwd,
      input: ['curl() { echo asked; }', 'npx() { echo asked; }', ...new Set(lines)].join('\n'),
    });
    expect(said.toString()).toMatch(/^(?:asked\n){40,}$/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('lets nothing be lost of what machines read', () => {
    const [json, dialect] = machineRuns.map((run) => resultsOf(run));
    const run: unknown = JSON.parse(json?.said.out ?? '');
    expect(run).toEqual(JSON.parse(readFileSync(fileOf('check --json', 'run.json'), 'utf8')));
    const { observations } = parseYaml(dialect?.said.out ?? '') as { readonly observations: readonly unknown[] };
    expect(observations.length).toBeGreaterThan(10);
  });
});

describe.skipIf(browserIsMissing)('its report in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it.each(hostileRuns)(
    '%s: runs nothing of the target, asks nobody for anything and stays where it is',
    async (run) => {
      const { page, html, actions, close } = await openFile(browser, fileOf(run));
      await page.keyboard.press('Tab');
      await page.mouse.move(400, 400);
      expect(await actions()).toEqual(noActions);
      expect(skeletonOf(html)).toEqual(skeletonOf(pageOf(run)));
      await close();
    },
  );

  it.each(hostileRuns)('%s: fits the window, wide and narrow', async (run) => {
    const { page, close } = await openFile(browser, fileOf(run));
    const widths = [];
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      widths.push(await page.evaluate('document.documentElement.scrollWidth'));
    }
    expect(widths).toEqual([1280, 390]);
    await close();
  });

  // Of the two whole checks only a part: a scan takes a second for every few hundred elements.
  it.each(hostileRuns.filter((run) => !wholeChecks.includes(run)))(
    '%s: can be used by all, light and dark',
    async (run) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, actions, close } = await openFile(browser, fileOf(run), { colorScheme });
        await page.evaluate(axe);
        const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(grave.map(({ id, nodes }) => `${colorScheme}: ${id} at ${nodes[0]?.html}`)).toEqual([]);
        expect(await actions()).toEqual(noActions);
        await close();
      }
    },
  );
});
