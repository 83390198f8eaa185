/** Builds the console to dist/app, which the server serves. Tests and the build use the sources of the other packages. */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';

const MAIN = path.join(import.meta.dirname, 'src/main.tsx');
/** Every page needs it, and it imports nothing else. */
const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
/**
 * What screens of several features share. Not the component library, whose index would put all of it on the login page, see the groups below.
 * Nor what a feature shares among its own screens, such as the form of a test with zod.
 */
const SHARED = /\/packages\/(domain|web\/src\/(?!features))\/?|node_modules\/(@tabler|@tanstack)\//;

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** What the login page imports, directly and indirectly. */
let modulesOfMain: Set<string> | undefined;

/**
 * What three screens or more share is one chunk: a browser loads six files at a time over HTTP/1.1, so a hundred small ones would be slower. It
 * imports from the login page, never the other way round: chunks in a cycle do not run.
 */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (modulesOfMain === undefined) {
    modulesOfMain = new Set([MAIN]);
    for (const known of modulesOfMain)
      for (const imported of graph.getModuleInfo(known)?.importedIds ?? []) modulesOfMain.add(imported);
  }
  return SHARED.test(id) && !modulesOfMain.has(id) ? 'console' : null;
}

export default defineConfig({
  plugins: [react(), compressAssets()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    // Data URIs of fonts and images would need a wider policy than 'self'.
    assetsInlineLimit: 0,
    // Every browser that can run this script supports it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise React would join the first group that uses it.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'framework', test: FRAMEWORK, priority: 2 },
            { debugName: 'console', name: chunkOf, minShareCount: 3, priority: 1 },
            // What most screens use is one chunk, which the login page loads too, and what several use another.
            { name: 'library', test: /node_modules\//, minShareCount: 12 },
            { name: 'widgets', test: /node_modules\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } },
  },
});
