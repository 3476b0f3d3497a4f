import type { Finding, Run } from '../../conformance/model/run.ts';
import { alsoFail, failedChecks, failuresTitle, type FailureGroup, failureGroups } from '../check/failure-groups.ts';
import { pluralize } from '../text/format.ts';
import { truncate } from '../text/visible.ts';
import type { AnchorOf } from './anchor.ts';
import type { EvidenceReporter } from './evidence.ts';
import { checkName } from './finding.ts';
import { type Html, html } from '../text/html.ts';

export type FailureContext = { readonly reporter: EvidenceReporter; readonly placeOf: AnchorOf };

const longestTitle = 400;
const checksNamed = 6;

/**
 * The failures to fix, by cause: the one that shows it best in full, the others folded. The leading failures take room on the
 * page first, then `next`, the sections below, then the other failures.
 */
export function failuresView(run: Run, { reporter, placeOf }: FailureContext, next: () => Html): Html {
  const all = failureGroups(run);
  const [leads, others] = [
    all.flatMap(({ findings }) => findings.slice(0, 1)),
    all.flatMap(({ findings }) => findings.slice(1)),
  ];
  const shown = reporter.tellFirst(leads, placeOf);
  const below = next();
  const views = new Map([...shown, ...reporter.tellFirst(others, placeOf)]);
  if (all.length === 0) return below;
  return html`<section id="failures" data-group>
      <h2>${failuresTitle(all)}</h2>
      ${all.map((told) => causeView(told, views, reporter))}
    </section>
    ${below}`;
}

function causeView(
  { title, similar, findings }: FailureGroup,
  views: ReadonlyMap<Finding, Html>,
  reporter: EvidenceReporter,
): Html {
  const [lead, ...others] = findings.map((finding) => views.get(finding));
  if (others.length === 0) return html`${lead}`;
  const alike = findings.slice(1);
  return html`<div class="cause" data-group>
    <p class="cause-title">
      <b>${pluralize(failedChecks(findings), 'failed check')}, one cause:</b> ${truncate(title, longestTitle)}
      ${similar === undefined ? undefined : likeText(similar)}
    </p>
    ${lead}
    <details class="also" data-group>
      <summary>${alsoFail(others.length, checksNamed)} ${namesOf(alike)}</summary>
      ${linesText(alike, reporter)} ${others}
    </details>
  </div>`;
}

/** Says how many findings are shown in one line for lack of room. */
export function linesText(
  findings: readonly Finding[],
  { inLines }: Pick<EvidenceReporter, 'inLines'>,
): Html | undefined {
  const lines = findings.filter((finding) => inLines.has(finding)).length;
  if (lines === 0) return undefined;
  const those = lines === findings.length ? 'Told' : `${lines} of them are told`;
  return html`<p class="aside">
    ${those} in a line each, to keep this page small; run.json has what each expected and observed, and its command.
  </p>`;
}

function namesOf(findings: readonly Finding[]): Html {
  const names = findings.slice(0, checksNamed).map(({ check }, at) => html`${at === 0 ? '' : ', '}${checkName(check)}`);
  return html`${names}`;
}

/** The command for a fault of the reference service with about the same failures. */
function likeText(fault: string): Html {
  return html`<span class="aside">Similar fault: <code>npx assay serve --fault ${fault}</code></span>`;
}
