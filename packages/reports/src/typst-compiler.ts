/**
 * Typst, with our templates and our fonts. What a report shows comes in as JSON text through `sys.inputs`, pictures as
 * files that exist in memory only: nothing that a user wrote is ever read as Typst code.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Page } from './page.ts';

/** Beside `src` and `dist`, so that both find them. */
const TEMPLATES = fileURLToPath(new URL('../typst', import.meta.url));

/**
 * Regular and bold alone: a family of nine weights would take eight times as long to look through. Arabic is Plex's
 * first: Noto composes its letters of bodies and dots, which look right and come out wrong when they are copied or
 * searched for (measured: ح copied as ج, dots as letters of their own). Noto has what Plex lacks, for Urdu and Pashto.
 */
const FONT_FOLDERS = [
  'noto-sans/400Regular',
  'noto-sans/600SemiBold',
  'ibm-plex-sans-arabic/400Regular',
  'ibm-plex-sans-arabic/600SemiBold',
  'noto-sans-arabic/400Regular',
  'noto-sans-arabic/600SemiBold',
  'noto-sans-sc/400Regular',
  'noto-sans-sc/600SemiBold',
  'noto-sans-kr/400Regular',
  'noto-sans-kr/600SemiBold',
  'noto-color-emoji/400Regular',
];

/** Results that no report has used so many times running are forgotten: what ours share is kept, what one had is not. */
const KEPT_GENERATIONS = 2;

export interface Typst {
  /** @throws Error with Typst's own words when the template fails */
  render(page: Page): Uint8Array;
}

/** @throws Error when the fonts are not installed */
export function openTypst(): Typst {
  const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths: findFonts() }] });
  return {
    render({ template, data, pictures, tagged }) {
      for (const [place, picture] of pictures) {
        compiler.mapShadow(path.join(TEMPLATES, place), Buffer.from(picture));
      }
      try {
        const compiled = compiler.compile({
          mainFilePath: path.join(TEMPLATES, template),
          inputs: { data: JSON.stringify(data) },
        });
        const error = compiled.takeError();
        if (error !== null) throw new Error(JSON.stringify(compiler.fetchDiagnostics(error)));
        if (compiled.result === null) throw new Error('Typst made no document and told no reason');
        return compiler.pdf(compiled.result, { pdfTags: tagged });
      } finally {
        compiler.resetShadow();
        compiler.evictCache(KEPT_GENERATIONS);
      }
    },
  };
}

function findFonts(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return FONT_FOLDERS.map((folder) => {
    const [family = '', weight = ''] = folder.split('/');
    const found = path.join(path.dirname(resolve(`@expo-google-fonts/${family}/package.json`)), weight);
    if (!existsSync(found)) throw new Error(`the font ${folder} is not installed`);
    return found;
  });
}
