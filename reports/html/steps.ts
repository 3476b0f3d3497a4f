import type { ByteRange } from '../../conformance/model/check.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import type { ReportContext } from '../check/background.ts';
import type { ControlComparison } from '../exchange/control-comparison.ts';
import type { ExchangeStep, ExchangeSteps } from '../exchange/steps.ts';
import { pluralize } from '../text/format.ts';
import { anchorOf } from './anchor.ts';
import { controlView } from './exchange/control.ts';
import { exchangeView } from './exchange/exchange.ts';
import { checkName } from './finding.ts';
import { type Html, html } from '../text/html.ts';

/** What is needed to show the exchanges of a finding. */
export type EvidenceContext = {
  readonly byId: ReadonlyMap<string, Exchange>;
  readonly spots: ReadonlyMap<string, readonly ByteRange[]>;
  /** Ids of exchanges that the page has shown already, as each is shown once. */
  readonly shown: ReadonlySet<string>;
  readonly decodedAnswerOf: ReportContext['decodedAnswerOf'];
  readonly compared: ControlComparison | undefined;
};

/** The exchanges that are shown of a finding: the decisive one, with those before and after it. */
type PickedSteps = ExchangeSteps & { readonly left: { readonly before: number; readonly after: number } };

const mostBefore = 6;
const [firstBefore, mostAfter] = [2, 2];

/**
 * Picks some of many steps: before the decisive exchange the newest of those that matter to it, such as the one that sent the
 * word that is looked for, or else the first and the last ones; after it the first.
 */
export function pickSteps(steps: ExchangeSteps): PickedSteps {
  const { before, after } = steps;
  const linked = before.filter(({ isLink }) => isLink).toReversed();
  const ends = [...before.slice(0, firstBefore), ...before.slice(firstBefore - mostBefore)];
  const some = firstOf(mostBefore, before, linked.length > 0 ? linked : ends);
  const next = firstOf(mostAfter, after, after);
  const left = { before: before.length - some.length, after: after.length - next.length };
  return { ...steps, before: some, after: next, left };
}

/** The decisive exchange alone, with the number of the others. */
export function decisiveAlone({ before, after, left, ...picked }: PickedSteps): PickedSteps {
  const counts = { before: left.before + before.length, after: left.after + after.length };
  return { ...picked, before: [], after: [], left: counts };
}

/** The first `most` exchanges in their order, with `worthiest` ones preferred; all where they are few. */
function firstOf(
  most: number,
  all: readonly ExchangeStep[],
  worthiest: readonly ExchangeStep[],
): readonly ExchangeStep[] {
  if (all.length <= most) return all;
  const picked = new Set([...all.filter(({ isTelling }) => isTelling), ...worthiest].slice(0, most));
  return all.filter((step) => picked.has(step));
}

export function shownExchangeIds(
  { shows, before, after }: PickedSteps,
  compared: ControlComparison | undefined,
): readonly string[] {
  const ids = [...before, ...after, ...(shows === undefined ? [] : [shows])].map(({ id }) => id);
  return compared === undefined ? ids : [...ids, compared.exchange.id];
}

/** What shows a failure first, and open; then the request that had to succeed, and what led there. */
export function stepsView(finding: Finding, picked: PickedSteps, drawing: EvidenceContext): Html {
  const { shows, before, after, left } = picked;
  const draw = (step: ExchangeStep): Html => stepView(step, picked, drawing);
  if (shows === undefined) return html`${before.map(draw)}${leftOut(left.before)}`;
  // An HTTP obligation that is not met is no alarm, and there may be many.
  const first = stepView(shows, picked, drawing, finding.level !== 'HTTP');
  return html`${first} ${besideView(drawing)}
  ${groupView(before, left.before, picked.areCases ? 'other case' : 'step', picked.areCases ? 'before it' : 'led to it', draw)}
  ${groupView(after, left.after, picked.areCases ? 'other case' : 'exchange', picked.others, draw)}`;
}

/** Folded and counted. */
function groupView(
  steps: readonly ExchangeStep[],
  left: number,
  noun: string,
  where: string,
  draw: (step: ExchangeStep) => Html,
) {
  const count = steps.length + left;
  if (count === 0) return undefined;
  return html`<details class="steps">
    <summary>${pluralize(count, noun)} ${where}</summary>
    ${steps.map(draw)}${leftOut(left)}
  </details>`;
}

function stepView(step: ExchangeStep, { of }: ExchangeSteps, drawing: EvidenceContext, isOpen = false): Html {
  const { byId, spots, shown, decodedAnswerOf, compared } = drawing;
  const { id } = step;
  const anchor = anchorOf('exchange', id);
  const text = stepText(step, of);
  const exchange = byId.get(id);
  if (exchange === undefined)
    return html`<p class="aside">${text} Rests on exchange <code>${id}</code>, which was not kept.</p>`;
  if (shown.has(id))
    return html`<p class="aside">
      ${text} Rests on <a href="#${anchor}">exchange ${id}</a>, shown elsewhere on this page.
    </p>`;
  const changed = compared?.own.id === id ? compared.changed : undefined;
  const marks = spots.get(id) ?? [];
  return exchangeView(exchange, {
    anchor,
    decodedAnswer: decodedAnswerOf(exchange),
    marks,
    step: text,
    changed,
    isOpen,
  });
}

/** `Step 2 of 3: makes the session`. */
function stepText({ number, role }: ExchangeStep, of: number): Html {
  const place = of === 1 ? '' : `Step ${number} of ${of}: `;
  const says = `${place}${role}`;
  return html`<span class="step">${says.charAt(0).toUpperCase()}${says.slice(1)}</span>`;
}

function besideView({ compared, shown, decodedAnswerOf }: EvidenceContext): Html | undefined {
  if (compared === undefined) return undefined;
  const { exchange, control } = compared;
  const { clip: _, ...decodedAnswer } = decodedAnswerOf(exchange);
  const anchor = anchorOf('exchange', exchange.id);
  const whole = shown.has(exchange.id)
    ? html`<p class="aside">
        All of it is <a href="#${anchor}">exchange ${exchange.id}</a>, shown elsewhere on this page.
      </p>`
    : exchangeView(exchange, { anchor, decodedAnswer });
  return controlView(compared, checkName(control), whole);
}

function leftOut(left: number): Html | undefined {
  return left === 0 ? undefined : html`<p class="aside">${pluralize(left, 'more exchange')}: in exchanges.ndjson.</p>`;
}
