import { type HtmlContent, type Html, html } from '../../text/html.ts';

/** Text with all its spaces, which can be scrolled by keyboard. */
export function preformatted(content: HtmlContent, look = ''): Html {
  // A parser drops a line feed right after <pre>, so one is added for it to drop.
  return html`<pre class="${look}" tabindex="0">${['\n', content]}</pre>`;
}
