/**
 * Part of the build: a page for each screen, `pages/NAME.html`, that names the script and styles of that screen at once. The one
 * page would have the browser find them round by round: first the entry, then what the router asks for. Each holds the console's
 * frame and its styles, to be painted before there is any script; all else is fetched after what the frame needs. The styles of
 * the screen are laid on once they are there, by the code that imports the screen.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The first part of a screen's address, and the module that draws it. */
const SCREENS = {
  'create-tests': 'features/tests/create/create-test-screen.tsx',
  tests: 'features/tests/list/tests-screen.tsx',
  'test-report': 'features/report/report-screen.tsx',
  'update-test': 'features/tests/update/update-test-screen.tsx',
  reports: 'features/analytics/analytics-screen.tsx',
  gateways: 'features/gateways/gateways-screen.tsx',
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
      // The doors have nothing to paint before there is script: light or dark may come with it.
      page.source = withLinks(bare, linkTo).replace('<script src=', '<script async src=');
    },
  };
}

/** The styles of the page itself, under the nonce of its policy: a file of their own would hold the first painting up. */
function withStylesInside(bundle: Rolldown.OutputBundle, html: string): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (_link, file: string) => {
    const styles = bundle[file];
    if (styles?.type !== 'asset') throw new Error(`no styles in ${file}`);
    // The code that imports screens asks for the file where no link names it: this one does, and fetches nothing.
    const link = `<link rel="stylesheet" disabled href="/${file}">`;
    return `<style nonce="__CSP_NONCE__">${String(styles.source).trim()}</style>${link}`;
  });
}

/** After what the frame needs, though long before it is asked for. */
function linkForLater(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} fetchpriority="low" crossorigin href="/${file}">`;
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}

/** Scripts and styles that the modules need before they can run, in the order in which styles are to be applied. */
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
