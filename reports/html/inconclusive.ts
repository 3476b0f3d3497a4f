import type { Finding, Run } from '../../conformance/model/run.ts';
import { type Inconclusive, inconclusiveOf } from '../check/reasons.ts';
import { truncate } from '../text/visible.ts';
import { pluralize } from '../text/format.ts';
import { anchorOf, type AnchorOf } from './anchor.ts';
import type { EvidenceReporter } from './evidence.ts';
import { linesText, type FailureContext } from './failures.ts';
import { badge, checkName, marksOf } from './finding.ts';
import { type Html, html } from '../text/html.ts';

const longestReason = 600;
const checksListed = 12;

/** The inconclusive checks by reason: where nothing answers, one reason stands for hundreds of checks. */
export function inconclusiveView(run: Run, { reporter, placeOf }: FailureContext): Html | undefined {
  const reasons = inconclusiveOf(run).filter(({ is }) => is === 'inconclusive');
  if (reasons.length === 0) return undefined;
  const views = reasons.map((reason) => reasonView(reason, reporter, placeOf));
  const alone = reasons.flatMap(({ findings }) => (findings.length === 1 ? findings : []));
  return html`<section data-group>
    <h2>Inconclusive</h2>
    ${linesText(alone, reporter)} ${views}
  </section>`;
}

function reasonView(
  { because, findings }: Inconclusive,
  reporter: EvidenceReporter,
  placeOf: AnchorOf,
): Html | undefined {
  const [first, ...others] = findings;
  if (first === undefined) return undefined;
  if (others.length === 0) return reporter.tell(first, placeOf(first));
  return html`<article class="finding inconclusive" data-group>
    <h3>${badge('inconclusive')} ${pluralize(findings.length, 'check')} for one reason</h3>
    <p class="because">${truncate(because, longestReason)}</p>
    ${findings.length <= checksListed ? listOf(findings, placeOf) : folded(findings, placeOf)}
    ${exampleOf(findings, reporter)}
  </article>`;
}

function folded(findings: readonly Finding[], placeOf: AnchorOf): Html {
  return html`<details class="more also">
    <summary>All ${pluralize(findings.length, 'check')}</summary>
    ${listOf(findings, placeOf)}
  </details>`;
}

function listOf(findings: readonly Finding[], placeOf: AnchorOf): Html {
  return html`<ul class="failing">
    ${findings.map((finding) => checkItem(finding, placeOf))}
  </ul>`;
}

function checkItem(finding: Finding, placeOf: AnchorOf): Html {
  const { check, level, clause } = finding;
  return html`<li id="${placeOf(finding)}" ${marksOf(finding)}>
    ${checkName(check)} <span class="level">${level} <a href="#${anchorOf('clause', clause)}">${clause}</a></span>
  </li>`;
}

/** The evidence of the first finding that has any: most share the same exchanges, or have none. */
function exampleOf(findings: readonly Finding[], reporter: EvidenceReporter): Html | undefined {
  const example = findings.find(({ exchanges }) => exchanges.length > 0);
  return example === undefined
    ? undefined
    : html`<h4>For example ${checkName(example.check)}</h4>
        ${reporter.evidenceOf(example)}`;
}
