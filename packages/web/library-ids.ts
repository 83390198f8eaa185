/**
 * Build plugin: makes the component library use `src/app/library-id.ts` for ids. Its own hook, made for server rendering, changes the id of
 * each component after mounting, so a form renders twice, the second time without time slicing. That took half the load time of Create Test.
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
        this.error('the component library no longer takes its ids from this hook: see library-ids.ts');
      }
    },
  };
}
