import {
  basisText,
  basisWords,
  claimLines,
  countsText,
  isCertified,
  stateOf,
  stampsText,
  stateWords,
  witnessText,
  type CertificateState,
  type VerifiedBundle,
} from '../../certificate.ts';
import { conditionsText } from '../../check/scope/conditions.ts';
import { riskSentences } from '../../false-alarm.ts';
import type { Risk } from '../../../conformance/contract/formats/false-alarms.ts';
import { pluralize } from '../../text/format.ts';
import { html, type Html } from '../../text/html.ts';
import { certificateAnchor, certifiedText, historyView, servicesView } from './certificate-status.ts';
import { termsView } from './certificate-terms.ts';
import { page } from '../page.ts';
import { certificateStyle } from '../style/certificates.ts';

/** The page of implementations with a certificate, each with the result of its verification at the time `at`. */
export function certificatesHtml(bundles: readonly VerifiedBundle[], at: string, risk?: Risk): string {
  const [certified, other] = [bundles.filter(isCertified), bundles.filter((bundle) => !isCertified(bundle))];
  return page(
    `${certifiedText(bundles)} · assay`,
    html`${certificateStyle}
      <header class="masthead">
        <p><b>assay</b> certificates</p>
        <p>verified ${day(at)}</p>
      </header>
      <main>
        <h1>${certifiedText(bundles)}</h1>
        <p class="intro">
          Each of the certified was judged by assay against the interface document, its evidence is signed, and every
          finding was judged again from that evidence when this page was made. Anyone can edit a page: to be sure,
          verify the bundle yourself with <code>npx assay verify BUNDLE --key pub.pem</code>.
        </p>
        ${risk === undefined ? undefined : html`<p class="intro">How often is such a verdict a false alarm? ${riskSentences(risk).join(' ')}</p>`}
        ${servicesView(bundles)} ${listed('Certified', certified)} ${listed('Not certified', other)} ${termsView()}
      </main>`,
  );
}

function listed(title: string, bundles: readonly VerifiedBundle[]): Html | undefined {
  if (bundles.length === 0) return undefined;
  return html`<section>
    <h2>${title}</h2>
    ${bundles.map(certificateView)}
  </section>`;
}

function certificateView(bundle: VerifiedBundle): Html {
  const { claims, path, problems } = bundle;
  const anchor = certificateAnchor(path);
  return html`<article class="certificate" id="${anchor}">
    <h3><a href="#${anchor}">${claims?.target ?? path}</a></h3>
    ${badge(bundle)} ${historyView(bundle.status, claims?.embedded === true)} ${reasons(problems)}
    ${claims?.embedded === true ? html`<p class="why">${embeddedReason}</p>` : undefined}
    ${
      stateOf(bundle) === 'valid' || claims === undefined
        ? claimsView(bundle)
        : html`<details>
            <summary>What it claims, which nothing shows</summary>
            ${claimsView(bundle)}
          </details>`
    }
    ${basisView(bundle)}
  </article>`;
}

const embeddedReason = 'The target was assay’s own reference service, so that it speaks for no implementation.';

function reasons(problems: VerifiedBundle['problems']): Html | undefined {
  if (problems.length === 0) return undefined;
  const left = problems.length - mostProblems;
  return html`<ul class="why">
    ${problems.slice(0, mostProblems).map(({ says }) => html`<li>${says}</li>`)}
    ${left > 0 ? html`<li>and ${pluralize(left, 'more reason')}</li>` : undefined}
  </ul>`;
}

function claimsView(bundle: VerifiedBundle): Html {
  const { claims, keyId, path } = bundle;
  const stamps = stampsText(bundle);
  const conditions = bundle.run && conditionsText(bundle.run);
  const lines = [
    ...(claims === undefined ? [] : claimLines(claims).filter(([name]) => name !== 'target')),
    ...(conditions === undefined ? [] : [['conditions', conditions] as const]),
    ...(claims === undefined || stateOf(bundle) !== 'valid' ? [] : [['witness', witnessText(bundle)] as const]),
    ...(stamps === undefined ? [] : [['timestamps', stamps] as const]),
    ...(keyId === undefined ? [] : [['key', keyId] as const]),
    ['bundle', html`<a href="./${linkTo(path)}">${path}</a>`] as const,
  ];
  return html`<dl class="facts">
    ${lines.map(
      ([name, says]) =>
        html`<div>
          <dt>${name === 'KNOWN FAIL' ? 'known failure' : name}</dt>
          <dd>${says}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The evidence behind a valid certificate, and what it does not cover. */
function basisView({ basis = [] }: VerifiedBundle): Html | undefined {
  if (basis.length === 0) return undefined;
  return html`<details>
    <summary>What it rests on</summary>
    <dl class="facts">
      ${basis.map(
        (each) =>
          html`<div>
            <dt>${basisWords[each.basis]}: ${each.what}</dt>
            <dd>${basisText(each)}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

/** A link relative to the page. Names such as `a b` or `a#b` stay one segment. */
function linkTo(path: string): string {
  return `${path.split(/[\\/]/).map(encodeURIComponent).join('/')}/certificate.json`;
}

const mostProblems = 10;

/** The verdict in a word and, for a valid certificate, its scope and its end. */
function badge(bundle: VerifiedBundle): Html {
  const { claims } = bundle;
  const state = stateOf(bundle);
  const tone: CertificateState = state === 'valid' && claims?.embedded === true ? 'inconclusive' : state;
  const word = state !== 'valid' ? stateWords[state] : claims?.embedded === true ? 'For tests only' : 'Certified';
  const detail =
    claims === undefined || state !== 'valid'
      ? undefined
      : html`<span>profile ${claims.profile}</span
          ><span>until ${day(claims.validity.notAfter)}</span>${acceptedFailures(claims.knownFailures.length)}`;
  return html`<p class="badge ${tone}" title="${claims === undefined ? word : countsText(claims)}">
    <b>${word}</b>${detail}
  </p>`;
}

function acceptedFailures(failures: number): Html | undefined {
  return failures === 0 ? undefined : html`<span>${pluralize(failures, 'known failure')}</span>`;
}

function day(time: string): string {
  return time.slice(0, 10);
}
