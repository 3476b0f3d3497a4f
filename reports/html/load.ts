import type { Distribution, QuantileName } from '../../load/model/distribution.ts';
import type { Load } from '../../load/model/load.ts';
import {
  failuresOf,
  loadFactsOf,
  loadHeadlineOf,
  measuredOf,
  msText,
  quantileHeads,
  quantileNames,
  quantileText,
} from '../load-words.ts';
import { loadTablesOf } from '../load-tables.ts';
import { verdictMarks } from '../words.ts';
import { type Html, html } from './html.ts';
import { tableView } from './load-table.ts';
import { facts, page } from './page.ts';

/** A load run as one self-contained page. */
export function loadHtml(load: Load): string {
  return page(
    `${loadHeadlineOf(load).word}: ${load.scenario} on ${load.target} · assay`,
    html`<header class="masthead">
        <p><b>assay</b> load report</p>
        <p>Scenario ${load.scenario}</p>
      </header>
      <main>
        ${verdictView(load)} ${timesView(load)} ${failuresView(load)} ${loadTablesOf(load).map(tableView)}
        ${settingsView(load)}
      </main>
      ${colophon(load)}`,
  );
}

function verdictView(load: Load): Html {
  const { is, word, says } = loadHeadlineOf(load);
  const { measured, ok, failed, aborted } = load.counts;
  return html`<section class="verdict ${is}" aria-labelledby="verdict">
    <h1 id="verdict">
      <span class="mark" aria-hidden="true">${verdictMarks[is]}</span>
      <span><strong>${word}</strong>: ${says}</span>
    </h1>
    <p class="target">${load.target}</p>
    <ul class="tally">
      ${tile('notApplicable', measured, 'measured')} ${tile('pass', ok, 'answered')} ${tile('fail', failed, 'failed')}
      ${tile('inconclusive', aborted, 'cut off')}
    </ul>
    ${facts(keyTimes(load))}
  </section>`;
}

function tile(tone: 'pass' | 'fail' | 'inconclusive' | 'notApplicable', count: number, word: string): Html {
  return html`<li class="${count === 0 ? 'none' : tone}"><b>${count}</b> <span class="badge">${word}</span></li>`;
}

/** The three numbers that a load run is quoted by. */
function keyTimes({ ttftMs, gapMs, rates }: Load): readonly (readonly [string, string])[] {
  return [
    ['TTFT, median', withUnit(ttftMs, 'p50')],
    ['TTFT, p95', withUnit(ttftMs, 'p95')],
    ['Inter-event gap, p95', withUnit(gapMs, 'p95')],
    ['Achieved', `${rates.achievedPerS} of ${rates.intendedPerS} a second`],
  ];
}

function withUnit(times: Distribution, name: QuantileName): string {
  return times[name] === undefined ? quantileText(times, name) : `${quantileText(times, name)} ms`;
}

function timesView(load: Load): Html {
  const quantiles = quantileNames.map((name) => html`<th scope="col">${quantileHeads[name]}</th>`);
  const rows = measuredOf(load).map(
    ({ name, means, times }) =>
      html`<tr>
        <th scope="row"><b>${name}</b> <span class="aside">${means}</span></th>
        <td>${times.n}</td>
        <td>${msText(times.min)}</td>
        ${quantileNames.map((quantile) => html`<td class="${times[quantile] === undefined ? 'aside' : 'time'}">${quantileText(times, quantile)}</td>`)}
        <td>${msText(times.max)}</td>
      </tr>`,
  );
  if (rows.length === 0) return html`<p class="lead">No request was answered, so there are no times.</p>`;
  return html`<section>
    <h2 id="times">Times</h2>
    <p class="lead">
      Milliseconds, over the measured requests that were answered; lag over all that were sent. Every number is one that
      was measured. “5 short” means that 5 more samples are needed before that quantile can be told.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="times">
      <table class="numbers">
        <thead>
          <tr>
            <td></td>
            <th scope="col">n</th>
            <th scope="col">min</th>
            ${quantiles}
            <th scope="col">max</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

function failuresView(load: Load): Html | undefined {
  const rows = failuresOf(load).map(
    ([outcome, count]) => html`<li class="fail"><span class="mark">${count} ×</span> <code>${outcome}</code></li>`,
  );
  if (rows.length === 0) return undefined;
  return html`<section>
    <h2>Failures by outcome</h2>
    <ul class="reasons">
      ${rows}
    </ul>
  </section>`;
}

function settingsView(load: Load): Html {
  return html`<section>
    <h2>Settings and conduct</h2>
    ${facts(loadFactsOf(load))}
  </section>`;
}

function colophon({ run, seed, startedAt, complete, settings }: Load): Html {
  return html`<footer class="colophon">
    ${facts([
      ['Run', run],
      ['Bot', settings.botId],
      ['Seed', String(seed)],
      ['Started', startedAt],
      ['Complete', complete ? 'yes' : 'no'],
    ])}
  </footer>`;
}
