/** What the target was seen to do where the document leaves it open. */
export type { Observed } from '../../contract/formats/run.ts';
