import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Finding } from '../../conformance/core/run.ts';
import type { Background } from '../background.ts';
import { counted } from '../words.ts';
import { anchorOf } from './anchor.ts';
import { exchangeView } from './exchange.ts';
import { findingLine, findingView } from './finding.ts';
import { type Html, html, textOf } from './html.ts';

/** What all findings of a page may take, in bytes: with the rest it stays under 2 MB. */
const mostBytes = 1_200_000;
/** Of it, for audio: the exchanges of other failures should find room too. */
const mostAudioBytes = 600_000;
const audioLeftOut = 'Its audio is left out to keep this page small; exchanges.ndjson has it.';

/** Exchanges of one finding: the first, and the last, by which most checks judge. */
const shownFirst = 2;
const shownLast = 4;

export type Teller = {
  /** A finding with its evidence, under an element id. */
  readonly tell: (finding: Finding, id: string) => Html;
  /** The exchanges of a finding alone, beside what the caller tells of it. */
  readonly evidenceOf: (finding: Finding) => Html | undefined;
};

/**
 * Tells findings one after another while the page has room for them: an exchange once, then with a link to it; what
 * does not fit is told without its audio, then without its exchanges, and at last in a line.
 */
export function createTeller(exchanges: readonly Exchange[], background: Background): Teller {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const shown = new Set<string>();
  let left = mostBytes;
  let leftForAudio = mostAudioBytes;
  const fits = (view: Html): boolean => {
    const bytes = bytesOf(view);
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
  const evidenceOf = (finding: Finding): Html | undefined => {
    const ids = pickedFrom(finding);
    if (ids.length === 0) return undefined;
    const drawn = (insightOf: Background['insightOf']): Html =>
      html`${ids.map((id) => evidenceView(id, finding, { byId, shown, insightOf }))}${leftOut(finding, ids)}`;
    const silent = drawn(withoutClip(background.insightOf));
    const heard = drawn(background.insightOf);
    const audio = bytesOf(heard) - bytesOf(silent);
    const isHeard = audio <= leftForAudio && fits(heard);
    if (!isHeard && !fits(silent)) return notShown(finding);
    for (const id of ids) if (byId.has(id)) shown.add(id);
    if (!isHeard)
      return html`${silent}
        <p class="aside">${audioLeftOut}</p>`;
    leftForAudio -= audio;
    return heard;
  };
  const tell = (finding: Finding, id: string): Html => {
    const fault = background.faults.get(finding.check);
    const plain = findingView(finding, id, fault, notShown(finding));
    if (!fits(plain)) return findingLine(finding, id);
    return findingView(finding, id, fault, evidenceOf(finding));
  };
  return { tell, evidenceOf };
}

function bytesOf(view: Html): number {
  return Buffer.byteLength(textOf(view));
}

function pickedFrom({ exchanges }: Finding): readonly string[] {
  const ids = [...new Set(exchanges)];
  return ids.length <= shownFirst + shownLast ? ids : [...ids.slice(0, shownFirst), ...ids.slice(-shownLast)];
}

function withoutClip(insightOf: Background['insightOf']): Background['insightOf'] {
  return (exchange) => {
    const { clip: _, ...rest } = insightOf(exchange);
    return rest;
  };
}

type Shelf = Pick<Background, 'insightOf'> & {
  readonly byId: ReadonlyMap<string, Exchange>;
  readonly shown: ReadonlySet<string>;
};

function evidenceView(id: string, finding: Finding, { byId, shown, insightOf }: Shelf): Html {
  if (shown.has(id))
    return html`<p class="aside">Rests on <a href="#${anchorOf('exchange', id)}">exchange ${id}</a>, shown above.</p>`;
  const exchange = byId.get(id);
  if (exchange === undefined)
    return html`<p class="aside">Rests on exchange <code>${id}</code>, which was not kept.</p>`;
  const marks = finding.mismatches.flatMap(({ spot }) => (spot?.exchange === id ? [spot] : []));
  return exchangeView(exchange, insightOf(exchange), marks);
}

function leftOut({ exchanges }: Finding, picked: readonly string[]): Html | undefined {
  const left = new Set(exchanges).size - picked.length;
  return left === 0
    ? undefined
    : html`<p class="aside">${counted(left, 'exchange')} between them: in exchanges.ndjson.</p>`;
}

function notShown({ exchanges }: Finding): Html | undefined {
  const count = new Set(exchanges).size;
  return count === 0
    ? undefined
    : html`<p class="aside">
        Rests on ${counted(count, 'exchange')}, left out to keep this page small; exchanges.ndjson has them.
      </p>`;
}
