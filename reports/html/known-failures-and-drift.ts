import type { Run } from '../../conformance/model/run.ts';
import { knownFailureAdvice, knownFailureWords, knownFailuresIn } from '../check/known.ts';
import { checkName } from './finding.ts';
import { type Html, html } from '../text/html.ts';
import { plainTable } from './plain-table.ts';

/** The state of the known failures, outdated ones first. */
export function knownFailuresView(run: Run): Html | undefined {
  const knownFailures = knownFailuresIn(run);
  if (knownFailures.length === 0) return undefined;
  const rows = knownFailures.map(
    ({ check, knownFailure: { is, reason, expires } }) =>
      html`<tr>
        <th scope="row">${checkName(check)}</th>
        <td>
          ${knownFailureWords[is]}${knownFailureAdvice[is] === '' ? undefined : html`<br /><span class="aside">${knownFailureAdvice[is]}</span>`}
        </td>
        <td>${expires}</td>
        <td>${reason}</td>
      </tr>`,
  );
  return html`<section>
    <h2>Known failures</h2>
    <p class="lead">
      A known failure does not count against the target until its day has passed. One that passes now, or is past its
      day, fails the run, so that the list stays true.
    </p>
    ${plainTable(['Check', 'State', 'Until', 'Reason'], rows)}
  </section>`;
}

/** Where the target differs from its dialect. */
export function driftView({ drift }: Run): Html | undefined {
  if (drift === undefined) return undefined;
  if (drift.length === 0)
    return html`<section>
      <h2>Drift</h2>
      <p class="lead">Every observation of this run matches the dialect.</p>
    </section>`;
  const rows = drift.map(
    ({ id, clause, says, was, now }) =>
      html`<tr>
        <td>${clause}</td>
        <th scope="row">${says}<br /><code class="check">${id}</code></th>
        <td>${was}</td>
        <td>${now}</td>
      </tr>`,
  );
  return html`<section>
    <h2>Drift</h2>
    <p class="lead">Where the document leaves it open, the target differs from its dialect. None of it is a failure.</p>
    ${plainTable(['Clause', 'Document', 'Before', 'Now'], rows)}
  </section>`;
}
