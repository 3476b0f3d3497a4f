import type { ListedStatus, StatusChange, StatusIs } from '../../../conformance/contract/formats/status.ts';
import { isCertified, stateOf, type VerifiedBundle } from '../../certificate.ts';
import { badgeColours, badgeSvg } from '../../text/badge.ts';
import { pluralize, timeText } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';
import { plainTable } from '../plain-table.ts';

/** The badge of one service, with its file name. */
export type ServiceBadge = { readonly file: string; readonly svg: string };

/** The bundles of each real service, in their order. Certificates of the embedded service are left out. */
function servicesIn(bundles: readonly VerifiedBundle[]): ReadonlyMap<string, readonly VerifiedBundle[]> {
  return Map.groupBy(
    bundles.filter(({ claims }) => claims?.embedded === false),
    ({ claims }) => claims?.target ?? '',
  );
}

/** `2 certified implementations (3 certificates)`: a service with several certificates counts once. */
export function certifiedText(bundles: readonly VerifiedBundle[]): string {
  const certified = bundles.filter(isCertified);
  const services = new Set(certified.map(({ claims }) => claims?.target)).size;
  const of = certified.length === services ? '' : ` (${pluralize(certified.length, 'certificate')})`;
  return `${pluralize(services, 'certified implementation')}${of}`;
}

/** The badge of each service, by its best certificate. */
export function serviceBadges(bundles: readonly VerifiedBundle[]): readonly ServiceBadge[] {
  return [...servicesIn(bundles)].map(([target, own]) => ({ file: badgeFileOf(target), svg: badgeOf(own) }));
}

/** The label of a certificate's badge. */
export const badgeLabel = 'assay certificate';

function badgeOf(own: readonly VerifiedBundle[]): string {
  const label = { text: badgeLabel, colour: badgeColours.label };
  const best = bestOf(own);
  if (best === undefined) {
    const isRefused = own.some((bundle) => stateOf(bundle) === 'refused');
    return badgeSvg([
      label,
      isRefused
        ? { text: endWord(own), colour: badgeColours.fail }
        : { text: 'cannot be judged', colour: badgeColours.open },
    ]);
  }
  const { claims, status } = best;
  const is = status?.is === 'degraded' ? 'degraded' : 'active';
  const known = claims?.knownFailures.length ?? 0;
  return badgeSvg([
    label,
    { text: claims?.profile ?? '', colour: badgeColours.plain },
    {
      text: `${is === 'degraded' ? 'degraded' : 'valid'} until ${claims?.validity.notAfter.slice(0, 10) ?? ''}`,
      colour: is === 'degraded' ? badgeColours.open : badgeColours.pass,
    },
    ...(known === 0 ? [] : [{ text: `with ${pluralize(known, 'known failure')}`, colour: badgeColours.open }]),
  ]);
}

function endWord(own: readonly VerifiedBundle[]): string {
  const ended = own.find(({ status }) => status?.is === 'revoked' || status?.is === 'expired')?.status?.is;
  return ended ?? 'not valid';
}

/** The best certificate: active before degraded, then the one valid the longest. */
function bestOf(own: readonly VerifiedBundle[]): VerifiedBundle | undefined {
  const worth = ({ status }: VerifiedBundle): number => (status?.is === 'degraded' ? 0 : 1);
  const until = ({ claims }: VerifiedBundle): string => claims?.validity.notAfter ?? '';
  return own.filter(isCertified).toSorted((a, b) => worth(b) - worth(a) || until(b).localeCompare(until(a)))[0];
}

/** The anchor of a certificate: `#certificate/acme`, as its folder is called. */
export function certificateAnchor(path: string): string {
  return `certificate/${path.replaceAll(/[^a-zA-Z0-9./-]/g, (letter) => `_${letter.charCodeAt(0).toString(16)}_`)}`;
}

/** Each service with its current status and a link to the reasons on the page. */
export function servicesView(bundles: readonly VerifiedBundle[]): Html | undefined {
  const services = [...servicesIn(bundles)];
  if (services.length === 0) return undefined;
  const badges = serviceBadges(bundles);
  const rows = services.map(([target, own], at) => {
    const shown = bestOf(own) ?? own[0];
    const { claims, status, path = '' } = shown ?? {};
    const word = shown === undefined || !isCertified(shown) ? endWord(own) : (status?.is ?? 'valid');
    const checked = status?.history.at(-1)?.at;
    return html`<tr>
      <td class="${toneOf(word)}">${mark(word)} ${word}</td>
      <td class="service">
        <a href="#${certificateAnchor(path)}">${target}</a>
        <span class="more"
          >profile ${claims?.profile},
          ${checked === undefined ? 'not checked again yet' : `checked again ${checked.slice(0, 10)}`}</span
        >
      </td>
      <td><a href="./badges/${encodeURIComponent(badges[at]?.file ?? '')}">badge</a></td>
    </tr>`;
  });
  return html`<section>
    <h2>Services</h2>
    ${plainTable(['status', 'service', 'to show'], rows)}
  </section>`;
}

/** The colour of a word, beside its mark. */
function toneOf(word: string): 'valid' | 'inconclusive' | 'refused' {
  if (word === 'active' || word === 'valid') return 'valid';
  return word === 'degraded' ? 'inconclusive' : 'refused';
}

function mark(word: string): string {
  if (word === 'active' || word === 'valid') return '✓';
  return word === 'degraded' ? '?' : '✗';
}

const mostCells = 60;

/** The result of each check of a certificate's status, the oldest first, and when the status changed. */
export function historyView(status: ListedStatus | undefined, isForTests: boolean): Html | undefined {
  if (status === undefined) return undefined;
  // The status of the embedded service says nothing about any other service.
  const word = isForTests ? html`For tests only: <b>${status.is}</b>` : html`${mark(status.is)} <b>${status.is}</b>`;
  const cells = status.history.slice(-mostCells);
  const changes = status.history.filter(({ is }, at, all) => at === 0 || all[at - 1]?.is !== is);
  return html`<div class="status">
    <p>${word} since ${timeText(status.since)}: ${status.because}</p>
    <ol
      class="${isForTests ? 'cells tests' : 'cells'}"
      aria-label="the last ${pluralize(cells.length, 'check')}, the oldest first"
    >
      ${cells.map((cell) => html`<li class="${cell.is}" title="${cellText(cell)}"><span>${letters[cell.is]}</span></li>`)}
    </ol>
    <p class="legend">The last ${pluralize(cells.length, 'check')}, the oldest first: ${legendOf(cells)}.</p>
    <details>
      <summary>${pluralize(changes.length, 'change')} in ${pluralize(status.history.length, 'check')}</summary>
      <ul>
        ${changes.toReversed().map((change) => html`<li>${cellText(change)}</li>`)}
      </ul>
    </details>
  </div>`;
}

/** Letters beside the colours, for readers who cannot tell the colours apart. */
const letters: Readonly<Record<StatusIs, string>> = { active: 'a', degraded: 'd', expired: 'e', revoked: 'r' };

/** `a active, d degraded`: a legend of the letters in use. */
function legendOf(cells: readonly StatusChange[]): string {
  const seen = Object.entries(letters).filter(([word]) => cells.some(({ is }) => is === word));
  return seen.map(([word, letter]) => `${letter} ${word}`).join(', ');
}

function cellText({ at, is, because }: StatusChange): string {
  return `${timeText(at)} ${is}: ${because}`;
}

/** Longest file name in bytes: file systems allow 255. */
const longestName = 180;

/**
 * The file name of a service's badge. It depends on the target alone and is unique to it, since other sites link to the
 * badge. The target is chosen by a signer: letters, digits, dots and hyphens are kept, and everything else becomes its
 * code, also capitals, which some file systems take for small letters. `https://` is left out.
 */
export function badgeFileOf(target: string): string {
  const [, scheme = '', rest = ''] = /^(https:\/\/|http:\/\/)?(.*)$/s.exec(target) ?? [];
  const start = { 'https://': '', 'http://': 'http__' }[scheme] ?? 'other__';
  const name = `${start}${rest.replaceAll(/[^a-z0-9.-]|^[.-]/g, codeOf)}`;
  const whole = name.length <= longestName ? name : `${name.slice(0, longestName)}__${sumOf(name)}`;
  return `${whole === '' ? '_' : whole}.svg`;
}

function codeOf(letter: string): string {
  return `_${letter.charCodeAt(0).toString(16)}_`;
}

/**
 * A checksum that distinguishes long names with the same beginning. Only targets that share the beginning can collide.
 */
function sumOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 0x1_0000_0000;
  return sum.toString(16);
}
