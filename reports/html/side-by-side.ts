import type { CheckChange, CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import { plainReason, plainShownMismatch } from '../compare/plain-change.ts';
import { otherFailuresOfCause } from '../compare/checks.ts';
import { alsoFail } from '../check/failure-groups.ts';
import { truncate } from '../text/visible.ts';
import { type Html, html } from '../text/html.ts';
import { checkAnchor } from './anchor.ts';
import { command } from './exchange/command.ts';
import { preformatted } from './exchange/preformatted.ts';
import { badge, checkName } from './finding.ts';

/** Where the reports of both runs are, as addresses relative to this page; absent where there is none. */
export type ReportLinks = { readonly a?: string | undefined; readonly b?: string | undefined };

/** Shown in this order; checks of one run alone are in the tables. */
const order: readonly CheckChange['is'][] = ['newFailure', 'fixed', 'changed'];

/** Most checks shown side by side; the tables have all of them, as runs with other credentials differ in hundreds. */
const mostShown = 40;
const longestText = 600;

/** What each run expected and observed in the checks whose verdict differs; undefined where none differs. */
export function sideBySideView({ changes }: CheckComparison, links: ReportLinks): Html | undefined {
  const all = order.flatMap((is) => changes.filter((change) => change.is === is && change.failsWith === undefined));
  if (all.length === 0) return undefined;
  const left = all.length - mostShown;
  return html`<section>
    <h2>Side by side</h2>
    <p class="lead">
      New failures first, then what is fixed, then other changes.${left > 0 ? ` The tables have ${left} more.` : ''}
    </p>
    ${style} ${all.slice(0, mostShown).map((change) => changeView(change, changes, links))}
  </section>`;
}

function changeView(change: CheckChange, changes: readonly CheckChange[], links: ReportLinks): Html {
  const { check, level, requirement } = change;
  const also = otherFailuresOfCause(check, changes);
  return html`<article class="finding ${change.b?.is ?? 'notApplicable'}">
    <h3>${checkName(check)} <span class="level">${level}</span></h3>
    <p class="requirement">${requirement}</p>
    <div class="sides">
      ${sideView('A', change.a, change.shownByA, check, links.a)}
      ${sideView('B', change.b, change.shownByB, check, links.b)}
    </div>
    ${also.length === 0 ? undefined : html`<p class="aside">${alsoFail(also.length)} ${also.join(', ')}</p>`}
  </article>`;
}

function sideView(
  name: string,
  verdict: CheckChange['a'],
  told: CheckChange['shownByA'],
  check: string,
  report: string | undefined,
): Html {
  const shown = told && plainShownMismatch(told);
  const because = plainReason(verdict, told);
  const link = verdict === undefined || report === undefined ? undefined : `${report}#${checkAnchor(check)}`;
  return html`<div>
    <h4>${name} ${verdict === undefined ? 'does not have it' : badge(verdict.is)}</h4>
    ${
      shown === undefined
        ? because === ''
          ? undefined
          : html`<p>${truncate(because, longestText)}</p>`
        : html`<p>${truncate(shown.subject, longestText)}</p>
            <dl class="pair">
              <dt>expected</dt>
              <dd>${truncate(shown.expected, longestText)}</dd>
              <dt>observed</dt>
              <dd>${truncate(shown.observed, longestText)}</dd>
            </dl>
            ${preformatted(command(shown.reproduce), 'run')}`
    }
    ${link === undefined ? undefined : html`<p><a href="./${link}">In the report of ${name}</a></p>`}
  </div>`;
}

const style = html`<style>
  .sides {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: 1rem;
  }
  .sides > div {
    min-width: 0;
  }
  .sides pre,
  .sides pre ~ p {
    margin-top: 0.5rem;
  }
</style>`;
