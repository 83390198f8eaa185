/**
 * Build plugin: fails if the console uses a library component whose styles it does not import. They are imported one by one
 * (`src/ui/library-styles.ts`), and a missing one would otherwise only be visible on the screen.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ALL_STYLES = fileURLToPath(import.meta.resolve('@mantine/core/styles.css'));
/** The library's naming of component classes. */
const CLASS = /\bm_[0-9a-f]{6,8}\b/g;

export function checkStyles(): Plugin {
  return {
    name: 'textprobe-check-styles',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const used = new Set<string>();
      const styled = new Set<string>();
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') addClasses(used, output.code);
        else if (output.fileName.endsWith('.css')) addClasses(styled, String(output.source));
      }
      const stylable = new Set<string>();
      addClasses(stylable, await readFile(ALL_STYLES, 'utf8'));
      const missing = [...used].filter((name) => stylable.has(name) && !styled.has(name));
      if (missing.length > 0) {
        this.error(`no styles for ${missing.join(', ')} of @mantine/core: see src/ui/library-styles.ts`);
      }
    },
  };
}

function addClasses(classes: Set<string>, text: string): void {
  for (const [name] of text.matchAll(CLASS)) classes.add(name);
}
