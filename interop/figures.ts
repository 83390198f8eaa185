/** Records measured figures for the evidence page: one line each, in the file INTEROP_FIGURES. */
import { appendFileSync } from 'node:fs';

/** Prints a figure, and appends it to the evidence if that is being written. */
export function recordFigure(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
  const file = process.env.INTEROP_FIGURES;
  if (file !== undefined) appendFileSync(file, `${sentence}\n`);
}
