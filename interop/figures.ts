/** Figures that a test measured, for the page of evidence: a line each, to the file named by INTEROP_FIGURES. */
import { appendFileSync } from 'node:fs';

/** Tells a figure to whoever looks on, and to the page where one is written. */
export function tellFigure(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
  const file = process.env.INTEROP_FIGURES;
  if (file !== undefined) appendFileSync(file, `${sentence}\n`);
}
