import type { Finding } from '../../conformance/model/run.ts';
import { causeContext } from '../check/about-cause.ts';
import type { EarlierRun } from '../check/background.ts';
import { topicOf } from '../check/clauses.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';
import type { FailureGroup } from '../check/failure-groups.ts';
import { linesToRun } from '../check/lines-to-run.ts';
import { plainMismatch } from '../check/plain-mismatch.ts';
import { afterText, refusalText, requestShowing } from '../check/shown-request.ts';
import { pluralize } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';
import { truncate, truncateKeepingDefect } from '../text/visible.ts';
import { command } from './exchange/command.ts';
import { preformatted } from './exchange/preformatted.ts';
import { findingLink } from './finding.ts';

/** Causes that are shown with evidence and command; the first screen holds no more. */
const toldWithRun = 2;
/** Further causes that are listed; more of them are folded. */
const failuresListed = 12;
const longestTitle = 240;
const longestOfOthers = 120;
const longestSeen = 200;

/**
 * The first causes with evidence, who is affected, whether they are new and what to run; the others by their clearest
 * check.
 */
export function firstCausesView(
  told: readonly FailureGroup[],
  earlier?: EarlierRun,
  exchangeOf?: ExchangeOf,
): Html | undefined {
  if (told.length === 0) return undefined;
  const others = told.slice(toldWithRun);
  return html`<h2 class="small">Failed</h2>
    ${told.slice(0, toldWithRun).map((each) => causeView(each, earlier, exchangeOf))}
    ${others.length === 0 ? undefined : othersView(others)}`;
}

function causeView(
  told: FailureGroup,
  earlier: EarlierRun | undefined,
  exchangeOf: ExchangeOf | undefined,
): Html | undefined {
  const { title, elsewhere, findings } = told;
  const [lead] = findings;
  if (lead === undefined) return undefined;
  const about = causeContext(told, earlier, exchangeOf);
  const seen = elsewhere === undefined ? seenIn(lead, exchangeOf) : [];
  return html`<div class="first-cause">
    <p>${leadText(findings)}</p>
    <p><b>${lead.title}</b>${seen.length === 0 ? `: ${truncate(title, longestTitle)}` : ''}</p>
    ${seen.length === 0 ? undefined : seenView(seen)} ${about === '' ? undefined : html`<p class="aside">${about}</p>`}
    ${linesToRun(lead, told).map((line) => preformatted(command(line), 'run'))}
  </div>`;
}

type Seen = readonly [word: 'request' | 'expected' | 'observed', text: string];

/** The request that shows it, what was expected and what was observed; empty where there is no mismatch. */
function seenIn(finding: Finding, exchangeOf: ExchangeOf | undefined): readonly Seen[] {
  const [first] = finding.mismatches;
  if (first === undefined) return [];
  const { subject, expected, observed, answers } = plainMismatch(first, finding);
  const request = requestShowing(finding, exchangeOf);
  return [
    ...(request === undefined ? [] : [['request', truncate(request, longestSeen)] as const]),
    ['expected', truncate(`${subject}${refusalText(first, exchangeOf)}: ${expected}`, longestSeen)],
    [
      'observed',
      answers === undefined
        ? truncate(observed, longestSeen) + afterText(first, exchangeOf)
        : truncateKeepingDefect(observed, answers.which, longestSeen),
    ],
  ];
}

function seenView(seen: readonly Seen[]): Html {
  return html`<dl class="pair">
    ${seen.map(
      ([word, text]) =>
        html`<dt>${word}</dt>
          <dd class="${word}">${text}</dd>`,
    )}
  </dl>`;
}

function leadText([lead, ...others]: readonly Finding[]): Html | undefined {
  if (lead === undefined) return undefined;
  const more = others.length === 0 ? '' : `, and ${others.length} more with the same cause`;
  return html`${findingLink(lead)} <span class="level">${lead.level}</span>${more}`;
}

/** The title of a cause and, for the first ones, what was observed: an id alone says little. */
function titleText({ title, findings: [lead] }: FailureGroup, at: number): Html | undefined {
  if (lead === undefined) return undefined;
  const observed = at < failuresListed ? `: ${truncate(title, longestOfOthers)}` : '';
  return html`<span class="what">${truncate(lead.title, longestTitle)}${observed}</span>`;
}

/** Each cause by its clearest check; where they are many, folded with the counts by topic. */
function othersView(told: readonly FailureGroup[]): Html {
  const list = html`<ul class="failing">
    ${told.map((each, at) => html`<li>${leadText(each.findings)} ${titleText(each, at)}</li>`)}
  </ul>`;
  if (told.length <= failuresListed) return list;
  const failed = told.flatMap(({ findings }) => findings);
  const topics = [...Map.groupBy(failed, ({ check }) => topicOf(check))].map(
    ([topic, findings]) => `${findings.length} ${topic}`,
  );
  return html`<details class="more">
    <summary>${pluralize(failed.length, 'more failure')}: ${topics.join(', ')}</summary>
    ${list}
  </details>`;
}
