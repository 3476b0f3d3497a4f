/**
 * What a probe came upon besides its exchanges; one line of `journal.ndjson`. With it, a stored run can be judged
 * again without sending anything. None of it can turn a verdict into a pass: what was not sent is not judged.
 */
export type { JournalEntryLine as JournalEntry } from '../contract/formats/journal-entry.ts';
