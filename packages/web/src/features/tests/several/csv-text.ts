/** Writes the text of a CSV. */

/** @param lineEnd after each row */
export function csvOf(rows: readonly (readonly string[])[], lineEnd: string): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}${lineEnd}`).join('');
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
