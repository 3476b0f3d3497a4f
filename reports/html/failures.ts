import type { Finding, Run } from '../../conformance/model/run.ts';
import { alsoFail, failuresTitle, type FailureGroup, failureGroups } from '../check/failure-groups.ts';
import { counted } from '../text/format.ts';
import { shortened } from '../text/visible.ts';
import type { PlaceOf } from './anchor.ts';
import type { Reporter } from './evidence.ts';
import { checkName } from './finding.ts';
import { type Html, html } from '../text/html.ts';

export type Telling = { readonly reporter: Reporter; readonly placeOf: PlaceOf };

const longestTitle = 400;
const checksNamed = 6;

/** What is to be fixed: of each cause the failure that shows it best in full, the others behind a line to open. */
export function failuresView(run: Run, telling: Telling): Html | undefined {
  const all = failureGroups(run);
  if (all.length === 0) return undefined;
  return html`<section id="failures" data-group>
    <h2>${failuresTitle(all, run)}</h2>
    ${all.map((told) => causeView(told, telling))}
  </section>`;
}

function causeView({ title, similar, findings }: FailureGroup, { reporter, placeOf }: Telling): Html {
  const tell = (finding: Finding): Html => reporter.tell(finding, placeOf(finding));
  const [lead, ...others] = findings;
  if (others.length === 0) return html`${lead === undefined ? undefined : tell(lead)}`;
  return html`<div class="cause" data-group>
    <p class="cause-title">
      <b>${counted(findings.length, 'failure')}, one cause:</b> ${shortened(title, longestTitle)}
      ${similar === undefined ? undefined : likeText(similar)}
    </p>
    ${lead === undefined ? undefined : tell(lead)}
    <details class="also" data-group>
      <summary>${alsoFail(others.length)}: ${namesOf(others)}</summary>
      ${others.map(tell)}
    </details>
  </div>`;
}

function namesOf(findings: readonly Finding[]): Html {
  const left = findings.length - checksNamed;
  const names = findings.slice(0, checksNamed).map(({ check }, at) => html`${at === 0 ? '' : ', '}${checkName(check)}`);
  return html`${names}${left > 0 ? ` and ${left} more` : ''}`;
}

/** The fault of the reference service with which anyone can see about the same failures. */
function likeText(fault: string): Html {
  return html`<span class="aside">Similar fault: <code>npx assay serve --fault ${fault}</code></span>`;
}
