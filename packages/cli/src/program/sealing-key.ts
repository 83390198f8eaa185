/**
 * The key of the secrets in the database: SECRETS_KEY, the file of SECRETS_KEY_FILE, or a file in DATA_DIR that only its
 * owner can read, made when it is first needed. Processes that share a database share nothing else, so they are told.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSealer,
  SEALING_KEY_BYTES,
  type Sealer,
  SealingError,
} from '@textprobe/database/secrets/sealing';
import { UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';

const KEY_FILE = 'secrets.key';

const NO_KEY =
  'This process has no key for secrets: set SECRETS_KEY (`openssl rand -base64 32` makes one), the same for all ' +
  'processes that share this database.';

/**
 * @param inDataDir whether the command holds DATA_DIR; else, without a setting, nothing can be sealed or
 *   opened, and whoever tries is told why
 * @throws UserError where the key cannot be read
 */
export function openSealer(
  { secretsKey: { key, file, older }, dataDir }: Pick<Settings, 'secretsKey' | 'dataDir'>,
  { inDataDir }: { readonly inDataDir: boolean },
): Sealer {
  if (key !== null) return createSealer(key, older);
  if (file !== null) return createSealer(readKey(file, `SECRETS_KEY_FILE: ${file}`), older);
  if (!inDataDir) return KEYLESS;
  const own = join(dataDir, KEY_FILE);
  return createSealer(readIfThere(own) ?? makeKey(own), older);
}

const KEYLESS: Sealer = {
  seal: () => {
    throw new SealingError('no-key', NO_KEY);
  },
  open: () => {
    throw new SealingError('no-key', NO_KEY);
  },
  isCurrent: () => false,
};

function readKey(file: string, name: string): Buffer {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserError(`${name} cannot be read (${code ?? message}).`, error);
  }
  const key = Buffer.from(text, 'base64');
  if (key.length === SEALING_KEY_BYTES) return key;
  throw new UserError(
    `${name} does not hold a key: it must be ${SEALING_KEY_BYTES} bytes as base64, as \`openssl rand -base64 32\` prints.`,
  );
}

function readIfThere(file: string): Buffer | null {
  try {
    return readKey(file, file);
  } catch (error) {
    const { cause } = error as UserError;
    if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return null;
    throw error;
  }
}

/** Written whole under another name first: a key cut short by a full disk must not come to be used. */
function makeKey(file: string): Buffer {
  const half = `${file}.new`;
  writeFileSync(half, `${randomBytes(SEALING_KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  renameSync(half, file);
  return readKey(file, file);
}
