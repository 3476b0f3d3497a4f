import { type Html, html, textOfPage } from '../text/html.ts';
import { clauseStyle } from './style/clauses.ts';
import { evidenceStyle } from './style/evidence.ts';
import { exchangeStyle } from './style/exchange.ts';
import { baseStyle } from './style/base.ts';
import { mediaStyle } from './style/media.ts';
import { verdictStyle } from './style/verdict.ts';

/** The one script that may run, and the SHA-256 of its text in base64. */
type AllowedScript = { readonly element: Html; readonly sha256: string };

/**
 * A self-contained page: nothing fetched, no script but the given one, and a policy that would stop both.
 * @param style what only this kind of page needs
 */
export function page(title: string, body: Html, style?: Html, script?: AllowedScript): string {
  const allowed = script === undefined ? '' : `script-src 'sha256-${script.sha256}'; `;
  return textOfPage(
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
          ${baseStyle} ${verdictStyle} ${evidenceStyle} ${exchangeStyle} ${clauseStyle} ${style} ${mediaStyle}
        </head>
        <body>
          ${body} ${script?.element}
        </body>
      </html> `,
  );
}

/** Longest value, in characters, in a column; a longer one takes a row of its own. */
const longFact = 120;

/** Names with values, at the top or the bottom of a page. */
export function facts(entries: readonly (readonly [name: string, value: Html | string])[]): Html {
  return html`<dl class="facts">
    ${entries.map(
      ([name, value]) =>
        html`<div class="${typeof value === 'string' && value.length > longFact ? 'long' : ''}">
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
