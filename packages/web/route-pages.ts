/**
 * Build plugin: creates a page for each screen, `pages/NAME.html`, that links the screen's scripts and styles. A single page would make the
 * browser discover them one round trip at a time: the entry, then the router's imports. Each page includes the console's frame with its
 * styles, painted before any script runs; everything else loads after it. The code that imports the screen applies its styles once they
 * have loaded.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The first segment of a screen's path, and its module. */
const SCREENS = {
  'create-tests': 'features/tests/create/create-test-screen.tsx',
  tests: 'features/tests/list/tests-screen.tsx',
  'test-report': 'features/report/report-screen.tsx',
  'update-test': 'features/tests/update/update-test-screen.tsx',
  reports: 'features/analytics/analytics-screen.tsx',
  gateways: 'features/gateways/gateways-screen.tsx',
  directory: 'features/directory/directory-screen.tsx',
  settings: 'app/settings-frame.tsx',
};
const CONSOLE = 'main.tsx';
const FRAME = 'app/console-shell.tsx';
const ROOT = '<div id="root"></div>';

export function routePages(): Plugin {
  return {
    name: 'textprobe-route-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const frame = await readFile(path.join(import.meta.dirname, 'frame.html'), 'utf8');
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return this.error('index.html was not built');
      const bare = String(page.source);
      const withLinks = (html: string, link: typeof linkTo, ...modules: string[]) => {
        const links = filesOf(bundle, [CONSOLE, ...modules]).filter((file) => !bare.includes(`/${file}"`));
        return html.replace('</head>', `${links.map(link).join('')}</head>`);
      };
      const framed = withStylesInside(bundle, bare).replace(ROOT, `<div id="root">${frame}</div>`);
      for (const [name, screen] of Object.entries(SCREENS)) {
        const source = withLinks(framed, linkForLater, FRAME, screen);
        this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source });
      }
      // The login pages paint nothing before their script runs, so the color scheme may load with it.
      page.source = withLinks(bare, linkTo).replace('<script src=', '<script async src=');
    },
  };
}

/** Inlines the page's own styles under its nonce: a separate file would delay first paint. */
function withStylesInside(bundle: Rolldown.OutputBundle, html: string): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (_link, file: string) => {
    const styles = bundle[file];
    if (styles?.type !== 'asset') throw new Error(`no styles in ${file}`);
    // The code that imports screens loads the file again unless a link names it: this link does, without loading it.
    const link = `<link rel="stylesheet" disabled href="/${file}">`;
    return `<style nonce="__CSP_NONCE__">${String(styles.source).trim()}</style>${link}`;
  });
}

/** Low priority: loads after what the frame needs, but long before it is used. */
function linkForLater(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} fetchpriority="low" crossorigin href="/${file}">`;
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}

/** Scripts and styles that the modules need before they can run, with the styles in order. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
  };
  for (const module of modules) add(chunkOf(bundle, path.join(import.meta.dirname, 'src', module)));
  return [...files];
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.moduleIds.includes(module)) return output;
  }
  throw new Error(`no chunk holds ${module}`);
}
