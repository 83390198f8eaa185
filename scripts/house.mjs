/**
 * The project's own lint rules: which package may import which (docs/architecture.md has the diagram) and how files may be
 * named. `lint.mjs` runs them; `house.test.ts` violates each rule and expects the check to fail.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkImports } from './house-imports.mjs';
import { checkFileNames } from './house-names.mjs';
import { checkScopes } from './house-scope.mjs';

/** The packages that a package may depend on. Its package.json may list fewer, never more. */
export const ARROWS = {
  domain: [],
  contract: ['domain'],
  smpp: [],
  database: ['domain'],
  media: ['domain'],
  gateways: ['domain', 'smpp'],
  engine: ['domain', 'database', 'gateways'],
  reports: ['domain'],
  server: ['contract', 'domain', 'database', 'media', 'engine', 'gateways', 'reports'],
  'carrier-lab': ['smpp'],
  web: ['contract', 'domain'],
  cli: [
    'contract',
    'domain',
    'smpp',
    'database',
    'media',
    'gateways',
    'engine',
    'reports',
    'server',
    'carrier-lab',
  ],
  // The domain's `testing/child-program` starts the built program.
  e2e: ['contract', 'domain'],
  proof: ['domain', 'smpp', 'database', 'media', 'gateways', 'engine', 'server', 'carrier-lab'],
  interop: ['smpp', 'gateways', 'carrier-lab'],
  // interop starts Kannel's processes; smpp provides a cheap SMSC; database a PostgreSQL shared by several programs.
  bench: ['contract', 'domain', 'smpp', 'database', 'interop'],
};

/** Packages of which another package may import only these files. */
export const ENTRY_POINTS = {
  engine: { gateways: ['gateway-port', 'inbox-port'] },
  server: { gateways: ['gateway-port', 'inbox-port'], engine: ['api'] },
};

/**
 * The rooms of a package from the top: a file imports only from lower rooms. The rooms of a list are side by side, and so are
 * the folders of `name/*`. Each folder of these packages is a room.
 */
export const ROOMS = {
  cli: ['commands', 'program', 'metrics', 'directory', 'process', 'settings'],
  database: [
    ['fast-path', 'message-log', 'upkeep'],
    [
      'accounts',
      'directory',
      'pairings',
      'receptions',
      'recipient-sets',
      'rollups',
      'runs',
      'saved-views',
      'schedules',
    ],
    ['gateways', 'handsets', 'limits', 'media', 'receipts', 'tests'],
    'messages',
    ['audit', 'cluster', 'idempotency', 'live', 'migrations', 'scope', 'secrets', 'set-aside'],
    'leaders',
    'core',
    'schema',
  ],
  engine: ['upkeep', 'dispatch', 'receive', 'settle', 'runs', 'kit'],
  server: [
    ['upkeep', 'openapi'],
    'features/*',
    ['tests', 'messages'],
    ['analytics', 'directory', 'handsets', 'live', 'media'],
    'auth',
    'guard',
    'http',
    'mail',
  ],
  web: ['app', 'features/*', 'accounts', 'handsets', 'directory', 'ui', 'api'],
};

/**
 * A workspace of the checkout.
 * @typedef {object} Workspace
 * @property {string} name its short name, such as `engine`
 * @property {string} folder relative to the checkout, such as `packages/engine`
 * @property {string[]} dependencies packages that its files may import
 * @property {string[]} devDependencies packages that only its tests may import
 */

/**
 * Checks the whole checkout.
 * @param {string} root
 * @returns {string[]} one sentence per violation, beginning with the file's path
 */
export function checkHouse(root) {
  const workspaces = readWorkspaces(root);
  return [
    ...workspaces.flatMap(checkArrows),
    ...checkTestArrows(workspaces),
    ...workspaces.flatMap((workspace) =>
      checkImports(root, workspace, {
        entryPoints: ENTRY_POINTS[workspace.name] ?? {},
        rooms: ROOMS[workspace.name] ?? [],
      }),
    ),
    ...workspaces.flatMap((workspace) => checkFileNames(root, workspace)),
    ...workspaces.flatMap((workspace) => checkScopes(root, workspace)),
  ];
}

/** @returns {Workspace[]} */
function readWorkspaces(root) {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);
  return [...packages, 'e2e', 'bench', 'interop', 'proof']
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
    .map((folder) => {
      const manifest = readManifest(root, folder);
      return {
        name: path.basename(folder),
        folder,
        dependencies: Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
        devDependencies: Object.keys(manifest.devDependencies ?? {}),
      };
    });
}

function readManifest(root, folder) {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

/** The short names of our own packages among `names`. */
function ours(names) {
  return names
    .filter((name) => name.startsWith('@textprobe/'))
    .map((name) => name.slice('@textprobe/'.length));
}

/** @param {Workspace} workspace */
function checkArrows({ name, folder, dependencies }) {
  const allowed = ARROWS[name];
  if (allowed === undefined)
    return [`${folder}/package.json: '${name}' has no row in ARROWS of scripts/house.mjs.`];
  return ours(dependencies)
    .filter((other) => !allowed.includes(other))
    .map(
      (other) =>
        `${folder}/package.json: ${name} may not depend on ${other}: dependencies point downwards only.`,
    );
}

/**
 * Tests may use packages that the package itself may not (the engine's tests use the carrier lab), as devDependencies, but
 * never in a cycle, which could not be built.
 * @param {Workspace[]} workspaces
 */
function checkTestArrows(workspaces) {
  const uses = new Map(workspaces.map((w) => [w.name, ours([...w.dependencies, ...w.devDependencies])]));
  const reaches = (from, to, seen = new Set()) =>
    (uses.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return workspaces
    .filter(({ name }) => reaches(name, name))
    .map(
      ({ name, folder }) =>
        `${folder}/package.json: ${name} depends on itself in a cycle, devDependencies included.`,
    );
}
