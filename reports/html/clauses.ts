import { checksIn } from '../text/defects.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import { type ClauseResult, clausesOf, nameOfCheck } from '../check/clauses.ts';
import { becauseOf } from '../check/reasons.ts';
import type { ControlText } from '../check/background.ts';
import { countsOf } from '../check/levels.ts';
import { knownFailureWords } from '../check/known.ts';
import { truncate } from '../text/visible.ts';
import { pluralize, verdictWords } from '../text/format.ts';
import { anchorOf, checkAnchor, placesIn, type AnchorOf } from './anchor.ts';
import { badge, badgeOf, marksOf } from './finding.ts';
import { type Html, html } from '../text/html.ts';

type Beside = {
  /** The control of each absence check, by the check's id. */
  readonly controls: ReadonlyMap<string, ControlText>;
  readonly placeOf: AnchorOf;
};

const longestControl = 600;

/** Every clause in the document's order, with each of its checks. */
export function clausesView(run: Run, controls: Beside['controls'] = new Map()): Html {
  const beside = { controls, placeOf: placesIn(run) };
  const numbers = Map.groupBy(clausesOf(run), ({ clause }) => clause);
  const sections = [...numbers].map(
    ([number, results]) =>
      html`<section class="clause" id="${anchorOf('clause', number)}" aria-label="Clause ${number}" data-group>
        <p class="number">${number}</p>
        <div>${results.map((result) => topicView(result, beside))}</div>
      </section>`,
  );
  return html`<section class="clauses" aria-labelledby="clauses" data-group>
    <h2 id="clauses">All clauses</h2>
    ${sections}
  </section>`;
}

/** A topic with its checks, folded unless one of them failed. */
function topicView({ topic, findings }: ClauseResult, beside: Beside): Html {
  const sentences = Map.groupBy(findings, ({ requirement }) => requirement);
  const groups = [...sentences].map(
    ([requirement, checks]) =>
      html`<div data-group>
        <p class="sentence">${requirement}</p>
        <ul class="checks">
          ${checks.map((finding) => checkRow(finding, beside))}
        </ul>
      </div>`,
  );
  const head = html`<summary>
    <h3>${topic}</h3>
    <span class="level">${summary(findings)}</span>
  </summary>`;
  return findings.some(({ verdict, level }) => verdict.is === 'fail' && level !== 'HTTP')
    ? html`<details class="topic" open data-group>${head} ${groups}</details>`
    : html`<details class="topic" data-group>${head} ${groups}</details>`;
}

function summary(findings: readonly Finding[]): Html {
  const counts = countsOf(findings);
  if (counts.pass === checksIn(findings)) return html`${badge('pass')} ${pluralize(findings.length, 'check')}`;
  const http = countsOf(findings.filter(({ level }) => level === 'HTTP')).fail;
  const parts = (['pass', 'fail', 'inconclusive', 'notApplicable'] as const)
    .map((is) => ({ is, count: counts[is] - (is === 'fail' ? http : 0) }))
    .filter(({ count }) => count > 0)
    .map(({ is, count }) => html`<span class="count ${is}">${count} ${verdictWords[is]}</span> `);
  return html`${parts}${http === 0 ? undefined : html`<span class="count fail http">${pluralize(http, 'HTTP obligation')} not met</span> `}`;
}

/** The row of a check; its anchor stands where the finding is shown in full. */
function checkRow(finding: Finding, { controls, placeOf }: Beside): Html {
  const { is } = finding.verdict;
  const control = controls.get(finding.check);
  const name = html`<code class="check">${nameOfCheck(finding.check)}</code>`;
  const told = is === 'fail' || is === 'inconclusive';
  const anchor = told ? undefined : html`id="${placeOf(finding)}"`;
  return html`<li ${anchor} ${marksOf(finding)}>
    ${badgeOf(finding)}
    <span
      >${told ? html`<a href="#${checkAnchor(finding.check)}">${name}</a>` : name}
      <span class="title">${finding.title}</span>
      ${finding.level !== 'MUST' ? html`<span class="level">${finding.level}</span>` : undefined}${is === 'notApplicable' ? html` <span class="aside">${truncate(becauseOf(finding), 160)}</span>` : undefined}${finding.knownFailure === undefined ? undefined : html` <span class="aside">${knownFailureWords[finding.knownFailure.is]}</span>`}${controlSeen(finding, control)}</span
    >
  </li>`;
}

/** The control of a passed absence check: what showed that the absent thing could have happened. */
function controlSeen({ verdict, controls = [] }: Finding, control: ControlText | undefined): Html | undefined {
  // Controls of its control come before its own.
  const first = controls.at(-1);
  if (verdict.is !== 'pass' || control === undefined || first === undefined) return undefined;
  const more = controls.length === 1 ? '' : ` and ${pluralize(controls.length - 1, 'more', 'more')}`;
  return html`<details class="control">
    <summary>control seen</summary>
    <p>
      ${control.isEither ? 'One of these had to hold: ' : ''}${truncate(control.says, longestControl)}; shown by
      <code>${truncate(first, longestControl)}</code>${more}.
    </p>
  </details>`;
}
