/**
 * What a probe came upon besides its exchanges; one line of `journal.ndjson`. With it, a stored run can be judged
 * again without sending anything. None of it can turn a verdict into a pass: what was not sent is not judged.
 */
export type JournalEntry =
  /** A workspace that was made for a probe, with the bot it was used with, or why there was none. */
  | {
      readonly is: 'workspace';
      readonly probe: string;
      /** The name by which a step asked for it; empty where it is the probe's only one. */
      readonly name: string;
      readonly bot?: string;
      readonly because?: string;
    }
  /** A whole probe, by its name, or one call, by the id of its exchange, that the run decided not to send. */
  | { readonly is: 'unsent'; readonly what: string; readonly because: string }
  /** From a moment on the run's own token was refused, the list of bots included. Both moments are ISO 8601, UTC. */
  | {
      readonly is: 'tokenEnded';
      /** When the last request was begun that it was accepted for. */
      readonly acceptedUntil: string;
      /** When the first refusal had come: what is told so behind it is not judged. */
      readonly refusedSince: string;
      readonly because: string;
    };
