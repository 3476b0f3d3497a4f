import { checkOf } from '../text/defects.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import type { ReportContext } from '../check/background.ts';
import { counted } from '../text/format.ts';
import { comparedIn } from '../exchange/compared.ts';
import { stepsOf } from '../exchange/steps.ts';
import { findingLine, findingView } from './finding.ts';
import { type Html, html, textOf } from '../text/html.ts';
import { type Drawing, pickedFrom, shownIn, stepsView } from './steps.ts';

/** What all findings of a page may take, in bytes: with the rest it stays under 2 MB. */
const mostBytes = 1_050_000;
/** Of it, for audio: the exchanges of other failures should find room too. */
const mostAudioBytes = 600_000;
const audioLeftOut = 'Its audio is left out to keep this page small; exchanges.ndjson has it.';

export type Reporter = {
  /** A finding with its evidence, under an element id. */
  readonly tell: (finding: Finding, id: string) => Html;
  /** The exchanges of a finding alone, beside what the caller tells of it. */
  readonly evidenceOf: (finding: Finding) => Html | undefined;
};

/**
 * Tells findings one after another while the page has room for them: an exchange once, then with a link to it; what
 * does not fit is told without its audio, then without its exchanges, and at last in a line.
 */
export function createReporter(run: Run, exchanges: readonly Exchange[], background: ReportContext): Reporter {
  const shelf = shelfOf(run, exchanges);
  const takeRoom = roomOf(mostBytes);
  const takeAudioRoom = roomOf(mostAudioBytes);
  const comparedOf = comparedIn(run.findings, shelf.byId, background.controlOf);
  const evidenceOf = (finding: Finding): Html | undefined => {
    if (finding.exchanges.length === 0) return undefined;
    const compared = comparedOf(finding);
    const told = pickedFrom(stepsOf(finding, shelf.byId));
    const drawn = (decodedAnswerOf: ReportContext['decodedAnswerOf']): Html =>
      stepsView(finding, told, { ...shelf, decodedAnswerOf, compared });
    const silent = drawn(withoutClip(background.decodedAnswerOf));
    const heard = drawn(background.decodedAnswerOf);
    const isHeard = takeAudioRoom(bytesOf(heard) - bytesOf(silent)) && takeRoom(bytesOf(heard));
    if (!isHeard && !takeRoom(bytesOf(silent))) return omitted(finding);
    for (const id of shownIn(told, compared)) if (shelf.byId.has(id)) shelf.shown.add(id);
    return isHeard
      ? heard
      : html`${silent}
          <p class="aside">${audioLeftOut}</p>`;
  };
  const tell = (finding: Finding, id: string): Html => {
    const said = {
      fault: background.faults.get(checkOf(finding)),
      quoted: background.quotes?.get(checkOf(finding)),
      compared: comparedOf(finding),
    };
    const plain = findingView(finding, id, said, omitted(finding));
    if (!takeRoom(bytesOf(plain))) return findingLine(finding, id);
    return findingView(finding, id, said, evidenceOf(finding));
  };
  return { tell, evidenceOf };
}

/** The exchanges, what is to be marked in each, and which were shown already. */
type Shelf = Pick<Drawing, 'byId' | 'spots'> & { readonly shown: Set<string> };

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
  return Buffer.byteLength(textOf(view));
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
