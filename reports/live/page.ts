import type { LoadSettings } from '../../load/records/settings.ts';
import { chartStyle } from '../html/style/charts.ts';
import { clauseStyle } from '../html/style/clauses.ts';
import { baseStyle } from '../html/style/base.ts';
import { mediaStyle } from '../html/style/media.ts';
import { verdictStyle } from '../html/style/verdict.ts';
import { type Html, html, scriptOf, textOfPage } from '../text/html.ts';
import { drawLines } from './draw-lines.ts';
import { followRun } from './follow.ts';
import { liveStyle } from './live-style.ts';

type PageOptions = { readonly scenario: string; readonly slo?: LoadSettings['slo']; readonly target: string };

/** The page that shows a run in progress. It is empty: its script requests the content from the same address. */
export function livePage({ scenario, target, slo }: PageOptions, nonce: string): string {
  return textOfPage(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>assay load ${scenario}</title>
          <link rel="icon" href="data:," />
          ${baseStyle} ${verdictStyle} ${clauseStyle} ${chartStyle} ${mediaStyle} ${liveStyle}
        </head>
        <body>
          <header class="masthead">
            <p><b>assay</b> load, live</p>
            <p>Scenario ${scenario}</p>
          </header>
          <main>
            <p id="lost" role="alert"></p>
            <section class="verdict notApplicable" id="verdict" aria-label="The run">
              <h1>
                <span class="mark" id="mark" aria-hidden="true">●</span>
                <span
                  ><strong id="word">Starting</strong>:
                  <span class="says" id="says">k6 has sent nothing yet</span></span
                >
              </h1>
              <p class="unseen" id="state" role="status"></p>
              <p class="target">${target}</p>
              <svg class="progress" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                <rect id="done" width="0" height="8" />
              </svg>
              <div id="ended" hidden>
                <p id="ended-says"></p>
                <p>The report: <code id="report"></code></p>
              </div>
              <ul class="tally" id="tiles"></ul>
              <p id="until" hidden></p>
              <p id="generator" class="notApplicable"></p>
              ${slo === undefined ? undefined : html`<p class="aside" id="slo">SLO, judged at the end: <code>${slo}</code></p>`}
              <button type="button" id="stop">Stop the run</button>
              <noscript><p class="notice">This page needs its script to listen to the run.</p></noscript>
            </section>
            <section>
              <h2 id="times">Times so far</h2>
              <p class="lead" id="lead"></p>
              <div class="scroll" tabindex="0" role="region" aria-labelledby="times">
                <table class="numbers">
                  <thead id="head"></thead>
                  <tbody id="rows"></tbody>
                </table>
              </div>
            </section>
            <section id="failed" hidden>
              <h2>Failures by cause</h2>
              <ul id="failures"></ul>
            </section>
            <section class="charts" aria-label="Over time">
              ${chart('recent', html`<b id="recent">No answer yet</b> ${key('--line-1', 'p50')} ${key('--line-2', 'p95')}`)}
              ${chart('flight', html`<b>In flight</b>`)} ${chart('rate', html`<b>Sent per second</b>`)}
            </section>
          </main>
          ${scriptOf(followRun, [drawLines], nonce).element}
        </body>
      </html> `,
  );
}

function chart(name: 'recent' | 'flight' | 'rate', caption: Html): Html {
  return html`<figure class="chart" id="${name === 'recent' ? 'figure-recent' : name}">
    <figcaption>${caption}</figcaption>
    <div class="plot">
      <svg id="chart-${name}" viewBox="0 0 400 152" role="img" aria-label="${chartNames[name]}"></svg>
    </div>
  </figure>`;
}

const chartNames = {
  recent: 'Time to answer over the time of the run; red ticks are failures',
  flight: 'Requests in flight over the time of the run',
  rate: 'Requests sent per second over the time of the run',
};

function key(colour: '--line-1' | '--line-2', name: string): Html {
  return html`<span class="aside"><span class="key ${colour === '--line-1' ? 'one' : 'two'}"></span> ${name}</span>`;
}
