/**
 * Runs Typst with our templates and fonts. The content of a report is passed as JSON through `sys.inputs`, pictures as
 * in-memory files: user text is never evaluated as Typst code.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Page } from './page.ts';

/** A sibling of `src` and `dist`, so that both find it. */
const TEMPLATES = fileURLToPath(new URL('../typst', import.meta.url));

/**
 * Only regular and semi-bold: families of nine weights would take eight times as long to scan. For Arabic, Plex comes first:
 * Noto builds letters from bodies and dots, which look right but are wrong when copied or searched (measured: ح copied as ج,
 * dots as separate letters). Noto has what Plex lacks for Urdu and Pashto.
 */
const FONT_FOLDERS = [
  'noto-sans/400Regular',
  'noto-sans/600SemiBold',
  'ibm-plex-sans-arabic/400Regular',
  'ibm-plex-sans-arabic/600SemiBold',
  'noto-sans-arabic/400Regular',
  'noto-sans-arabic/600SemiBold',
  'noto-sans-hebrew/400Regular',
  'noto-sans-hebrew/600SemiBold',
  'noto-sans-sc/400Regular',
  'noto-sans-sc/600SemiBold',
  'noto-sans-kr/400Regular',
  'noto-sans-kr/600SemiBold',
  'noto-color-emoji/400Regular',
];

/** Cached results unused by this many reports in a row are evicted: shared results stay, those of one report go. */
const KEPT_GENERATIONS = 2;

export interface Typst {
  /** @throws Error with Typst's diagnostics if the template fails */
  render(page: Page): Uint8Array;
}

/** @throws Error if the fonts are not installed */
export function openTypst(): Typst {
  const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths: findFonts() }] });
  return {
    render({ template, data, pictures, tagged }) {
      for (const [filePath, picture] of pictures) {
        compiler.mapShadow(path.join(TEMPLATES, filePath), Buffer.from(picture));
      }
      try {
        const compiled = compiler.compile({
          mainFilePath: path.join(TEMPLATES, template),
          inputs: { data: JSON.stringify(data) },
        });
        const error = compiled.takeError();
        if (error !== null) throw new Error(JSON.stringify(compiler.fetchDiagnostics(error)));
        if (compiled.result === null) throw new Error('Typst returned neither a document nor an error');
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
