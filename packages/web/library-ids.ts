/**
 * Part of the build: the component library takes its ids from `src/app/library-id.ts`. Its own hook gives each component another
 * id once it is mounted, for the sake of pages drawn on a server: a screen full of fields is then drawn twice, the second time at
 * one go, which was half of what Create Test needed to be there.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

const OURS = path.join(import.meta.dirname, 'src/app/library-id.ts');
const THEIRS = /[\\/]use-id\.mjs$/;

export function libraryIds(): Plugin {
  return {
    name: 'textprobe-library-ids',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: THEIRS },
      handler: (_source, importer) => (importer?.includes('@mantine') ? OURS : null),
    },
    generateBundle() {
      const ids = [...this.getModuleIds()];
      if (ids.some((id) => THEIRS.test(id)) || !ids.includes(OURS)) {
        this.error('the component library takes its ids from elsewhere now: see library-ids.ts');
      }
    },
  };
}
