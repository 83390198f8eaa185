/**
 * Groups the console's script into a few chunks. Over HTTP/1.1 a browser loads six files at a time, and on a slow connection each round trip
 * costs 150 ms: thirty small chunks are slower than three that include slightly too much.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const source = (file: string) => path.join(import.meta.dirname, 'src', file);

/** Loaded on demand: stays separate even if several chunks share it. */
const LATER =
  /zxcvbn|fastest-levenshtein|estimate-strength|password-(?:strength|rule)|open-requests|signup-requests|chart\.js|chartjs|kurkle|charts\/(?!chart-colors)|emoji-p|plain-page|use-copy|\/domain\/src\/(recurrence|role)-words\.|directory-entries|\/directory\/(entry-query|may-change-phone)\.|api\/(first-steps|pairings)\.|\/features\/(tests\/several|accounts\/management|directory|pairings)\//;
/** The screens that edit tests, the rules that only they need, and what they share with the gateway setup and the profile. */
const FORM =
  /\/features\/tests\/(form|create|update|recipient-sets)\/|\/api\/profile\.|\/ui\/(choice|picker|field-errors|use-form-errors|file-drop|use-leave-guard|form\.module)|\/domain\/src\/(placeholders|message-limit|media-limits|los-angeles-wall-time)\./;
/** What the screens of the directory, of accounts, of gateways and of a test share, and the first view of tests and analytics does not need. */
const KEEPING =
  /\/ui\/(form-dialog|copy-once|steps|named-rows|outcome-strip|limit-text|radio-list|row-menu|done-notice|sort-button|segmented)\.|\/directory\/chosen-names|\/IconArrow(Down|Up|sSort)\./;
/** What Create Test, the search and the page of a phone know about handsets. */
const HANDSETS = /\/src\/handsets\//;
/**
 * Dropdowns and everything positioned: 30 kB that the first view of analytics does not need. The parts that plain fields need stay with
 * them, or the two chunks would import each other.
 */
const SELECT =
  /\/ui\/(named-|save-name)|@floating-ui|@mantine\/core\/.*\/(Select|OptionsDropdown|ScrollArea|Popover|Combobox(?!\/(get-parsed|ComboboxChevron|Combobox.module))|Floating\w*|FocusTrap)\//;

const isOfFirst = within('first.ts');
/** The dialog is for the sign-up screen, copying for the page of a pairing: these would load all of the console for them. */
const isForLogin = within('main.tsx', 'ui/alert-dialog.tsx', 'ui/copy-text.ts');

/**
 * The login pages have two chunks: what is needed at once, and React. Everything else that two screens (or a screen and the frame) share is
 * one chunk.
 */
export const chunks = {
  // Otherwise React would join the first group that uses it.
  includeDependenciesRecursively: false,
  groups: [
    { debugName: 'first', name: named('first', isOfFirst), priority: 3 },
    { debugName: 'main', name: named('main', isForLogin), priority: 2 },
    { debugName: 'shared', name: shared, minShareCount: 2, priority: 1 },
  ],
};

function shared(id: string): string | null {
  if (LATER.test(id)) return null;
  if (FORM.test(id)) return 'form';
  if (KEEPING.test(id)) return 'keeping';
  if (HANDSETS.test(id)) return 'handsets';
  return SELECT.test(id) ? 'select' : 'console';
}

function named(name: string, isOf: (id: string, graph: ModuleGraph) => boolean) {
  return (id: string, graph: ModuleGraph) => (isOf(id, graph) ? name : null);
}

/** Tests whether a module is one of `files`, or imported by them directly or indirectly. */
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

/** Fails the build if chunks import each other in a cycle: one would run before its imports are ready. */
export function checkChunks(): Plugin {
  return {
    name: 'textprobe-check-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (name: string, importers: readonly string[]) => {
        if (importers.includes(name)) this.error(`chunks in a cycle: ${[...importers, name].join(' > ')}`);
        const output = bundle[name];
        if (done.has(name) || output?.type !== 'chunk') return;
        for (const imported of output.imports) visit(imported, [...importers, name]);
        done.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}
