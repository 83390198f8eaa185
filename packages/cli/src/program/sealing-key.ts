/**
 * The key that encrypts secrets in the database: SECRETS_KEY, the file SECRETS_KEY_FILE, or a file in DATA_DIR that only its
 * owner can read, created on first use. Processes that share only a database need one of the settings.
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
  'This process has no key for secrets. Set SECRETS_KEY (`openssl rand -base64 32` creates one), the same for all ' +
  'processes that share this database.';

/**
 * @param inDataDir whether the command holds DATA_DIR; if not, and without a setting, encryption and decryption throw
 *   an error that says why
 * @throws UserError when the key cannot be read
 */
export function openSealer(
  { secretsKey: { key, file, older }, dataDir }: Pick<Settings, 'secretsKey' | 'dataDir'>,
  { inDataDir }: { readonly inDataDir: boolean },
): Sealer {
  if (key !== null) return createSealer(key, older);
  if (file !== null) return createSealer(readKey(file, `SECRETS_KEY_FILE: ${file}`), older);
  if (!inDataDir) return KEYLESS;
  const own = join(dataDir, KEY_FILE);
  return createSealer(readIfExists(own) ?? createKey(own), older);
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
    `${name} does not contain a key: it must be ${SEALING_KEY_BYTES} bytes as base64, as \`openssl rand -base64 32\` prints.`,
  );
}

function readIfExists(file: string): Buffer | null {
  try {
    return readKey(file, file);
  } catch (error) {
    const { cause } = error as UserError;
    if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return null;
    throw error;
  }
}

/** Written to a temporary file and renamed, so that a key truncated by a full disk is never used. */
function createKey(file: string): Buffer {
  const temporary = `${file}.new`;
  writeFileSync(temporary, `${randomBytes(SEALING_KEY_BYTES).toString('base64')}\n`, {
    mode: 0o600,
    flush: true,
  });
  renameSync(temporary, file);
  return readKey(file, file);
}
