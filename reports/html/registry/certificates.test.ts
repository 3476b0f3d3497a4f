import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claims } from '../../../conformance/evidence/statement.ts';
import { browserIsMissing, noActions, openBrowser, openFile } from '../../../scripts/testing/opened-page.testing.ts';
import { emptyFolder } from '../../../scripts/testing/run-assay.testing.ts';
import type { VerifiedBundle } from '../../certificate.ts';
import { sampleClaims } from '../../sample-certificate.testing.ts';
import { serviceBadges } from './certificate-status.ts';
import { certificatesHtml } from './certificates.ts';
import { elementsOf } from '../parsed.testing.ts';

const counts = { pass: 40, fail: 0, inconclusive: 0, notApplicable: 0 };
const at = '2026-11-24T03:00:55.530Z';
const claims: Claims = {
  ...sampleClaims,
  counts,
  countsByLevel: { MUST: counts, HTTP: counts, SHOULD: counts },
  knownFailures: [{ check: `speech.speed/${'long-'.repeat(20)}`, reason: 'until 2.1', expires: '2026-12-31' }],
  selfTest: { faults: 40, found: 40 },
};
const bundle = (parts: Partial<VerifiedBundle> = {}): VerifiedBundle => ({
  path: 'acme',
  at,
  problems: [],
  keyId: 'cd'.repeat(32),
  claims,
  ...parts,
});
const refused = bundle({ problems: Array.from({ length: 12 }, (_, nth) => ({ code: 1, says: `reason ${nth}` })) });
const page = certificatesHtml([bundle(), refused, bundle({ claims: { ...claims, embedded: true } })], at);
const flat = page.replaceAll(/\s+/g, ' ');

describe('the page of certificates', () => {
  it('says how often such a verdict is a false alarm', () => {
    const measured = { at, releases: ['0.1.0'], earlier: 0 };
    const risk = {
      services: 118,
      accused: 1,
      shouldOnly: 0,
      inconclusive: { services: 0, of: 0 },
      atMost: 0.0396,
      ...measured,
    };
    const text = certificatesHtml([bundle()], at, risk).replaceAll(/\s+/g, ' ');
    expect(text).toContain('a false alarm? 1 of 118 valid services failed a MUST or HTTP check; of services');
    expect(text).toContain('like these at most 4.0 % would');
  });

  it('counts services, and not the certificates that they have', () => {
    const other = bundle({ claims: { ...claims, target: 'https://other.example' } });
    const shown = certificatesHtml([bundle(), bundle({ path: 'again' }), other, refused], at);
    expect(shown).toContain('<h1>2 certified implementations (3 certificates)</h1>');
    expect(page).toContain('<h1>1 certified implementation</h1>');
  });

  it('has its headings in order, and every line of a certificate explained', () => {
    const levels = elementsOf(page).flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : []));
    expect(levels).toEqual([1, 2, 2, 3, 2, 3, 3, 2]);
    expect(flat).toContain('<h2>What the lines mean</h2>');
  });

  it('shows what each service is worth now, how it came to that, and a badge for it', () => {
    const change = (is: 'active' | 'degraded' | 'revoked', because: string) => ({ at, is, because });
    const listed = (is: 'active' | 'degraded' | 'revoked') => ({
      is,
      because: 'so it is',
      since: at,
      issuedAt: at,
      history: [change('active', 'all passed'), change('active', 'all passed'), change(is, 'so it is')],
    });
    const of = (target: string, parts: Partial<VerifiedBundle>): VerifiedBundle =>
      bundle({ path: target, claims: { ...claims, target: `https://${target}` }, ...parts });
    const all = [
      of('up.example', { status: listed('active') }),
      of('away.example', { status: listed('degraded') }),
      of('gone.example', { status: listed('revoked'), problems: [{ code: 1, says: 'it is revoked' }] }),
      bundle({ path: 'other', claims: { ...claims, target: 'https://../up.example', knownFailures: [] } }),
    ];
    const shown = certificatesHtml(all, at).replaceAll(/\s+/g, ' ');
    // The colour says no more than the word; on a narrow page both stand before the name.
    for (const [tone, word] of [
      ['valid', '✓ active'],
      ['inconclusive', '? degraded'],
      ['refused', '✗ revoked'],
      ['valid', '✓ valid'],
    ])
      expect(shown).toContain(`<tr> <td class="${tone}">${word}</td> <td class="service">`);
    expect(shown).toContain('The last 3 checks, the oldest first: a active, r revoked.');
    expect(shown).toContain('<a href="#certificate/up.example">https://up.example</a>');
    expect(shown).toContain('id="certificate/up.example"');
    expect(shown).toContain('2 changes in 3 checks');
    const badges = serviceBadges(all);
    expect(badges.map(({ file }) => file)).toEqual([
      'up.example.svg',
      'away.example.svg',
      'gone.example.svg',
      '_2e_._2f_up.example.svg',
    ]);
    expect(badges.map(({ svg }) => /<title>(.*)<\/title>/.exec(svg)?.[1])).toEqual([
      'assay certificate: all, valid until 2027-02-22, with 1 known failure',
      'assay certificate: all, degraded until 2027-02-22, with 1 known failure',
      'assay certificate: revoked',
      'assay certificate: all, valid until 2027-02-22',
    ]);
  });

  it('calls the embedded service nothing that is green, however active it is', () => {
    const history = [{ at, is: 'active', because: 'all passed' } as const];
    const status = { is: 'active', because: 'all passed', since: at, issuedAt: at, history } as const;
    const shown = certificatesHtml([bundle({ claims: { ...claims, embedded: true }, status })], at);
    expect(shown).toContain('For tests only: <b>active</b> since');
    expect(shown).toContain('class="cells tests"');
    expect(shown).not.toContain('✓');
  });

  it('says times as people do', () => {
    expect(flat).toContain('2026-11-24 03:00:55 UTC to 2027-02-22 03:00:55 UTC');
  });

  it('folds what one that is not valid claims, behind why it is not', () => {
    const [, rest = ''] = flat.split('<h2>Not certified</h2>');
    expect(rest).toMatch(/<li>reason 9<\/li> ?<li>and 2 more reasons<\/li>/);
    expect(rest.match(/What it claims, which nothing shows/g)).toHaveLength(1);
    expect(flat.split('<h2>Not certified</h2>')[0]).not.toContain('<details>');
  });

  it('says why the reference service counts for nobody', () => {
    expect(flat).toContain('The target was assay’s own reference service, so that it speaks for no implementation.');
  });
});

describe.skipIf(browserIsMissing)('the page of certificates, in a browser', { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('fits the window, wide and narrow, and does nothing', async () => {
    const path = join(emptyFolder(), 'index.html');
    writeFileSync(path, page);
    const { page: opened, actions, close } = await openFile(browser, path);
    const widths = [];
    for (const width of [1400, 390]) {
      await opened.setViewportSize({ width, height: 800 });
      widths.push(await opened.evaluate('document.documentElement.scrollWidth'));
    }
    expect(widths).toEqual([1400, 390]);
    // Narrow by now: nothing of the table has to be scrolled to.
    const table = '[...document.querySelectorAll(".scroll")].map((each) => each.scrollWidth - each.clientWidth)';
    expect(await opened.evaluate(table)).toEqual([0]);
    expect(await actions()).toEqual(noActions);
    await close();
  });
});
