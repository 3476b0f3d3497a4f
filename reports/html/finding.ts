import type { Mismatch } from '../../conformance/model/check.ts';
import type { Finding, Verdict } from '../../conformance/model/run.ts';
import type { FaultText, Quotation } from '../check/background.ts';
import { type FindingBackground, type FindingView, findingViewOf, placeText } from '../check/finding-view.ts';
import { nameOfCheck, topicOf } from '../check/clauses.ts';
import { becauseOf } from '../check/reasons.ts';
import { knownFailureText } from '../check/known.ts';
import { plainMismatch } from '../check/plain-mismatch.ts';
import { truncate } from '../text/visible.ts';
import { pluralize, verdictMarks, verdictWords } from '../text/format.ts';
import { anchorOf, checkAnchor } from './anchor.ts';
import { type Html, html } from '../text/html.ts';
import { command } from './exchange/command.ts';
import { preformatted } from './exchange/preformatted.ts';
import { ledgerView } from './plain-table.ts';

/** Most mismatches shown of a finding; `run.json` has all of them. */
const mismatchesShown = 8;
const longestText = 600;
const longestReason = 120;

/** A verdict by shape, word and colour, each of which is enough. */
export function badge(is: Verdict['is']): Html {
  return html`<span class="badge ${is}"><span aria-hidden="true">${verdictMarks[is]}</span> ${verdictWords[is]}</span>`;
}

/** The badge of a finding; an unmet HTTP obligation has the colour of inconclusive ones. */
export function badgeOf({ verdict: { is }, level }: Finding): Html {
  if (is !== 'fail' || level !== 'HTTP') return badge(is);
  return html`<span class="badge fail http"><span aria-hidden="true">${verdictMarks.fail}</span> not met</span>`;
}

/** A link to where a finding is shown in full. */
export function findingLink({ check }: Finding): Html {
  return html`<a href="#${checkAnchor(check)}">${checkName(check)}</a>`;
}

/** A check's id with its topic in a lighter colour; it may break after the slash. */
export function checkName(check: string): Html {
  return html`<code class="check"><span>${topicOf(check)}/</span><wbr />${nameOfCheck(check)}</code>`;
}

/** Attributes by which the script of the page finds a check. */
export function marksOf({ check, verdict, level, clause }: Finding): Html {
  return html`data-check="${check}" data-verdict="${verdict.is}" data-level="${level}" data-clause="${clause}"`;
}

/** A finding in full: requirement, mismatches, similar fault, how to reproduce it, and its exchanges. */
export function findingView(finding: Finding, id: string, said: FindingBackground, evidence?: Html): Html {
  const { verdict, level, check } = finding;
  const { title, quoted, doneBy, input, because, differs, fault, run } = findingViewOf(finding, said);
  return html`<article class="finding ${verdict.is}${level === 'HTTP' ? ' http' : ''}" id="${id}" ${marksOf(finding)}>
    <h3>${badgeOf(finding)} ${checkName(check)} <span class="level">${level}</span></h3>
    <p class="title">${title}</p>
    ${sentence(finding, quoted)} ${doneByView(doneBy)} ${knownFailure(finding)} ${inputView(input)} ${reason(because)}
    ${mismatches(finding)} ${differs === undefined ? undefined : differsView(differs)} ${ledgerView(finding)}
    ${fault === undefined ? undefined : faultView(fault)} ${run === undefined ? undefined : runView(run)} ${evidence}
  </article>`;
}

function inputView(input: string | undefined): Html | undefined {
  return input === undefined ? undefined : html`<p class="input">${truncate(input, longestText)}.</p>`;
}

function differsView({ lead, says }: NonNullable<FindingView['differs']>): Html {
  return html`<p class="differs"><b>${lead}</b> ${truncate(says, longestText)}</p>`;
}

function runView({ line, call }: NonNullable<FindingView['run']>): Html {
  return html`<h4>Reproduce${call === undefined ? undefined : html` <span class="aside">${call}</span>`}</h4>
    ${preformatted(command(line), 'run')}`;
}

/** A finding in one line, for which the page has no more room. */
export function findingLine(finding: Finding, id: string): Html {
  return html`<article
    class="finding short ${finding.verdict.is}${finding.level === 'HTTP' ? ' http' : ''}"
    id="${id}"
    ${marksOf(finding)}
  >
    <h3>${badgeOf(finding)} ${checkName(finding.check)} <span class="level">${finding.level}</span></h3>
    <p>${truncate(becauseOf(finding), longestReason)}</p>
  </article>`;
}

/** The requirement of the check and, where its words differ, the sentence of the document that it rests on. */
function sentence({ requirement, clause, also }: Finding, quoted: Quotation | undefined): Html {
  const others = also.length === 0 ? '' : ` (also ${also.join(', ')})`;
  const step = quoted?.so === undefined ? '' : ` – ${quoted.so}`;
  return html`<p class="requirement">
      ${requirement}
      <span class="aside">Clause <a href="#${anchorOf('clause', clause)}">${clause}</a>${others}</span>
    </p>
    ${
      quoted === undefined
        ? undefined
        : html`<blockquote>
            <p>“${quoted.words}”${step}</p>
            <footer>The interface document, ${placeText(quoted)}</footer>
          </blockquote>`
    }`;
}

/** Server software that breaks this by default, as it may not be the service's own code. */
function doneByView(who: readonly string[]): Html | undefined {
  return who.length === 0
    ? undefined
    : html`<p class="fault"><b>Server software that does this by default:</b> ${who.join('; ')}.</p>`;
}

function knownFailure({ knownFailure }: Finding): Html | undefined {
  return knownFailure === undefined ? undefined : html`<p class="notice">${knownFailureText(knownFailure)}</p>`;
}

function reason(because: string | undefined): Html | undefined {
  return because === undefined
    ? undefined
    : html`<dl class="pair">
        <dt>because</dt>
        <dd>${truncate(because, longestText)}</dd>
      </dl>`;
}

function mismatches(finding: Finding): Html | undefined {
  const { mismatches: all } = finding;
  if (all.length === 0) return undefined;
  const left = all.length - mismatchesShown;
  return html`<ul class="mismatches">
      ${all.slice(0, mismatchesShown).map((each) => mismatchView(plainMismatch(each, finding, 'step')))}
    </ul>
    ${left > 0 ? html`<p class="aside">… and ${pluralize(left, 'more mismatch', 'more mismatches')}, in run.json.</p>` : undefined}`;
}

function mismatchView({ subject, expected, observed, reference }: Mismatch): Html {
  return html`<li>
    <p>
      ${truncate(subject, longestText)}${reference === undefined ? undefined : html` <span class="per">per ${reference}</span>`}
    </p>
    <dl class="pair">
      <dt>expected</dt>
      <dd>${truncate(expected, longestText)}</dd>
      <dt>observed</dt>
      <dd class="observed">${truncate(observed, longestText)}</dd>
    </dl>
  </li>`;
}

function faultView({ id, mistake }: FaultText): Html {
  return html`<p class="fault">
    <b>A fault that fails this check:</b> ${mistake} To see it:
    <code>npx assay serve --fault ${id}</code>
  </p>`;
}
