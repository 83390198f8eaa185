/** Builds the console to dist/app, which the server serves. Tests and the build use the sources of the other packages. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkStyles } from './check-styles.ts';
import { checkChunks, chunks } from './chunks.ts';
import { compressAssets } from './compress-assets.ts';
import { libraryIds } from './library-ids.ts';
import { routePages } from './route-pages.ts';

export default defineConfig({
  plugins: [react(), libraryIds(), checkStyles(), checkChunks(), routePages(), compressAssets()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    // Data URIs of fonts and images would need a wider policy than 'self'.
    assetsInlineLimit: 0,
    // Every browser that can run this script supports it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } },
  },
});
