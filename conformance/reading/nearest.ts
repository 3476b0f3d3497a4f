/**
 * The known names closest to a wrong one, for a helpful message: among equally close ones the shortest first; empty
 * where none is close.
 */
export function nearest(wrong: string, known: readonly string[]): readonly string[] {
  if (wrong.length > longestName) return [];
  const distances = known.map((name) => ({ name, distance: distanceBetween(wrong, name) }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  const isNear = least <= Math.max(2, wrong.length / 3);
  return isNear
    ? distances
        .filter(({ distance }) => distance === least)
        .map(({ name }) => name)
        .toSorted((a, b) => a.length - b.length)
        .slice(0, 3)
    : [];
}

/**
 * Longest text that is compared: every letter is compared with every other, and a longer text is no name but perhaps a
 * file.
 */
const longestName = 200;

/** A name that contains the other, with more or fewer words, is close too, though less than one with a single slip. */
function distanceBetween(wrong: string, name: string): number {
  const contained = name.includes(wrong) || wrong.includes(name);
  return Math.min(contained ? 1.5 : Number.POSITIVE_INFINITY, editsBetween(wrong, name));
}

/** Optimal string alignment: insertions, deletions, replacements, and swapped neighbours. */
function editsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const edits = [cell(row - 1, column) + 1, cell(row, column - 1) + 1, cell(row - 1, column - 1) + (same ? 0 : 1)];
      rows[row]?.push(Math.min(...edits, swapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY));
    }
  }
  return cell(a.length, b.length);
}
