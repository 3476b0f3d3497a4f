import { checkOf } from '../text/defects.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import type { ReportContext } from '../check/background.ts';
import { counted } from '../text/format.ts';
import { comparedIn } from '../exchange/compared.ts';
import { stepsOf } from '../exchange/steps.ts';
import { findingLine, findingView } from './finding.ts';
import { type Html, html, textOfPage } from '../text/html.ts';
import { aloneOf, type Drawing, pickedFrom, shownIn, stepsView } from './steps.ts';

/** What all findings of a page may take, in bytes: with the rest it stays under 2 MB. */
const mostBytes = 1_000_000;
/** Of it, for audio: the exchanges of other failures should find room too. */
const mostAudioBytes = 600_000;
const audioLeftOut = 'Its audio is left out to keep this page small; exchanges.ndjson has it.';

export type Reporter = {
  /** A finding with its evidence, under an element id. */
  readonly tell: (finding: Finding, id: string) => Html;
  /** Those to which the page owes its room: what is wrong and the command of every one, before the exchanges of any. */
  readonly tellFirst: (findings: readonly Finding[], idOf: (finding: Finding) => string) => ReadonlyMap<Finding, Html>;
  /** Those for which there was room for a line only. */
  readonly inLines: ReadonlySet<Finding>;
  /** The exchanges of a finding alone, beside what the caller tells of it. */
  readonly evidenceOf: (finding: Finding) => Html | undefined;
};

/**
 * Tells findings one after another while the page has room for them: an exchange once, then with a link to it; what
 * does not fit is told without its audio, then with the exchange alone that shows it, then without any, and at last in a
 * line.
 */
export function createReporter(run: Run, exchanges: readonly Exchange[], background: ReportContext): Reporter {
  const shelf = shelfOf(run, exchanges);
  const takeRoom = roomOf(mostBytes);
  const takeAudioRoom = roomOf(mostAudioBytes);
  const comparedOf = comparedIn(run.findings, shelf.byId, background.controlOf);
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
  const tellFirst: Reporter['tellFirst'] = (findings, idOf) => {
    const each = findings.map((finding) => [finding, reserved(finding, idOf(finding))] as const);
    return new Map(each.map(([finding, told]) => [finding, told()]));
  };
  return { tell, tellFirst, inLines, evidenceOf };
}

/** The exchanges, what is to be marked in each, and which were shown already. */
type Shelf = Pick<Drawing, 'byId' | 'spots'> & { readonly shown: Set<string> };

type Way = { readonly view: Html; readonly audioBytes: number; readonly ids: readonly string[] };
type From = { readonly shelf: Shelf; readonly background: ReportContext; readonly compared: Drawing['compared'] };

/** Its exchanges with their audio, without it, and the one alone that shows what is wrong. */
function waysToShow(finding: Finding, { shelf, background: { decodedAnswerOf }, compared }: From): readonly Way[] {
  const picked = pickedFrom(stepsOf(finding, shelf.byId));
  const alone = aloneOf(picked);
  const drawing = { ...shelf, decodedAnswerOf: withoutClip(decodedAnswerOf), compared };
  const heard = stepsView(finding, picked, { ...drawing, decodedAnswerOf });
  const silent = stepsView(finding, picked, drawing);
  const said = html`${silent}
    <p class="aside">${audioLeftOut}</p>`;
  const short = stepsView(finding, alone, { ...drawing, compared: undefined });
  const audioBytes = bytesOf(heard) - bytesOf(silent);
  const ids = shownIn(picked, compared);
  return [
    { view: heard, audioBytes, ids },
    ...(audioBytes > 0 ? [{ view: said, audioBytes: 0, ids }] : []),
    ...(alone.shows === undefined ? [] : [{ view: short, audioBytes: 0, ids: shownIn(alone, undefined) }]),
  ];
}

/** Checks share exchanges: one that is shown once has the marks of all of them. */
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

/** Takes room while there is enough of it, and says whether there was. */
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
        Rests on ${counted(count, 'exchange')}, left out to keep this page small; exchanges.ndjson has them.
      </p>`;
}
