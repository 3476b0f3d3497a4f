import type { ShownRequest } from '../../../load/figures/figures.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { pointsChart, pointsDomain } from '../../charts/points-chart.ts';
import { figureView } from '../../charts/figure.ts';
import { msText } from '../../load/format.ts';
import { slowText, stallText } from '../../load/slowest.ts';
import { repeatCommand } from '../../load/words/repeat-command.ts';
import { isStepped, stepNameAt } from '../../load/steps.ts';
import { pluralize } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';
import { escapeControls } from '../../text/visible.ts';
import { command } from '../exchange/command.ts';
import { boundLines } from './histogram.ts';
import { waterfall } from './waterfall.ts';
import { secondsText, spanText } from '../../load/words/where-it-broke.ts';
import { outsideText } from './where-it-broke.ts';

const named = { ttft: 'time to first token', e2e: 'E2E latency' } as const;

/**
 * The individual requests: a chart of points over time with failures, then the slowest, the stalled and the first
 * failed requests.
 */
export function requestsView(load: Load): Html | undefined {
  const { requests, validity } = load;
  if (requests === undefined) return undefined;
  const { by, slowest, stalled = [], failed, outcomes } = requests;
  const isBelieved = validity?.is !== 'invalid';
  const [slow, halted] = isBelieved ? [slowest, stalled] : [[], []];
  if (slow.length + failed.length === 0) return undefined;
  const stepOf = isStepped(load)
    ? ({ intended }: ShownRequest): string => stepNameAt(load, intended) ?? '–'
    : undefined;
  // A request that the generator never sent did not fail at the service.
  const causes = outcomes.filter(({ outcome }) => outcome !== 'notSent').length;
  const [unsent, failing] = [failed.filter(isUnsent), failed.filter((request) => !isUnsent(request))];
  const tables = [
    requestTable(`The slowest by ${named[by]}`, slow, (request) => slowText(by, request), stepOf),
    requestTable('The longest gaps between events', halted, stallText, stepOf),
    requestTable(failedTitle(causes, failing.length), failing, outcomeText, stepOf),
    requestTable('The first that were never sent', unsent, outcomeText, stepOf),
  ];
  return html`<section>
    <h2>Requests</h2>
    ${isBelieved && slow.length > 0 ? html`<div class="charts single">${pointsFigure(load, requests)}</div>` : undefined}
    <p class="lead">
      Each bar below is one request; all bars of a table have one scale, whose length stands in its head. Hollow:
      intended, not yet sent. Pale: sent, waiting for the headers. Darker: headers, waiting for the first event. Full:
      events, one line each. The tall line is the first event with text of the reply. Find all about a request by its id
      in requests.ndjson, and in the log of the target by the header x-request-id.
    </p>
    ${tables}
    <p class="lead">
      To send the same requests at the same times
      again${load.settings.arrivals === 'trace' ? ' (FILE: the trace that this run was given)' : ''}:
    </p>
    <pre>${command(repeatCommand(load))}</pre>
  </section>`;
}

function isUnsent({ outcome }: ShownRequest): boolean {
  return outcome === 'notSent';
}

function outcomeText({ outcome, because }: ShownRequest): string {
  return because === undefined ? outcome : `${outcome}: ${because}`;
}

/** With more causes than shown requests, the shown ones have the most common causes. */
function failedTitle(causes: number, shown: number): string {
  if (causes < 2) return 'The first that failed';
  return causes > shown
    ? `The first that failed of each of the ${shown} commonest causes`
    : 'The first that failed of each cause';
}

function requestTable<Shown extends ShownRequest>(
  title: string,
  requests: readonly Shown[],
  told: (request: Shown) => string,
  stepOf?: (request: ShownRequest) => string,
): Html | undefined {
  if (requests.length === 0) return undefined;
  // On one common scale, a request of a minute would leave no width for requests of 200 ms.
  const lastMs = Math.max(...requests.map(({ intended, end }) => end - intended));
  const isWords = requests.some((request) => /^\p{L}/u.test(told(request)));
  const look = isWords ? html` class="named"` : undefined;
  return html`<h3>${title}</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table class="numbers stacks requests">
        <thead>
          <tr>
            <th scope="col">request</th>
            <th scope="col" class="at">at</th>
            ${stepOf && html`<th scope="col">step</th>`}
            <th scope="col" ${look}>result</th>
            <th scope="col">events</th>
            <th scope="col" class="course">timeline (${msText(lastMs)} ms)</th>
          </tr>
        </thead>
        <tbody>
          ${requests.map(
            (request) =>
              html`<tr>
                <th scope="row">
                  <code>${escapeControls(request.id)}</code> <small>${escapeControls(request.operation)}</small>
                </th>
                <td class="at" data-head="at">${secondsText(request.intended)}</td>
                ${stepOf && html`<td data-head="step">${stepOf(request)}</td>`}
                <td class="result${isWords ? ' named' : ''}" data-head="result">${escapeControls(told(request))}</td>
                <td data-head="events">${request.eventCount}</td>
                <td class="course">${waterfall(request, lastMs)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

type Requests = NonNullable<Load['requests']>;

function pointsFigure(load: Load, { by, points, slowest, failures, outcomes }: Requests): Html {
  const late = lateSpans(load);
  const endMs = Math.max(load.settings.durationMs, ...points.map(([atMs]) => atMs), ...failures);
  const outliers = slowest.map(({ intended, firstContent = intended, firstContentAtLeast: atLeast, end }) =>
    by === 'ttft'
      ? ([intended, firstContent - intended, atLeast === undefined ? atLeast : atLeast - intended] as const)
      : ([intended, end - intended] as const),
  );
  const events = [
    ...outcomes.map(({ outcome, n, unmeasured = 0, firstMs, lastMs, because }) => {
      const why = because === undefined ? '' : ` (${escapeControls(because)})`;
      return {
        atMs: firstMs,
        says: `${spanText(firstMs, lastMs)}: ${n} × ${escapeControls(outcome)}${why}${outsideText(n, unmeasured)}`,
      };
    }),
    ...lateText(late, load.settings.warmupMs),
  ].toSorted((one, next) => one.atMs - next.atMs);
  const title = `Requests by ${named[by]}`;
  // A climb has the same bounds at each of its steps and no bounds of its own.
  const judged = load.slo ?? load.steps?.find(({ slo }) => slo !== undefined)?.slo;
  const bounds = boundLines(by, judged?.bounds ?? []);
  const answers = [...points, ...outliers].map(([, ms]) => ms);
  const fastest = Math.min(...answers);
  // If no answer keeps a bound, readers look for that bound: the axis reaches down to it.
  const below = bounds.map(({ value }) => value).filter((value) => value < fastest);
  const [low, high] = pointsDomain([...answers, ...below]);
  const drawn = bounds.filter(({ value }) => value <= high);
  const chosen =
    points.length >= mostPoints
      ? `${points.length} answers chosen at random, and the slowest (rings).`
      : 'Every answer; the slowest have rings.';
  const drawing = pointsChart({
    points,
    outliers,
    failuresMs: failures,
    domain: [low, high],
    bounds: drawn,
    spansMs: late.map(({ fromMs, toMs }) => [fromMs, toMs]),
    warmupMs: load.settings.warmupMs,
    endMs,
    label: `${title}, milliseconds, over time: ${pluralize(points.length, 'point')}, ${pluralize(failures.length, 'failure')}. ${events.map(({ says }) => says).join('; ')}`,
  });
  const axis = low > 0 ? ` The axis begins at ${msText(low)} ms, not at 0.` : '';
  const marks = failures.length > 0 ? ' Red ticks: requests that failed.' : '';
  const ranges = [...points, ...outliers].some(([, , atLeastMs]) => atLeastMs !== undefined)
    ? ' A line below a point: it is the upper end (≤), and the time lies on the line.'
    : '';
  const spans = late.length > 0 ? ' Amber: the generator was late.' : '';
  const above = bounds
    .filter(({ value }) => value > high)
    .map(({ name }) => ` ${name} is above all answers.`)
    .join('');
  // An SLO on p95 allows one answer in twenty above the bound.
  const dashed = drawn.some(({ name }) => !name.includes('.max'))
    ? ' Dashed: the SLO, which bounds the percentile or mean that it names, not each answer.'
    : '';
  const notes = [
    `${chosen}${ranges}${marks}${spans}${axis}${dashed}${above}`,
    ...events.slice(0, mostNotes).map(({ says }) => `${says}.`),
  ];
  return figureView({ title, unit: 'milliseconds, by the intended time', names: [], notes, drawing });
}

/** Number of answers that load.json keeps for the chart, by its format; with fewer, the chart shows all. */
const mostPoints = 1000;

/** Most notes beside a chart; the table of failures has all outcomes. */
const mostNotes = 8;

/** Largest p99 of the lag in milliseconds that a valid measurement allows: `lagP99Ms` of load/verdict. */
export const largestValidLagMs = 10;

/**
 * With several spans only their number and range are given: the chart shows when they were, and a note for each would
 * displace the failures.
 */
function lateText(
  late: readonly Late[],
  warmupMs: number,
): readonly { readonly atMs: number; readonly says: string }[] {
  const [first, last] = [late[0], late.at(-1)];
  if (first === undefined || last === undefined) return [];
  const mostMs = Math.max(...late.map((each) => each.mostMs));
  const times = late.length === 1 ? '' : `, ${late.length} times`;
  // The reported lag of the run leaves out the warm-up, so it may be smaller.
  const worst = late.find((each) => each.mostMs === mostMs);
  const where = worst !== undefined && worst.toMs <= warmupMs ? ', in the warm-up' : '';
  const says = `${spanText(first.fromMs, last.toMs)}: generator late${times}, by up to ${msText(mostMs)} ms${where}`;
  return [{ atMs: first.fromMs, says }];
}

type Late = { readonly fromMs: number; readonly toMs: number; readonly mostMs: number };

/** Adjacent windows in which a request was sent later than the p99 that a valid measurement allows. */
function lateSpans({ series: { windows, windowMs } }: Load): readonly Late[] {
  return windows.reduce<readonly Late[]>((spans, { fromMs, lagMaxMs = 0 }) => {
    if (lagMaxMs <= largestValidLagMs) return spans;
    const before = spans.at(-1);
    const toMs = fromMs + windowMs;
    if (before?.toMs !== fromMs) return [...spans, { fromMs, toMs, mostMs: lagMaxMs }];
    return [...spans.slice(0, -1), { ...before, toMs, mostMs: Math.max(before.mostMs, lagMaxMs) }];
  }, []);
}
