import type { ByteRange } from '../../conformance/model/check.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import type { Background } from '../check/background.ts';
import { counted } from '../text/format.ts';
import { anchorOf } from './anchor.ts';
import { exchangeView } from './exchange.ts';
import { checkName, findingLine, findingView } from './finding.ts';
import { type Html, html, textOf } from '../text/html.ts';
import { controlView } from './told/control.ts';

/** What all findings of a page may take, in bytes: with the rest it stays under 2 MB. */
const mostBytes = 1_050_000;
/** Of it, for audio: the exchanges of other failures should find room too. */
const mostAudioBytes = 600_000;
const audioLeftOut = 'Its audio is left out to keep this page small; exchanges.ndjson has it.';

/** Exchanges of one finding: the first, and the last, by which most checks judge. */
const shownFirst = 2;
const shownLast = 4;

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
export function createReporter(run: Run, exchanges: readonly Exchange[], background: Background): Reporter {
  const shelf = shelfOf(run, exchanges);
  const takeRoom = roomOf(mostBytes);
  const takeAudioRoom = roomOf(mostAudioBytes);
  const controlIn = controlsOf(run, shelf, background.controlOf);
  const evidenceOf = (finding: Finding): Html | undefined => {
    const ids = pickedFrom(finding);
    if (ids.length === 0) return undefined;
    const drawn = (decodedAnswerOf: Background['decodedAnswerOf']): Html =>
      html`${ids.map((id) => evidenceView(stepOf(id, finding), shelf, decodedAnswerOf))}${leftOut(finding, ids)}${controlIn(finding)}`;
    const silent = drawn(withoutClip(background.decodedAnswerOf));
    const heard = drawn(background.decodedAnswerOf);
    const isHeard = takeAudioRoom(bytesOf(heard) - bytesOf(silent)) && takeRoom(bytesOf(heard));
    if (!isHeard && !takeRoom(bytesOf(silent))) return notShown(finding);
    for (const id of ids) if (shelf.byId.has(id)) shelf.shown.add(id);
    return isHeard
      ? heard
      : html`${silent}
          <p class="aside">${audioLeftOut}</p>`;
  };
  const tell = (finding: Finding, id: string): Html => {
    const said = { fault: background.faults.get(finding.check), quoted: background.quotes?.get(finding.check) };
    const plain = findingView(finding, id, said, notShown(finding));
    if (!takeRoom(bytesOf(plain))) return findingLine(finding, id);
    return findingView(finding, id, said, evidenceOf(finding));
  };
  return { tell, evidenceOf };
}

/** The exchanges, what is to be marked in each, and which were shown already. */
type Shelf = {
  readonly byId: ReadonlyMap<string, Exchange>;
  readonly spots: ReadonlyMap<string, readonly ByteRange[]>;
  readonly shown: Set<string>;
};

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

function pickedFrom({ exchanges }: Finding): readonly string[] {
  const ids = [...new Set(exchanges)];
  return ids.length <= shownFirst + shownLast ? ids : [...ids.slice(0, shownFirst), ...ids.slice(-shownLast)];
}

function withoutClip(decodedAnswerOf: Background['decodedAnswerOf']): Background['decodedAnswerOf'] {
  return (exchange) => {
    const { clip: _, ...rest } = decodedAnswerOf(exchange);
    return rest;
  };
}

function evidenceView(
  { id, ...step }: Step & { readonly id: string },
  { byId, spots, shown }: Shelf,
  decodedAnswerOf: Background['decodedAnswerOf'],
): Html {
  if (shown.has(id))
    return html`<p class="aside">
      ${stepText(step)} Rests on <a href="#${anchorOf('exchange', id)}">exchange ${id}</a>, shown above.
    </p>`;
  const exchange = byId.get(id);
  if (exchange === undefined)
    return html`<p class="aside">${stepText(step)} Rests on exchange <code>${id}</code>, which was not kept.</p>`;
  return exchangeView(exchange, decodedAnswerOf(exchange), spots.get(id) ?? [], stepText(step));
}

/** Its place among the exchanges of a finding, and whether it is the one that shows what is wrong. */
type Step = { readonly number: number; readonly of: number; readonly shows: boolean };

function stepOf(id: string, { exchanges, mismatches, reproduces, verdict }: Finding): Step & { readonly id: string } {
  const ids = [...new Set(exchanges)];
  const named = mismatches.flatMap(({ exchange, range }) => exchange ?? range?.exchange ?? []);
  const shows = verdict.is === 'fail' && (named.length > 0 ? named.includes(id) : reproduces === id);
  return { id, number: ids.indexOf(id) + 1, of: ids.length, shows };
}

function stepText({ number, of, shows }: Step): Html | undefined {
  if (of === 1) return undefined;
  return html`<span class="step">${number}/${of}${shows ? ', shows it' : ''}</span>`;
}

/** What a failure is to be compared with: its control, where that passed and both have sent one request at least. */
function controlsOf(
  { findings }: Run,
  { byId }: Shelf,
  controlOf: Background['controlOf'] = new Map(),
): (finding: Finding) => Html | undefined {
  const passed = new Map(findings.filter(({ verdict }) => verdict.is === 'pass').map((each) => [each.check, each]));
  return (finding) => {
    const control = passed.get(controlOf.get(finding.check) ?? '');
    const own = byId.get(finding.reproduces ?? finding.exchanges.at(-1) ?? '');
    const exchange = byId.get(control?.exchanges.at(-1) ?? '');
    if (finding.verdict.is !== 'fail' || control === undefined || own === undefined || exchange === undefined)
      return undefined;
    return controlView(own, { check: checkName(control.check), exchange });
  };
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
