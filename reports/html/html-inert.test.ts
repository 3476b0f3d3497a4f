import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attacks } from '../../fixtures/hostile/index.ts';
import { arbitraryExchange, arbitraryRun } from '../arbitrary-results.testing.ts';
import { emptyContext } from '../check/background.ts';
import { escapeControls } from '../text/visible.ts';
import { checkHtml } from './check.ts';
import { type Html, html, textOfPage } from '../text/html.ts';
import { preformatted } from './exchange/preformatted.ts';
import { elementsOf } from './parsed.testing.ts';
import { pageScript } from './script/page-script.ts';

const signs = [...'<>&"\'`=/!-?[]; \n\t\r\0aA1#x'];
const hostile = fc.oneof(
  fc.constantFrom(...Object.values(attacks)),
  fc.string({ unit: fc.constantFrom(...signs), maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

describe('a parser that is not ours gives back exactly the text', () => {
  const places: readonly (readonly [string, (text: string) => Html])[] = [
    ['p', (text) => html`<p>${text}</p>`],
    ['b', (text) => html`<p>${[html`<b>${text}</b>`]}</p>`],
    ['pre', (text) => preformatted(text)],
    ['title', (text) => html`<title>${text}</title>`],
    ['textarea', (text) => html`<textarea>${['\n', text]}</textarea>`],
    [
      'td',
      (text) =>
        html`<table>
          <tbody>
            <tr>
              <td>${text}</td>
            </tr>
          </tbody>
        </table>`,
    ],
    ['text', (text) => html`<svg><text>${text}</text></svg>`],
  ];
  it.each(places)('in %s', (name, write) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const elements = elementsOf(textOfPage(write(text)));
        const others = elementsOf(textOfPage(write('')));
        expect(elements.map(({ name }) => name)).toEqual(others.map(({ name }) => name));
        const found = elements.find((each) => each.name === name);
        expect(found?.text()).toBe(escapeControls(text, '\n\t'));
      }),
      { numRuns: 300 },
    );
  });

  it('in attributes, in either kind of quotes', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const [p, ...more] = elementsOf(textOfPage(html`<p title="${one}" lang="x ${other}">x</p>`)).slice(3);
        expect(p?.attributes).toEqual({
          title: escapeControls(one, '\n\t'),
          lang: `x ${escapeControls(other, '\n\t')}`,
        });
        expect(more).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** Names of elements and attributes that could run, fetch or lead somewhere. */
const forbidden =
  /^(script|iframe|frame|object|embed|base|link|form|input|button|textarea|on.*|srcdoc|formaction|ping)$/;

describe('a conformance report of arbitrary results', () => {
  it('has nothing that could run but its own script, fetch, or lead away, and shows the words of each finding', () => {
    fc.assert(
      fc.property(arbitraryRun, fc.array(arbitraryExchange, { maxLength: 2 }), (run, exchanges) => {
        const findings = run.findings.map((finding) => ({ ...finding, exchanges: exchanges.map(({ id }) => id) }));
        const controlOf = new Map([['errors.envelope/on-404', 'speech.speed/accepts-maximum']]);
        const background = { ...emptyContext, scriptSha256: 'of the script', controlOf };
        const all = elementsOf(checkHtml({ ...run, findings }, exchanges, background));
        const scripts = all.filter(({ name }) => name === 'script');
        expect(scripts.map(({ text, attributes }) => [text(), attributes])).toEqual([[pageScript.text, {}]]);
        const elements = all.filter(({ name }) => name !== 'script');
        const names = elements.flatMap(({ name, attributes }) => [name, ...Object.keys(attributes)]);
        expect(names.filter((name) => forbidden.test(name))).toEqual([]);
        const values = elements.flatMap(({ attributes: { href, src, 'http-equiv': order } }) => [href, src, order]);
        const valid = /^(#|data:(audio|image)\/|Content-Security-Policy$)/;
        expect(values.filter((value) => value !== undefined && !valid.test(value))).toEqual([]);
        const text = elements[0]?.text() ?? '';
        for (const { requirement: says } of run.findings) expect(text).toContain(escapeControls(says, '\n\t'));
      }),
      { numRuns: 150 },
    );
  });
});
