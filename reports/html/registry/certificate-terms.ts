import { type Html, html } from '../../text/html.ts';

/** Explanations of a certificate's lines for readers who have never run assay. */
const terms: readonly (readonly [term: string, says: string])[] = [
  ['profile', 'Which checks were judged: “all” of them, or those of a part of the interface.'],
  [
    'policy',
    'What a failure would have prevented the certificate. A known failure is one that was listed, with a reason and a last day, before the run.',
  ],
  [
    'conditions',
    'What the signer chose for the run, and without which the service might answer otherwise: fields in the header of every request, bots, an unusual time limit, a proxy.',
  ],
  ['MUST', 'What the interface document settles, or a standard where common clients would meet the breach.'],
  ['HTTP', 'What a standard settles, and what only senders of unusual requests would meet.'],
  ['SHOULD', 'Good practice.'],
  [
    'controls',
    'A check that something does not happen proves nothing unless it could have happened: in so many cases the same run saw that it could.',
  ],
  [
    'set',
    'The requirement set: what that release of assay asks of a service. A check that came later is not scored, and one whose level changed is named.',
  ],
  ['self-test', 'Faults planted in a service that is right otherwise, and how many of them this build of assay found.'],
  [
    'witness',
    'Who, besides the signer, knows that the exchanges took place. A challenge is a number that somebody else gave before the run, from which its requests were drawn: it shows that no run from before was used as it was, and not that the answers were not edited.',
  ],
  [
    'timestamps',
    'When the run took place, as an authority for timestamps (RFC 3161) says: it signed one before, from which the requests were drawn, and one over the finished certificate.',
  ],
  [
    'status',
    'What whoever keeps this list found when he checked the service again: active, degraded (it could not be checked; a week of grace), expired, or revoked at once by a MUST that fails.',
  ],
  ['key', 'The SHA-256 of the public key by which it was signed: compare it with what the signer publishes.'],
  ['bundle', 'The signed certificate with all that was sent and received, secrets masked.'],
];

export function termsView(): Html {
  return html`<section>
    <h2>What the lines mean</h2>
    <dl class="facts terms">
      ${terms.map(
        ([term, says]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${says}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
