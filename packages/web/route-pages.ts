/**
 * Part of the build: a page for each screen, `pages/NAME.html`, that names the script and styles of that screen at once. The one
 * page would have the browser find them round by round: first the entry, then what the router asks for. Each holds the console's
 * frame, to be painted before there is any script.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The first part of a screen's address, and the module that draws it. */
const SCREENS = {
  'create-tests': 'tests/create/create-test-screen.tsx',
  tests: 'tests/list/tests-screen.tsx',
  'test-report': 'messages/report-screen.tsx',
  'update-test': 'tests/update/update-test-screen.tsx',
  reports: 'analytics/analytics-screen.tsx',
};
const CONSOLE = 'main.tsx';
const FRAME = 'app/console-shell.tsx';

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
      const withLinks = (...modules: string[]) => {
        const links = filesOf(bundle, [CONSOLE, ...modules]).filter((file) => !bare.includes(`/${file}"`));
        return bare.replace('</head>', `${links.map(linkTo).join('')}</head>`);
      };
      for (const [name, screen] of Object.entries(SCREENS)) {
        const source = withLinks(FRAME, screen).replace(
          '<div id="root"></div>',
          `<div id="root">${frame}</div>`,
        );
        this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source });
      }
      // The doors have nothing to paint before there is script: light or dark may come with it.
      page.source = withLinks().replace('<script src=', '<script async src=');
    },
  };
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
