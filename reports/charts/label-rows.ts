/** A text that stands above a chart: how far it goes from left to right, in the chart's own pixels. */
export type LabelSpan = { readonly from: number; readonly to: number };

/** Of a letter of the largest type that a chart is shown with, that of a phone. */
const letterWidth = 7.8;
const between = 5;

/** As wide as `text` is at most. */
export function widthOf(text: string): number {
  return text.length * letterWidth;
}

/** The row of each label, counted from below, so that no two cover each other: the lowest in which there is room. */
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
