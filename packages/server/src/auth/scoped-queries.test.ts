/** Every query that the server runs on tables with partners' data takes the scope of the account. */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const PACKAGES = path.join(import.meta.dirname, '../../..');
const FOLDERS = [
  'directory',
  'gateways/gateway-list',
  'gateways/office-gateways',
  'handsets/phone-health',
  'handsets/phone-reporters',
  'media',
  'message-log',
  'messages',
  'pairings',
  'receipts',
  'receptions',
  'recipient-sets',
  'rollups',
  'runs',
  'saved-views',
  'tests',
];

/** Queries without a scope, by reason. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  'of tests or messages that were read in scope': [
    'countRunsOfTest',
    'findLatestRuns',
    'findMediaFiles',
    'findRecentRuns',
    'isRunOfTest',
    'listReceptions',
    'listSetAsideOf',
    'listTestMedia',
    'readCarrierEvidence',
    'withClaims',
  ],
  'after the phone or the pairing was found in scope': [
    'makeReceiptOnly',
    'endPairing',
    'insertPairing',
    'insertPairingText',
  ],
  'of a definition that was resolved in scope': ['insertTest', 'setTestMedia'],
  'after the entry of the directory was found in scope': [
    'deleteEntry',
    'restoreEntry',
    'retireEntry',
    'updateEntry',
  ],
  'after its parent was found in scope': ['insertEntry', 'lockEntries'],
  'reads nothing': ['holdMovingPhones', 'holdPhones'],
  'counts tests of every partner: the phone must not leave any of them': ['countOthersTests'],
  'a name or number outside the scope is taken too': ['findTwin'],
  'gateways belong to no partner': ['findGatewayNames', 'isOpenGateway'],
  'for administrators only, who see all': [
    'importInto',
    'isGatewayPinned',
    'previewDirectory',
    'setOfficeGateway',
  ],
  'the code of a link or the text of a message finds it, or its id after it was found in scope': [
    'confirmPairing',
    'findUnopenedPairing',
    'openPairing',
    'setSource',
  ],
  'counts the texts of all accounts': ['findTooManyTexts'],
  'background work of the program': [
    'beginUpload',
    'deleteDroppedMedia',
    'dropMedia',
    'dropUnusedMedia',
    'findHandsetWatch',
    'forgetUpload',
    'insertMediaFile',
    'keepThumbnail',
    'listAbandonedUploads',
    'listDroppedMedia',
    'listReceptionsToCompare',
    'noteUnusedMedia',
  ],
};

/** Names of the functions that the server's sources import from these modules, by module. */
async function importedQueries(): Promise<Map<string, Set<string>>> {
  const imported = new Map<string, Set<string>>();
  for await (const file of glob(`${PACKAGES}/server/src/**/*.ts`)) {
    if (file.endsWith('.test.ts') || file.includes('/testing/')) continue;
    const text = await readFile(file, 'utf8');
    for (const [, names = '', module = ''] of text.matchAll(
      /import \{([^}]*)\} from '@textprobe\/database\/([\w/-]+)'/g,
    )) {
      if (!FOLDERS.some((folder) => module === folder || module.startsWith(`${folder}/`))) continue;
      const known = imported.get(module) ?? new Set();
      for (const name of names.split(',')) known.add(name.trim());
      imported.set(module, known);
    }
  }
  return imported;
}

test('ACCT-3 each query of partners’ data takes the scope right after the database, or says why not', async () => {
  const unscoped: string[] = [];
  let scoped = 0;
  for (const [module, names] of await importedQueries()) {
    const text = await readFile(`${PACKAGES}/database/src/${module}.ts`, 'utf8');
    for (const [, name = '', second = ''] of text.matchAll(
      /export (?:async )?function\*? (\w+)(?:<[^>]*>)?\(\s*(?:db: Database|tx: Transaction),?\s*(\w*)/g,
    )) {
      if (!names.has(name)) continue;
      if (second === 'scope') scoped += 1;
      else unscoped.push(name);
    }
  }
  expect(unscoped.sort()).toEqual(Object.values(WITHOUT).flat().sort());
  expect(scoped).toBeGreaterThan(20);
});
