import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Finding, Verdict } from '../../conformance/core/run.ts';
import { becauseOf, nameOf, topicOf } from '../clauses.ts';
import { expectedText } from '../known.ts';
import { verdictMarks, verdictWords } from '../words.ts';
import { anchorOf } from './anchor.ts';
import { exchangeView } from './exchange.ts';
import { type Html, html } from './html.ts';
import { preformatted } from './page.ts';

/** A verdict by shape, word and colour, so that any one of them may be missing. */
export function badge(is: Verdict['is']): Html {
  return html`<span class="badge ${is}"><span aria-hidden="true">${verdictMarks[is]}</span> ${verdictWords[is]}</span>`;
}

/** A link to where a finding is told in full. */
export function linkTo({ check }: Finding): Html {
  return html`<a href="#${anchorOf('check', check)}">${checkName(check)}</a>`;
}

/** A check's id with its topic set back; a long one may break after the slash. */
export function checkName(check: string): Html {
  return html`<code class="check"><span>${topicOf(check)}/</span><wbr />${nameOf(check)}</code>`;
}

/** A finding in full: the sentence, every mismatch, how to see it again, and the exchanges it rests on. */
export function findingView(finding: Finding, exchanges: readonly Exchange[], shownBefore: ReadonlySet<string>): Html {
  const { verdict, level, clause, also, says, reproduce, check } = finding;
  const others = also.length === 0 ? '' : ` (also ${also.join(', ')})`;
  return html`<article class="finding ${verdict.is}" id="${anchorOf('check', check)}">
    <h3>${badge(verdict.is)} ${checkName(check)} <span class="level">${level}</span></h3>
    <blockquote>
      <p>${says}</p>
      <footer>Clause <a href="#${anchorOf('clause', clause)}">${clause}</a>${others}</footer>
    </blockquote>
    ${foreseen(finding)} ${reason(finding)} ${mismatches(finding)}
    ${
      reproduce === ''
        ? undefined
        : html`<h4>Reproduce</h4>
            ${preformatted(reproduce)}`
    }
    ${finding.exchanges.map((id) => evidence(id, exchanges, shownBefore))}
  </article>`;
}

function foreseen({ expected }: Finding): Html | undefined {
  return expected === undefined ? undefined : html`<p class="notice">${expectedText(expected)}</p>`;
}

function reason(finding: Finding): Html | undefined {
  const because = becauseOf(finding);
  const saidBelow = finding.verdict.is === 'fail' && finding.mismatches.length > 0;
  return because === '' || saidBelow
    ? undefined
    : html`<dl class="pair">
        <dt>because</dt>
        <dd>${because}</dd>
      </dl>`;
}

function mismatches(finding: Finding): Html | undefined {
  if (finding.mismatches.length === 0) return undefined;
  const each = finding.mismatches.map(
    ({ aspect, expected, observed, per }) =>
      html`<li>
        <p>${aspect}${per === undefined ? undefined : html` <span class="per">per ${per}</span>`}</p>
        <dl class="pair">
          <dt>expected</dt>
          <dd>${expected}</dd>
          <dt>observed</dt>
          <dd class="observed">${observed}</dd>
        </dl>
      </li>`,
  );
  return html`<ul class="mismatches">
    ${each}
  </ul>`;
}

function evidence(id: string, exchanges: readonly Exchange[], shownBefore: ReadonlySet<string>): Html {
  if (shownBefore.has(id)) {
    return html`<p class="aside">Rests on <a href="#${anchorOf('exchange', id)}">exchange ${id}</a>, shown above.</p>`;
  }
  const exchange = exchanges.find((each) => each.id === id);
  if (exchange === undefined)
    return html`<p class="aside">Rests on exchange <code>${id}</code>, which was not kept.</p>`;
  return exchangeView(exchange);
}
