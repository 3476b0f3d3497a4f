import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { elementsOf } from './html/parsed.testing.ts';

/** The elements that a renderer makes, with the names of their attributes, and the visible text. */
type RenderedMarkdown = { readonly elements: readonly string[]; readonly text: string };

/** Renders Markdown as GitHub does, without filtering the HTML in it afterwards. */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const [, , body, ...rest] = elementsOf(`<!doctype html><head></head><body>${html}`);
  const elements = rest.map(({ name, attributes }) => [name, ...Object.keys(attributes)].join(' '));
  return { elements, text: body?.text() ?? '' };
}

/** The elements of assay's own summaries: none links anywhere or loads anything. */
export const innocentElements: readonly string[] = (
  'h2, h3, h4, p, blockquote, ul, li, strong, code, code class, pre, details, summary, ' +
  'table, thead, tbody, tr, th, td, th align, td align'
).split(', ');
