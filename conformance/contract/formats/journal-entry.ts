import { Type } from 'typebox';
import { about, reasonFields } from './reason.ts';
import { object, optional, text, time, type Format, type Of } from './parts.ts';

const workspace = {
  is: Type.Literal('workspace'),
  probe: text(),
  name: text("Name by which a step requests it; empty if it is the probe's only one."),
};

const tokenEnded = {
  acceptedUntil: time('When the last request began for which it was accepted.'),
  refusedSince: time('When the first refusal arrived.'),
};
/** The members that `run.json` has of an ended token too. */
export const tokenEndedInRun = object(
  "The run's own token was accepted at first and refused from some time on, which makes findings inconclusive; absent otherwise.",
  { ...tokenEnded, because: text('The reason that these findings give.') },
);

const journalEntry = Type.Union([
  object('A workspace that was made for a probe.', {
    ...workspace,
    bot: text('The bot that it was used with; empty if it needed none.'),
  }),
  object('A workspace that was not available.', { ...workspace, ...reasonFields }),
  object('A probe or request that the run decided not to send.', {
    is: Type.Literal('unsent'),
    what: text('The name of a probe, or the id that the exchange would have.'),
    ...reasonFields,
  }),
  object(
    "The run's own token was refused from some time on, by the list of bots too: what needed it afterwards is not judged.",
    {
      is: Type.Literal('tokenEnded'),
      ...tokenEnded,
      status: optional(
        Type.Union([Type.Literal(403), Type.Literal(404)], {
          description:
            'What everything is refused with since then, whatever its token; absent: the token alone, with 401.',
        }),
      ),
      because: text(),
    },
  ),
  object(
    'A request on a second connection was answered only once the first, on which nothing was in flight, was closed: from then on the run had no two open.',
    { is: Type.Literal('oneConnection'), since: time('When the run had seen it twice.') },
  ),
]);
/** A line of `journal.ndjson`. */
export type JournalEntryLine = Of<typeof journalEntry>;

export const journalEntryFormat: Format = {
  name: 'journal-entry',
  title: 'A journal entry',
  description:
    'A line of journal.ndjson: an event of a run besides its exchanges. The file is absent if there was none.',
  form: journalEntry,
  parts: { about },
};
