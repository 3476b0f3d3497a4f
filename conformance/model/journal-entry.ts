/**
 * What happened to a probe besides its exchanges; one line of `journal.ndjson`. With these entries a stored run can be
 * judged again without sending anything. None of them can turn a verdict into a pass: what was not sent is not judged.
 */
export type { JournalEntryLine as JournalEntry } from '../contract/formats/journal-entry.ts';
