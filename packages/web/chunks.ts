/**
 * Part of the build: into how few files the console's script goes. A browser asks for six at a time over HTTP/1.1, and on a
 * slow link each round costs 150 ms: thirty small chunks are slower than three that bring a little too much.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const source = (file: string) => path.join(import.meta.dirname, 'src', file);

/** What is loaded when somebody asks for it stays apart, whoever shares it. */
const LATER = /chart\.js|chartjs|kurkle|charts\/(?!chart-colors)|emoji-p/;
/** Of the screens that write tests, and what they share with the setting up of gateways. */
const FORM =
  /\/features\/tests\/(form|create|update)\/|\/ui\/(choice|picker|segmented|field-errors|use-leave-guard|form\.module)/;
/**
 * Lists to choose from, what places them beside their fields, and what else is placed: 30 kB that the first sight of analytics
 * does without. What plain fields need of it stays with them, else the two chunks would need each other.
 */
const SELECT =
  /@floating-ui|@mantine\/core\/.*\/(Select|OptionsDropdown|ScrollArea|Popover|Combobox(?!\/(get-parsed|ComboboxChevron|Combobox.module))|Floating\w*|FocusTrap)\//;

const isOfFirst = within('first.ts');
const isOfDoors = within('main.tsx', 'features/accounts/signup-screen.tsx');

/** The doors have two chunks, what is needed at once and React; of all else, what two screens need (or a screen and the frame) is one. */
export const chunks = {
  // Else React would go along with the first group that uses it.
  includeDependenciesRecursively: false,
  groups: [
    { debugName: 'first', name: named('first', isOfFirst), priority: 3 },
    { debugName: 'main', name: named('main', isOfDoors), priority: 2 },
    { debugName: 'shared', name: shared, minShareCount: 2, priority: 1 },
  ],
};

function shared(id: string): string | null {
  if (LATER.test(id)) return null;
  if (FORM.test(id)) return 'form';
  return SELECT.test(id) ? 'select' : 'console';
}

function named(name: string, isOf: (id: string, graph: ModuleGraph) => boolean) {
  return (id: string, graph: ModuleGraph) => (isOf(id, graph) ? name : null);
}

/** Whether a module is one of `files`, or imported by them, directly or not. */
function within(...files: string[]): (id: string, graph: ModuleGraph) => boolean {
  let modules: Set<string> | undefined;
  return (id, graph) => {
    if (modules === undefined) {
      modules = new Set(files.map(source));
      for (const known of modules) {
        for (const imported of graph.getModuleInfo(known)?.importedIds ?? []) modules.add(imported);
      }
    }
    return modules.has(id);
  };
}

/** Fails a build whose chunks import each other in a circle: one of them would run before what it needs is there. */
export function checkChunks(): Plugin {
  return {
    name: 'textprobe-check-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (name: string, way: readonly string[]) => {
        if (way.includes(name)) this.error(`chunks in a circle: ${[...way, name].join(' > ')}`);
        const output = bundle[name];
        if (done.has(name) || output?.type !== 'chunk') return;
        for (const imported of output.imports) visit(imported, [...way, name]);
        done.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}
