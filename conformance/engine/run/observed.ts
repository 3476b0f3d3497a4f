/** What the target was seen to do where the document leaves it open. */
export type Observed = {
  readonly id: string;
  readonly clause: string;
  readonly says: string;
  readonly value: string;
  /** Where assay itself erred, so that nothing was seen: the stack. */
  readonly defect?: string;
};
