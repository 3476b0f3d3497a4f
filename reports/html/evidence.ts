import { checkOf } from '../text/defects.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import type { ReportContext } from '../check/background.ts';
import { pluralize } from '../text/format.ts';
import { controlComparisons } from '../exchange/control-comparison.ts';
import { exchangeSteps } from '../exchange/steps.ts';
import { findingLine, findingView } from './finding.ts';
import { type Html, html, textOfPage } from '../text/html.ts';
import { decisiveAlone, type EvidenceContext, pickSteps, shownExchangeIds, stepsView } from './steps.ts';

/** Bytes for all findings of a page, which with the rest stays under 2 MB. */
const mostBytes = 1_000_000;
/** Bytes of these for audio, so that the exchanges of other failures find room. */
const mostAudioBytes = 600_000;
const audioLeftOut = 'Its audio is left out to keep this page small; exchanges.ndjson has it.';

export type EvidenceReporter = {
  /** Shows a finding with its evidence, under an element id. */
  readonly tell: (finding: Finding, id: string) => Html;
  /** Shows the most important findings: each with mismatches and command, before the exchanges of any take room. */
  readonly tellFirst: (findings: readonly Finding[], idOf: (finding: Finding) => string) => ReadonlyMap<Finding, Html>;
  /** Findings for which there was room for one line only. */
  readonly inLines: ReadonlySet<Finding>;
  /** The exchanges of a finding, without the finding itself. */
  readonly evidenceOf: (finding: Finding) => Html | undefined;
};

/**
 * Shows findings one after another while the page has room. An exchange is shown once, then linked to. A finding that does
 * not fit is shown without audio, else with the decisive exchange alone, else without exchanges, else in one line.
 */
export function createReporter(run: Run, exchanges: readonly Exchange[], background: ReportContext): EvidenceReporter {
  const shelf = shelfOf(run, exchanges);
  const takeRoom = roomOf(mostBytes);
  const takeAudioRoom = roomOf(mostAudioBytes);
  const comparedOf = controlComparisons(run.findings, shelf.byId, background.controlOf);
  const inLines = new Set<Finding>();
  const evidenceOf = (finding: Finding): Html | undefined => {
    if (finding.exchanges.length === 0) return undefined;
    const fitting = waysToShow(finding, { shelf, background, compared: comparedOf(finding) }).find(
      ({ view, audioBytes }) => takeAudioRoom(audioBytes) && takeRoom(bytesOf(view)),
    );
    for (const id of fitting?.ids ?? []) if (shelf.byId.has(id)) shelf.shown.add(id);
    return fitting?.view ?? omitted(finding);
  };
  const toldOf = (finding: Finding, id: string): ((evidence: Html | undefined) => Html) => {
    const said = {
      fault: background.faults.get(checkOf(finding)),
      quoted: background.quotes?.get(checkOf(finding)),
      compared: comparedOf(finding),
    };
    return (evidence) => findingView(finding, id, said, evidence);
  };
  const reserved = (finding: Finding, id: string): (() => Html) => {
    const told = toldOf(finding, id);
    if (takeRoom(bytesOf(told(omitted(finding))))) return () => told(evidenceOf(finding));
    inLines.add(finding);
    return () => findingLine(finding, id);
  };
  const tell = (finding: Finding, id: string): Html => reserved(finding, id)();
  const tellFirst: EvidenceReporter['tellFirst'] = (findings, idOf) => {
    const each = findings.map((finding) => [finding, reserved(finding, idOf(finding))] as const);
    return new Map(each.map(([finding, told]) => [finding, told()]));
  };
  return { tell, tellFirst, inLines, evidenceOf };
}

/** The exchanges, the marks in each, and which were shown already. */
type Shelf = Pick<EvidenceContext, 'byId' | 'spots'> & { readonly shown: Set<string> };

type Way = { readonly view: Html; readonly audioBytes: number; readonly ids: readonly string[] };
type From = {
  readonly shelf: Shelf;
  readonly background: ReportContext;
  readonly compared: EvidenceContext['compared'];
};

/** The ways to show a finding, by falling size: with audio, without audio, with the decisive exchange alone. */
function waysToShow(finding: Finding, { shelf, background: { decodedAnswerOf }, compared }: From): readonly Way[] {
  const picked = pickSteps(exchangeSteps(finding, shelf.byId));
  const alone = decisiveAlone(picked);
  const drawing = { ...shelf, decodedAnswerOf: withoutClip(decodedAnswerOf), compared };
  const heard = stepsView(finding, picked, { ...drawing, decodedAnswerOf });
  const silent = stepsView(finding, picked, drawing);
  const said = html`${silent}
    <p class="aside">${audioLeftOut}</p>`;
  const short = stepsView(finding, alone, { ...drawing, compared: undefined });
  const audioBytes = bytesOf(heard) - bytesOf(silent);
  const ids = shownExchangeIds(picked, compared);
  return [
    { view: heard, audioBytes, ids },
    ...(audioBytes > 0 ? [{ view: said, audioBytes: 0, ids }] : []),
    ...(alone.shows === undefined ? [] : [{ view: short, audioBytes: 0, ids: shownExchangeIds(alone, undefined) }]),
  ];
}

/** Collects the marks of each exchange over all findings, as checks share exchanges. */
function shelfOf({ findings }: Run, exchanges: readonly Exchange[]): Shelf {
  const spots = findings.flatMap(({ mismatches }) =>
    mismatches.flatMap(({ range }) => (range === undefined ? [] : [range])),
  );
  return {
    byId: new Map(exchanges.map((exchange) => [exchange.id, exchange])),
    spots: Map.groupBy(
      spots.toSorted((a, b) => a.at - b.at),
      ({ exchange }) => exchange,
    ),
    shown: new Set(),
  };
}

/** Returns a function that takes bytes from the room and says whether there were enough. */
function roomOf(most: number): (bytes: number) => boolean {
  let left = most;
  return (bytes) => {
    const isEnough = bytes <= left;
    if (isEnough) left -= bytes;
    return isEnough;
  };
}

function bytesOf(view: Html): number {
  return Buffer.byteLength(textOfPage(view));
}

function withoutClip(decodedAnswerOf: ReportContext['decodedAnswerOf']): ReportContext['decodedAnswerOf'] {
  return (exchange) => {
    const { clip: _, ...rest } = decodedAnswerOf(exchange);
    return rest;
  };
}

function omitted({ exchanges }: Finding): Html | undefined {
  const count = new Set(exchanges).size;
  return count === 0
    ? undefined
    : html`<p class="aside">
        Rests on ${pluralize(count, 'exchange')}, left out to keep this page small; exchanges.ndjson has them.
      </p>`;
}
