import { type Content, type Html, html, textOf } from '../text/html.ts';
import { clauseStyle } from './style/clauses.ts';
import { evidenceStyle } from './style/evidence.ts';
import { exchangeStyle } from './style/exchange.ts';
import { groundStyle } from './style/ground.ts';
import { mediaStyle } from './style/media.ts';
import { verdictStyle } from './style/verdict.ts';

/** The one script that may run, and the SHA-256 of its text in base64. */
export type AllowedScript = { readonly element: Html; readonly sha256: string };

/**
 * A self-contained page: nothing fetched, no script but the given one, and a policy that would stop both.
 * @param style what only this kind of page needs
 */
export function page(title: string, body: Html, style?: Html, script?: AllowedScript): string {
  const allowed = script === undefined ? '' : `script-src 'sha256-${script.sha256}'; `;
  return textOf(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta
            http-equiv="Content-Security-Policy"
            content="default-src 'none'; ${allowed}style-src 'unsafe-inline'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'"
          />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="referrer" content="no-referrer" />
          <title>${title}</title>
          ${groundStyle} ${verdictStyle} ${evidenceStyle} ${exchangeStyle} ${clauseStyle} ${style} ${mediaStyle}
        </head>
        <body>
          ${body} ${script?.element}
        </body>
      </html> `,
  );
}

/** Text whose every space counts, to be scrolled by keyboard where it is long. */
export function preformatted(content: Content, look = ''): Html {
  // A parser drops a line feed right after <pre>: let it be this one, never one of the text's own.
  return html`<pre class="${look}" tabindex="0">${['\n', content]}</pre>`;
}

/** Names with their values, as the facts at the top and the foot of a page. */
export function facts(entries: readonly (readonly [name: string, value: Html | string])[]): Html {
  return html`<dl class="facts">
    ${entries.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
