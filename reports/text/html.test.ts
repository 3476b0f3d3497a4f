import { describe, expect, it } from 'vitest';
import { type Html, html, textOfPage } from './html.ts';

describe('the html template', () => {
  it('escapes every character that could begin markup or end an attribute', () => {
    expect(textOfPage(html`<p title="${`"'`}">${'<b>&amp;</b>'}</p>`)).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;amp;&lt;/b&gt;</p>',
    );
  });

  it('escapes inside lists and leaves its own results alone', () => {
    const items = ['<', html`<b>${'&'}</b>`, undefined, 7];
    expect(textOfPage(html`<p>${items}</p>`)).toBe('<p>&lt;<b>&amp;</b>7</p>');
  });

  it('takes nothing else for markup, whatever its shape', () => {
    const forged = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}') as Html;
    expect(() => html`<p>${forged}</p>`).toThrow(Error);
  });

  it('shows characters that would act instead of being seen', () => {
    expect(textOfPage(html`<p>${'\0\u001b[31m\u202e'}</p>`)).toBe('<p>\\0\\u{1b}[31m\\u{202e}</p>');
  });

  it.each([
    ['an unquoted attribute', (value: string) => html`<p title=${value}></p>`],
    ['a whole address', (value: string) => html`<a href="${value}">x</a>`],
    ['a whole style', (value: string) => html`<p style="${value}">x</p>`],
    ['an event handler', (value: string) => html`<p onclick="${value}">x</p>`],
    [
      'a script',
      (value: string) =>
        html`<script>
          let x = '${value}';
        </script>`,
    ],
    [
      'a style sheet',
      (value: string) =>
        html`<style>
          p {
            color: ${value};
          }
        </style>`,
    ],
  ])('refuses a hole in %s, which escaping does not make safe', (_, write) => {
    expect(() => write('x')).toThrow('A value cannot safely stand here');
  });

  it('takes a hole in an address whose beginning is fixed', () => {
    expect(textOfPage(html`<a href="#${'"x'}">x</a>`)).toBe('<a href="#&quot;x">x</a>');
  });
});
