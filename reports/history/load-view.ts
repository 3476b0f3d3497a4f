import type { LoadHistory, QuantityHistory } from '../../conformance/contract/formats/history.ts';
import { type Html, html } from '../text/html.ts';
import { newestView, runRow, runsTable } from './run-rows.ts';
import { sparkline } from './sparkline.ts';
import {
  changeRules,
  changeTexts,
  changeText,
  groupTitle,
  noChangeText,
  loadRules,
  noSeriesReason,
  pointText,
  quantityTitle,
  stepRules,
  unconfirmedSteps,
  runEnd,
  runHeads,
  timeText,
} from './words.ts';

/** The history of one target's load runs of a scenario, by quantity. */
export function loadHistoryView(history: LoadHistory): Html {
  const { runs, quantities } = history;
  return html`<section class="history">
    <h2>${groupTitle(history)}</h2>
    ${newestView(runs)}
    ${
      quantities.length === 0
        ? html`<p class="notice">${noSeriesReason(history)}</p>`
        : html`${changesView(history)}
            <p class="lead">
              ${loadRules} The axis of each chart goes from the lowest to the highest bound, not from 0. A hollow dot is
              an invalid measurement.
            </p>
            <div class="charts">${quantities.map((each) => quantityView(each, history))}</div>`
    }
    ${runsView(history)}
  </section>`;
}

/** Changes and steps, each with the run and version where it happened. */
function changesView(history: LoadHistory): Html {
  const [changes, steps] = [changeTexts(history), unconfirmedSteps(history)];
  const list = [...changes, ...steps].map(
    ({ is, what, much }) => html`<li class="change ${is}"><b>${what}</b> <span>${much}</span></li>`,
  );
  return html`${
      list.length === 0
        ? undefined
        : html`<ul class="changes">
            ${list}
          </ul>`
    }
    <p class="lead">${changes.length === 0 ? `${noChangeText(history)} ${changeRules}` : changeRules}</p>
    ${steps.length === 0 ? undefined : html`<p class="lead">${stepRules(history)}</p>`}`;
}

function quantityView(quantity: QuantityHistory, history: LoadHistory): Html {
  const { runs } = history;
  const [point] = quantity.points;
  if (point === undefined) return html``;
  const is = point.before?.is ?? 'undecided';
  const when = point.run === 0 ? '' : `, ${timeText(runs[point.run]?.startedAt ?? '')}, the newest that has it`;
  return html`<figure class="chart">
    <figcaption>
      <b>${quantityTitle(quantity.quantity)}</b>
      <span>${pointText(point, quantity.unit)}<span class="aside">${when}</span></span>
    </figcaption>
    <p class="aside change ${is}"><b>${changeText(quantity, history)}</b></p>
    ${sparkline(quantity, runs)}
    <p class="ends"><span>${runEnd(runs.at(-1))}</span> <span>${runEnd(runs[0])}</span></p>
  </figure>`;
}

function runsView(history: LoadHistory): Html {
  const heads = [...runHeads, 'Asked otherwise than before', 'assay'];
  const rows = history.runs.map((run) => runRow(run, [run.differs.join(', '), run.version ?? 'not recorded']));
  return runsTable(groupTitle(history), heads, rows);
}
