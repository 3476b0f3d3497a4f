import { text } from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { html, textOfPage } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { chartMarkup, type DrawnNode } from './drawing.ts';

const written = (markup: string): string => {
  const { document } = parseHTML(`<!doctype html><html><body>${markup}</body></html>`);
  const node: unknown = document.body.firstChild;
  return textOfPage(html`${chartMarkup(node as DrawnNode)}`);
};

describe('a drawing', () => {
  it('is written anew, with shorter numbers', () => {
    expect(written('<svg viewBox="0 0 4 4"><path d="M0.12345,1L2,3" stroke="var(--line-1)"></path></svg>')).toBe(
      '<svg viewBox="0 0 4 4"><path d="M0.12,1L2,3" stroke="var(--line-1)"></path></svg>',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<style>*{}</style>',
    '<foreignObject><b>x</b></foreignObject>',
    '<a href="https://example.com">x</a>',
    '<image href="x"></image>',
    '<!-- x -->',
  ])('leaves out %s', (markup) => {
    expect(written(`<svg>${markup}</svg>`)).toBe('<svg></svg>');
  });

  it('leaves out what acts, styles or names an address', () => {
    expect(written('<svg onload="x()" style="color:red" id="a" href="#b" class="c"></svg>')).toBe('<svg></svg>');
  });

  it('escapes text and attributes', () => {
    expect(written('<svg><text fill="&quot;&gt;&lt;script&gt;">&lt;/text&gt;&amp;</text></svg>')).toBe(
      '<svg><text fill="&quot;&gt;&lt;script&gt;">&lt;/text&gt;&amp;</text></svg>',
    );
  });
});

it('lets no text of a chart become markup', () => {
  const hostile = '</text></svg><script>alert(1)</script>';
  const markup = textOfPage(
    drawChart({ marks: [text([hostile])], x: {}, y: { label: hostile }, label: `"><b>${hostile}` }),
  );
  expect(markup.match(/<(?!\/?(svg|g|path|line|text|tspan|div)\b)/g)).toBeNull();
});
