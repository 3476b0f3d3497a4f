import { type Content, type Html, html } from '../../text/html.ts';

/** Text whose every space counts, to be scrolled by keyboard where it is long. */
export function preformatted(content: Content, look = ''): Html {
  // A parser drops a line feed right after <pre>: let it be this one, never one of the text's own.
  return html`<pre class="${look}" tabindex="0">${['\n', content]}</pre>`;
}
