import { Type } from 'typebox';
import { amount, count, object, optional, text, time, enumOf, type Of } from './parts.ts';

export const credential = enumOf(['token', 'otherToken', 'spentToken', 'provisioner']);
export type Credential = Of<typeof credential>;

const missing = enumOf(
  ['token', 'otherToken', 'otherWorkspace', 'spentToken', 'spentWorkspace', 'provisioner', 'bot', 'answer'],
  '`otherWorkspace`: a second workspace, by its token or from a provisioner; `spentWorkspace`: one with nothing left; `bot`: GET /v1/bots gave none, and none was named; `answer`: none in this run is of the kind that is judged.',
);
export type Missing = Of<typeof missing>;

const noContact = enumOf(
  ['dns', 'notTls', 'tls', 'refused', 'unreachable', 'silent', 'redirected'],
  'In which way it gave no answer, or sent each request elsewhere; absent if in several, or in another.',
);
export type NoContact = Of<typeof noContact>;

export const about = Type.Union(
  [
    object('The check that would have to pass first did not.', { is: Type.Literal('control'), check: text('Its id.') }),
    object('The known failure for which alone it was not judged; in run.json only.', {
      is: Type.Literal('knownFailure'),
      check: text('Its id.'),
      expires: Type.String({ format: 'date' }),
    }),
    object('Something that was not given, or not found.', {
      is: Type.Literal('missing'),
      what: missing,
      name: text('What it is called in sentences.'),
      advice: optional(text('What gives it.')),
    }),
    object('A token that is of no use.', {
      is: Type.Literal('token'),
      which: enumOf(['token', 'otherToken']),
      seen: text('What shows it.'),
      advice: text('What to do about it.'),
    }),
    object('At the start nothing answered.', {
      is: Type.Literal('target'),
      how: optional(noContact),
      seen: text('What came of the last requests.'),
      rounds: count('How often it was asked.'),
      forMs: amount('How long, in milliseconds.'),
    }),
    object("The run's own token was refused from some time on.", {
      is: Type.Literal('tokenEnded'),
      refusedSince: time('As in the line of `journal.ndjson` that tells of that end.'),
    }),
    object('The credits that the run may spend did not suffice.', {
      is: Type.Literal('credits'),
      needed: count('The `--max-credits` that would have been enough for it.'),
    }),
    object('An answer that may have come for another reason than the one that is judged.', {
      is: Type.Literal('answer'),
      exchange: text('Id of the exchange.'),
      due: optional(Type.Literal('402', { description: 'What it had to be, since nothing covers the use.' })),
    }),
    object('The target refuses the text for what it says, and says so.', { is: Type.Literal('contentFilter') }),
    object(
      'Requests of this kind cannot be sent to the target: `raw` ones are written byte by byte, `otherCase` ones carry the token in other letter case, where that may be the same token.',
      { is: Type.Literal('transport'), kind: enumOf(['raw', 'otherCase']) },
    ),
  ],
  { description: 'What `because` is about, for programs; absent if it is about nothing of this list.' },
);
export type About = Of<typeof about>;

/** Why something was not judged: in words, and as fields where somebody goes by it. */
export const reasonFields = { because: text('In words.'), about: optional(about) };

export const reason = object(reasonFields);
export type Reason = Of<typeof reason>;
