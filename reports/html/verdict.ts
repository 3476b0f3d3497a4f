import type { Run, Spend, Verdict } from '../../conformance/model/run.ts';
import type { EarlierRun } from '../check/background.ts';
import { type Inconclusive, inconclusiveOf } from '../check/reasons.ts';
import { countsOf, isUncountedHttp, levelsIn } from '../check/levels.ts';
import { conditionsText } from '../check/scope/conditions.ts';
import { selectionText } from '../check/scope/selection.ts';
import { goneAwayText } from '../check/scope/gone-away.ts';
import { noticesOf } from '../check/scope/notices.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';
import { failureGroups } from '../check/failure-groups.ts';
import { checksIn } from '../text/defects.ts';
import { truncate } from '../text/visible.ts';
import { headlineOf, tookMs } from '../check/headline.ts';
import {
  pluralize,
  durationText,
  timeText,
  headlineStyle,
  usesText,
  verdictMarks,
  verdictWords,
} from '../text/format.ts';
import { firstCausesView } from './first-causes.ts';
import { type Html, html } from '../text/html.ts';
import { facts } from './page.ts';

const order = ['pass', 'fail', 'inconclusive', 'notApplicable'] as const;

/** As many as the first screen of a telephone holds beside the verdict. */
const reasonsShown = 3;
const longestReason = 120;

/**
 * The first screen: the verdict in one line, of what, what to fix, how much was judged, what was not and why, and its
 * price.
 */
export function verdictView(run: Run, earlier?: EarlierRun, exchangeOf?: ExchangeOf): Html {
  const { word, says, ...about } = headlineOf(run);
  const { tone, mark } = headlineStyle(about);
  const conditions = conditionsText(run);
  const gone = goneAwayText(run);
  const notices = [...(gone === undefined ? [] : [`${gone}.`]), ...noticesOf(run)];
  return html`<section class="verdict ${tone}" aria-labelledby="verdict">
    <h1 id="verdict">
      <span class="mark" aria-hidden="true">${mark}</span>
      <span><strong>${word}</strong><span class="colon">:</span> <span class="says">${says}</span></span>
    </h1>
    <p class="target">${run.label === undefined ? '' : `${run.label}: `}${run.target}</p>
    <p class="provenance">${provenance(run)}</p>
    ${conditions === undefined ? undefined : html`<p class="notice">Conditions: ${conditions}.</p>`}
    ${notices.map((text) => html`<p class="notice">${text}</p>`)}
    ${run.embedded ? html`<p class="notice">This is assay’s own reference service, started because no target was given.</p>` : undefined}
    ${firstCausesView(failureGroups(run), earlier, exchangeOf)} ${levelsView(run)} ${tally(run)} ${notJudged(run)}
    ${facts([
      ['Spent', spend(run.spend)],
      ['Planned at most', spend(run.plan.atMost)],
      ['Exit code', String(run.exitCode)],
    ])}
  </section>`;
}

/** When it was, how long it took, and by what it was judged. */
function provenance(whole: Run): string {
  const { startedAt, findings, tool, document, ...run } = whole;
  const selection = selectionText(whole);
  const took = `${pluralize(checksIn(findings), 'check')} in ${durationText(tookMs({ startedAt, ...run }))}`;
  const versions = `${tool.name} ${tool.version} · document ${document.sha256.slice(0, 12)}`;
  const of = selection === undefined ? '' : ` · ${selection}`;
  return `${timeText(startedAt)} · ${took}${of} · ${versions} · seed ${run.seed}`;
}

function spend({ credits, ...uses }: Spend): Html {
  return html`${pluralize(credits, 'credit')} <span class="aside">${usesText(uses)}</span>`;
}

/** What each level came to, so that nobody takes an HTTP obligation for the interface. */
function levelsView(run: Run): Html {
  const items = levelsIn(run).map(({ name, says }) => html`<li><b>${name}</b>: ${says}.</li>`);
  return html`<ul class="levels">
    ${items}
  </ul>`;
}

/** One number of the first screen: `http fail` are HTTP obligations that are not met and decide nothing. */
type Tile = { readonly tone: Verdict['is'] | 'http fail'; readonly count: number; readonly word: string };

function tilesOf({ counts, findings, strict }: Run): readonly Tile[] {
  const aside = countsOf(findings.filter((finding) => isUncountedHttp(finding, { strict }))).fail;
  return order.flatMap((is): readonly Tile[] => {
    const tile = { tone: is, count: counts[is] - (is === 'fail' ? aside : 0), word: verdictWords[is] };
    return is === 'fail' && aside > 0
      ? [
          tile,
          {
            tone: 'http fail',
            count: aside,
            word: aside === 1 ? 'HTTP obligation not met' : 'HTTP obligations not met',
          },
        ]
      : [tile];
  });
}

function tally(run: Run): Html {
  const tiles = tilesOf(run);
  const total = tiles.reduce((sum, { count }) => sum + count, 0);
  const items = tiles.map(
    ({ tone, count, word }) =>
      html`<li class="${count === 0 ? 'none' : tone}">
        <b>${count}</b>
        <span class="badge"
          ><span aria-hidden="true">${verdictMarks[tone === 'http fail' ? 'fail' : tone]}</span> ${word}</span
        >
      </li>`,
  );
  return html`<ul class="tally">
      ${items}
    </ul>
    ${total === 0 ? undefined : bar(tiles, total)}`;
}

/** Says nothing that the numbers above it do not, so that a screen reader may pass it by. */
function bar(tiles: readonly Tile[], total: number): Html {
  const ends = tiles.map((_, place) => tiles.slice(0, place + 1).reduce((sum, { count }) => sum + count, 0) / total);
  const parts = tiles.map(({ tone }, place) => {
    const from = ends[place - 1] ?? 0;
    const width = (ends[place] ?? 1) - from;
    return width === 0
      ? undefined
      : html`<rect class="${tone}" x="${(from * 1000).toFixed(1)}" width="${(width * 1000).toFixed(1)}" height="10" />`;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** Said in any case: a reader should not have to conclude it from an absence. */
function notJudged(run: Run): Html {
  const reasons = inconclusiveOf(run);
  const unreached = run.complete ? 0 : Math.max(0, run.plan.checks.length - checksIn(run.findings));
  if (reasons.length === 0 && unreached === 0)
    return html`<h2 class="small">Not judged</h2>
      <p>${nothingOf(run)}</p>`;
  const rest = reasons.slice(reasonsShown);
  const more = rest.reduce((sum, { findings }) => sum + findings.length, 0);
  return html`<h2 class="small">Not judged</h2>
    <ul class="reasons">
      ${
        unreached > 0
          ? html`<li>
              <span class="mark inconclusive" aria-hidden="true">?</span
              ><span><b>${unreached}</b> not reached before the run ended</span>
            </li>`
          : undefined
      }
      ${reasons.slice(0, reasonsShown).map(reasonItem)}
    </ul>
    ${
      rest.length === 0
        ? undefined
        : html`<details class="more">
            <summary>${pluralize(more, 'more check')} for ${pluralize(rest.length, 'other reason')}</summary>
            <ul class="reasons">
              ${rest.map(reasonItem)}
            </ul>
          </details>`
    }`;
}

function nothingOf({ ofChecks, plan }: Run): string {
  if (ofChecks === undefined) return 'Nothing: every check of this run was judged.';
  const others = Math.max(0, ofChecks - plan.checks.length);
  return `Nothing: every selected check was judged; ${pluralize(others, 'other check')} ${others === 1 ? 'was' : 'were'} not selected.`;
}

function reasonItem({ is, because, findings }: Inconclusive): Html {
  return html`<li>
    <span class="mark ${is}" aria-hidden="true">${verdictMarks[is]}</span>
    <span><b>${findings.length}</b> ${verdictWords[is]}: ${truncate(because, longestReason)}</span>
  </li>`;
}
