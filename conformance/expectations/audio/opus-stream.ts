import type { Judgement } from '../../model/check.ts';
import {
  pageBodyOffset,
  hasFlag,
  opusHeadBytes,
  opusSamples,
  packetsIn,
  oggPagesIn,
  serialOf,
} from './decoding/ogg-pages.ts';
import { notInContainer, onAudio } from './speech-body.ts';

/** Longest Opus packet, in samples at 48 kHz (RFC 6716 3.2.5). */
const mostSamples = 5_760;

/**
 * The two header packets are whole (RFC 7845 5.1, 5.2): players that use libopusfile do not open a file whose OpusHead
 * or OpusTags are shorter than they state.
 */
export const hasWholeOpusHeaders = onAudio((audio): Judgement => {
  const pages = pagesOf(audio);
  if (pages === undefined) return notInContainer('Ogg with Opus');
  const [head, tags] = firstPackets(pages);
  const wrong = wrongHead(head) ?? wrongTags(tags);
  return wrong === undefined ? [] : [{ ...wrong, reference: 'RFC 7845 5' }];
});

/**
 * Each page states the position of the sound at the end of its last packet, and each packet states its length: from
 * page to page the position grows by at least the length of the packets (RFC 7845 4). It may grow by more where packets
 * were lost, and the last page may end within a packet.
 */
export const countsItsSamples = onAudio((audio): Judgement => {
  const pages = pagesOf(audio);
  if (pages === undefined) return notInContainer('Ogg with Opus');
  let before: number | undefined;
  let open: Buffer | undefined;
  const first = headerPages(pages);
  for (const [place, page] of pages.slice(first).entries()) {
    const at = first + place;
    const [packets, rest] = packetsOn(page, open);
    open = rest;
    // A page in which no packet ends states -1.
    const states = Number(page.readBigInt64LE(6));
    if (packets.length === 0) continue;
    const samples = packets.reduce((sum, packet) => sum + Math.min(mostSamples, opusSamples(packet)), 0);
    const isLast = at === pages.length - 1 || hasFlag(page, 'ends');
    const due = isLast ? leastAtEnd(pages, before) : leastBehind(before ?? 0, samples);
    if (states < due.least) {
      const subject = `the granule position of page ${at + 1} of the Ogg`;
      return [{ subject, expected: due.words, observed: `${states}`, reference: 'RFC 7845 4' }];
    }
    before = states;
  }
  return [];
});

type Due = { readonly least: number; readonly words: string };

function leastBehind(before: number, samples: number): Due {
  const least = before + samples;
  const words = `at least ${least}: its packets hold ${samples} samples, and the page before states ${before}`;
  return { least, words };
}

/** The last page states at least the position of the page before; a single page states more than the pre-skip. */
function leastAtEnd(pages: readonly Buffer[], before: number | undefined): Due {
  if (before !== undefined) return { least: before, words: `at least ${before}, that of the page before` };
  const preSkip = preSkipOf(pages);
  return { least: preSkip + 1, words: `more than the pre-skip, ${preSkip}` };
}

type Wrong = { readonly subject: string; readonly expected: string; readonly observed: string };

function wrongHead(head: Buffer): Wrong | undefined {
  const bytes = opusHeadBytes(head);
  if (head.length >= bytes) return undefined;
  return { subject: 'OpusHead', expected: `${bytes} bytes`, observed: `a packet of ${head.length} bytes` };
}

/**
 * What is wrong with OpusTags: its length and the name of the vendor, the number of comments, and each comment with its
 * length have to fit in the packet. Undefined where they do.
 */
function wrongTags(tags: Buffer): Wrong | undefined {
  const name = 'OpusTags';
  if (tags.toString('latin1', 0, name.length) !== name)
    return { subject: 'the second packet', expected: name, observed: tags.length === 0 ? 'none' : 'another packet' };
  const field = (at: number): number => (at + 4 <= tags.length ? tags.readUInt32LE(at) : Infinity);
  let at = name.length;
  at += 4 + field(at);
  const comments = field(at);
  at += 4;
  for (let read = 0; read < comments && at <= tags.length; read += 1) at += 4 + field(at);
  if (at <= tags.length) return undefined;
  return {
    subject: name,
    expected: 'as many bytes as its lengths state',
    observed: `a packet of ${tags.length} bytes`,
  };
}

/**
 * The pages of the first Opus stream, since other streams may follow or be interleaved. Undefined where there is none.
 */
function pagesOf(audio: Uint8Array): readonly Buffer[] | undefined {
  const all = [...oggPagesIn(audio)];
  const at = all.findIndex((page) => page.subarray(pageBodyOffset(page)).toString('latin1', 0, 8) === 'OpusHead');
  const [first] = at === -1 ? [] : [all[at]];
  if (first === undefined) return undefined;
  const own = all.slice(at).filter((page) => serialOf(page) === serialOf(first));
  const next = own.findIndex((page, place) => place > 0 && hasFlag(page, 'begins'));
  return next === -1 ? own : own.slice(0, next);
}

/**
 * The packets that end on a page, the first of which may have begun as `open` on an earlier page, and the rest that
 * continues on the next page.
 */
function packetsOn(
  page: Buffer,
  open: Buffer | undefined,
): readonly [packets: readonly Buffer[], rest: Buffer | undefined] {
  const [first, ...others] = packetsIn(page);
  const rest = page.subarray(
    pageBodyOffset(page) + [first, ...others].reduce((sum, each) => sum + (each?.length ?? 0), 0),
  );
  if (first === undefined) return [[], open ?? rest];
  return [[open ?? first, ...others], rest.length > 0 ? rest : undefined];
}

/** OpusHead is alone on its page, and OpusTags is on the pages from the second to the page on which it ends. */
function firstPackets(pages: readonly Buffer[]): readonly [head: Buffer, tags: Buffer] {
  const bodies = pages.slice(0, headerPages(pages)).map((page) => page.subarray(pageBodyOffset(page)));
  return [bodies[0] ?? Buffer.alloc(0), Buffer.concat(bodies.slice(1))];
}

function headerPages(pages: readonly Buffer[]): number {
  const at = pages.findIndex((page, place) => place > 0 && packetsIn(page).length > 0);
  return at === -1 ? pages.length : at + 1;
}

function preSkipOf([first]: readonly Buffer[]): number {
  const head = first?.subarray(pageBodyOffset(first));
  return head !== undefined && head.length >= 12 ? head.readUInt16LE(10) : 0;
}
