/** Horizontal extent of a text above a chart, in the chart's pixels. */
export type LabelSpan = { readonly from: number; readonly to: number };

/** Width in pixels of a letter at the largest size, that of a phone. */
const letterWidth = 7.8;
const between = 5;

/** The largest width of `text`, in pixels. */
export function widthOf(text: string): number {
  return text.length * letterWidth;
}

/** The row of each label, counted from below: the lowest row in which it covers no other. */
export function labelRows(labels: readonly LabelSpan[]): readonly number[] {
  const rows: (readonly LabelSpan[])[] = [];
  return labels.map((label) => {
    const isFree = (row: readonly LabelSpan[]): boolean =>
      row.every(({ from, to }) => label.from > to + between || label.to < from - between);
    const free = rows.findIndex(isFree);
    const row = free < 0 ? rows.length : free;
    rows[row] = [...(rows[row] ?? []), label];
    return row;
  });
}
