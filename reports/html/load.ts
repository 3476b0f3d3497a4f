import type { Distribution, QuantileName } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { goodputText } from '../load/cells.ts';
import { gateLine } from '../load/gate-words.ts';
import {
  failuresOf,
  loadFactsOf,
  loadHeadlineOf,
  loadText,
  observedText,
  quantileText,
  samplesMissing,
  shortHeadlineOf,
  untilVerdictMark,
  wrongChargeOf,
} from '../load/format.ts';
import { endToEndTimes } from '../load/measured.ts';
import { foldedWhereInvalid, loadTablesOf, sloTable } from '../load/tables.ts';
import { pluralize, timeText, headlineStyle, verdictMarks } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';
import { gateView } from './gate.ts';
import { distributionsView } from './load-distributions.ts';
import { overTimeView } from './load-over-time.ts';
import { notableLines } from '../load/slowest.ts';
import { stepFacts, stepOutcomes } from '../load/against-load-words.ts';
import { stepTable } from '../load/step-table.ts';
import { failureReasons } from '../load/words/failure-reasons.ts';
import { lacksOnlySamples } from '../load/words/invalid-words.ts';
import { isStepped, type StepOutcome, stepOutcome, failuresByStepText } from '../load/steps.ts';
import { levelTable } from '../load/sweep-table.ts';
import { sweepFacts } from '../load/sweep-words.ts';
import { tableView } from './load-table.ts';
import { againstLoadView } from './load/against-load.ts';
import { requestsView } from './load/requests.ts';
import { whereBoundsBroke, whereItBroke } from './load/where-it-broke.ts';
import { timesView } from './load-times.ts';
import { facts, page } from './page.ts';
import { chartStyle } from './style/charts.ts';
import { instrumentLine } from '../load/words/instrument-words.ts';
import { protocolText } from '../load/words/protocol-words.ts';

/** A load run as one self-contained page. */
export function loadHtml(load: Load): string {
  const isBelieved = load.validity?.is !== 'invalid';
  const slo = sloTable(load);
  return page(
    `${titleOf(load)} · assay`,
    html`<header class="masthead">
        <p><b>assay</b> load report</p>
        <p>Scenario ${load.scenario}</p>
      </header>
      <main>
        ${verdictView(load)} ${slo.rows.length === 0 ? undefined : tableView(slo)}
        ${isStepped(load) ? steppedView(load, isBelieved) : [isBelieved ? distributionsView(load) : withdrawn(load), timesView(load)]}
        ${failuresView(load)} ${requestsView(load)} ${overTimeView(load)} ${loadTablesOf(load).map(tableView)}
        ${settingsView(load)}
      </main>
      ${colophon(load)}`,
    chartStyle,
  );
}

/** Of steps of different loads nothing is told together: first the times over the load, then each step. */
function steppedView(load: Load, isBelieved: boolean): Html {
  const table = foldedWhereInvalid(load.sweep === undefined ? stepTable(load) : levelTable(load), load);
  // What a step is said to have violated has to be seen, whatever is thought of the rest.
  const isViolated = load.slo?.is === 'violated';
  return html`${isBelieved ? againstLoadView(load) : withdrawn(load)}
  ${tableView(isBelieved || !isViolated ? table : { ...table, folded: false })}`;
}

function withdrawn(load: Load): Html {
  const why = lacksOnlySamples(load)
    ? 'the samples are too few for what the SLO asks, so no chart is drawn of them.'
    : 'the instrument is invalid, so no chart shows the service. What follows shows the instrument.';
  return html`<section>
    <h2>Distributions</h2>
    <p class="lead">Withdrawn: ${why}</p>
  </section>`;
}

function titleOf(load: Load): string {
  const gate = load.gate === undefined || load.gate.is === 'pass' ? '' : `${gateLine(load.gate).word}, `;
  return `${gate}${loadHeadlineOf(load).word}: ${load.scenario} on ${load.target}`;
}

function verdictView(load: Load): Html {
  const { word, says, ...about } = shortHeadlineOf(load);
  const { tone, mark } = headlineStyle(about);
  const keyFacts = keyTimes(load);
  return html`${gateView(load)}
    <section class="verdict ${tone}" aria-labelledby="verdict">
      ${instrumentView(load)}
      <h1 id="verdict">
        <span class="mark" aria-hidden="true">${mark}</span>
        <span><strong>${word}</strong>: ${says}</span>
      </h1>
      <p class="target">${load.label === undefined ? '' : `${load.label}: `}${load.target}</p>
      <p class="provenance">${provenance(load)}</p>
      ${load.environment?.embedded === true ? html`<p class="notice">This is assay’s own reference service, started because no target was given.</p>` : undefined}
      <ul class="tally">
        ${tilesOf(load)}
      </ul>
      ${brokenView(load)} ${noticedView(load)} ${untilView(load)} ${keyFacts.length === 0 ? undefined : facts(keyFacts)}
    </section>`;
}

/** When it was, what was sent, and by what. */
function provenance(load: Load): string {
  const { startedAt, environment, run, seed } = load;
  const protocol = protocolText(load);
  const over = protocol === undefined ? '' : ` · ${protocol}`;
  const by = environment === undefined ? '' : ` · assay ${environment.assay}`;
  return `${timeText(startedAt)} · ${loadText(load)}${over}${by} · run ${run} · seed ${seed}`;
}

/** Of steps of different loads which step broke a bound; where nothing was measured, when requests failed. */
function brokenView(load: Load): Html | undefined {
  return isStepped(load) && load.counts.measured > 0 ? whereBoundsBroke(load) : whereItBroke(load);
}

/** Whether the precision that the run went on for was reached. */
function untilView({ until, validity }: Load): Html | undefined {
  if (until === undefined) return undefined;
  const is = untilVerdictMark(until, validity);
  return html`<p class="until ${is}">
    <b><span aria-hidden="true">${verdictMarks[is]}</span> Until ${until.text}</b> ${until.says}
  </p>`;
}

/** An SLO that is met says nothing of where the run was going. */
function noticedView(load: Load): readonly Html[] {
  return notableLines(load).map(
    ([name, says]) =>
      html`<p class="until inconclusive">
        <b><span aria-hidden="true">${verdictMarks.inconclusive}</span> ${name}</b> ${says}
      </p>`,
  );
}

function instrumentView(load: Load): Html | undefined {
  const line = instrumentLine(load);
  if (line === undefined) return undefined;
  const { is, word, reasons, notes } = line;
  const noted = notes.join('; ');
  const head = html`<b><span aria-hidden="true">${verdictMarks[is]}</span> ${word}</b>`;
  // Reasons against the measurement come first, mere notes on it last.
  return reasons.length === 0
    ? html`<div class="instrument ${is}">
        <p>${head} <span class="aside">${noted}</span></p>
      </div>`
    : html`<div class="instrument ${is}">
        <p>${head}</p>
        <ul>
          ${reasons.map((because) => html`<li>${because}</li>`)}
        </ul>
        ${noted === '' ? undefined : html`<p class="noted aside">Also noted: ${noted}</p>`}
      </div>`;
}

function tilesOf(load: Load): readonly Html[] {
  const { counts, failures, steps = [] } = load;
  // How many requests failed beyond the limit says nothing of the service below it.
  if (isStepped(load) && steps.some(({ slo }) => slo !== undefined)) {
    const many = (outcome: StepOutcome): number => steps.filter((step) => stepOutcome(step) === outcome).length;
    return [
      tile(
        'pass',
        many('met'),
        `${load.sweep === undefined ? 'step' : 'level'}${many('met') === 1 ? '' : 's'} met the SLO`,
      ),
      tile('fail', many('violated'), 'violated it'),
      tile('inconclusive', many('inconclusive'), 'not judged'),
      tile('notApplicable', many('unreached'), 'not reached'),
    ];
  }
  const { measured, ok, failed, aborted } = counts;
  const unsent = failures['notSent'] ?? 0;
  return [
    tile('notApplicable', measured, 'measured'),
    tile('pass', ok, 'answered'),
    tile('fail', failed - unsent, 'failed'),
    ...(unsent === 0 ? [] : [tile('inconclusive', unsent, 'never sent')]),
    // Of a run that ended as it was asked to, these are in no figure.
    tile(load.settings.askedMs === undefined ? 'inconclusive' : 'notApplicable', aborted, 'cut off'),
  ];
}

function tile(tone: 'pass' | 'fail' | 'inconclusive' | 'notApplicable', count: number, word: string): Html {
  return html`<li class="${count === 0 ? 'none' : tone}"><b>${count}</b> <span class="badge">${word}</span></li>`;
}

/** The numbers that a load run is quoted by. */
function keyTimes(load: Load): readonly (readonly [string, string])[] {
  const { ttfeMs, ttftMs, gapMs, rates, speech, validity, sweep, steps } = load;
  const isInvalid = validity?.is === 'invalid';
  // Those of all steps together are of no load that there was.
  if (sweep !== undefined) return isInvalid ? [] : sweepFacts(sweep, steps);
  if (isStepped(load)) return isInvalid ? stepOutcomes(load) : stepFacts(load);
  const begun = ttftMs.n > 0 ? { name: 'TTFT', times: ttftMs } : { name: 'TTFE', times: ttfeMs };
  const told: readonly (readonly [string, string])[] = [
    ...(begun.times.n > 0 ? [begun] : endToEndTimes(load)).flatMap(({ name, times }) => [
      [`${name}, median`, withUnit(times, 'p50')] as const,
      [`${name}, p95`, withUnit(times, 'p95')] as const,
      [`${name}, p99`, withUnit(times, 'p99')] as const,
    ]),
    ...(gapMs.n > 0 ? [['Inter-event gap, p95', withUnit(gapMs, 'p95')] as const] : []),
    ...(speech === undefined
      ? []
      : [['Speech', `${observedText(speech.audioSecondsPerS)} s of audio per second`] as const]),
  ];
  const achieved = [
    'Sent',
    `${observedText(rates.achievedPerS)}/s of ${observedText(rates.intendedPerS)}/s intended`,
  ] as const;
  return isInvalid ? [achieved] : [...told, ...goodputFacts(load), achieved];
}

function goodputFacts({ goodput }: Load): readonly (readonly [string, string])[] {
  return goodput === undefined ? [] : [['Goodput', goodputText(goodput)]];
}

function withUnit(times: Distribution, name: QuantileName): string {
  const missing = samplesMissing(times, name);
  if (missing !== undefined) return `needs ${pluralize(missing, 'more sample')}`;
  return `${quantileText(times, name)}${times[name] === undefined ? '' : ' ms'}`;
}

function failuresView(load: Load): Html | undefined {
  const rows = failuresOf(load).map(
    ([outcome, count]) =>
      html`<li class="fail">
        <span class="mark">${count} ×</span> <code>${outcome}</code>
        <span class="aside"
          >${[failuresByStepText(load, outcome), failureReasons(load, outcome)].filter((text) => text !== '').join('; ')}</span
        >
      </li>`,
  );
  const charge = wrongChargeOf(load);
  if (rows.length === 0 && charge === undefined) return undefined;
  return html`<section>
    <h2>Failures by outcome</h2>
    <ul class="reasons">
      ${rows}
      ${charge === undefined ? undefined : html`<li class="fail"><span class="mark">${verdictMarks.fail}</span> ${charge}</li>`}
    </ul>
  </section>`;
}

function settingsView(load: Load): Html {
  return html`<section>
    <h2>Settings and run</h2>
    ${facts(loadFactsOf(load))}
  </section>`;
}

/** A capacity run ends as soon as it knows, which is no fault of it; that the records of a generator lack is one. */
function completeText({ complete, capacity, generators, validity }: Load): string {
  const missing = generators?.missing ?? [];
  if (missing.length > 0)
    return `no: there are no records of segment ${missing.map(({ segment }) => segment).join(', ')}`;
  if (complete) return 'yes';
  // The end of a climb excuses no generator that was killed before.
  const codes = validity?.is === 'invalid' ? validity.reasons.map(({ code }) => code) : [];
  if (codes.includes('incomplete') || codes.includes('interrupted')) return 'no';
  if (capacity?.violatedPerS !== undefined) return 'ended at the first rate that violated the SLO, as it should';
  return capacity?.unsentBecause === undefined ? 'no' : 'ended where requests were no longer sent in time';
}

function colophon(load: Load): Html {
  const { run, seed, startedAt, settings, environment } = load;
  const { assay, node, k6, machine, memoryGb } = environment ?? {};
  const made = [assay && `assay ${assay}`, node && `Node ${node}`, k6 && `k6 ${k6}`].filter(Boolean);
  return html`<footer class="colophon">
    ${facts([
      ['Run', run],
      ['Bot', settings.botId],
      ['Seed', String(seed)],
      ['Started', startedAt],
      ['Complete', completeText(load)],
      ['Made with', made.length === 0 ? 'not recorded' : made.join(', ')],
      [
        'Machine',
        machine === undefined ? 'not recorded' : `${machine}${memoryGb === undefined ? '' : `, ${memoryGb} GB`}`,
      ],
    ])}
  </footer>`;
}
