/**
 * Secrets at rest: encrypted with a key that is not in the database, so that neither a dump nor a stolen backup reveals
 * them. AES-256-GCM. A sealed value names its key, so keys can be rotated one value at a time.
 *
 *     1 byte version (1) │ 4 bytes name of the key │ 12 bytes nonce │ 16 bytes tag │ ciphertext
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export const SEALING_KEY_BYTES = 32;

export interface Sealer {
  /**
   * @param about what the value is and whose, such as `gateway 7`; it only opens with the same text, so that write
   *   access to the database is not enough to move a secret to where it is sent elsewhere
   */
  seal(plain: string, about: string): Buffer;
  /** @throws SealingError if the key is a different one, or the value was changed or moved */
  open(sealed: Buffer, about: string): string;
  /** Whether the value was sealed with the current key, not with an older one. */
  isCurrent(sealed: Buffer): boolean;
}

/** A sealed value that cannot be opened; the message reveals no part of it. */
export class SealingError extends Error {
  override readonly name = 'SealingError';
  /**
   * `no-key`: this process has none. `wrong-key`: sealed with an unknown key. `damaged`: changed, truncated, or moved
   * from elsewhere.
   */
  readonly reason: 'no-key' | 'wrong-key' | 'damaged';

  constructor(reason: SealingError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const VERSION = 1;
const NAME_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NAME_BYTES + NONCE_BYTES + TAG_BYTES;

/**
 * @param key 32 bytes; used to seal
 * @param older former keys, which can still open what they sealed
 * @throws RangeError if a key has another length
 */
export function createSealer(key: Buffer, older: readonly Buffer[] = []): Sealer {
  const current = named(key);
  const keys = [current, ...older.map(named)];

  return {
    seal(plain, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(about));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), current.name, nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, about) {
      if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) {
        throw new SealingError('damaged', `The secret of ${about} is not an encrypted value.`);
      }
      const found = keys.find(({ name }) => name.equals(nameIn(sealed)));
      if (found === undefined) {
        throw new SealingError(
          'wrong-key',
          `The secret of ${about} was encrypted with another key, which this process does not have: give it the same ` +
            'SECRETS_KEY as the others, or add the former key to SECRETS_OLD_KEYS.',
        );
      }
      const nonce = sealed.subarray(1 + NAME_BYTES, 1 + NAME_BYTES + NONCE_BYTES);
      const tag = sealed.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
      try {
        return decipher.update(sealed.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        throw new SealingError('damaged', `The secret of ${about} was changed, or moved from another place.`);
      }
    },
    isCurrent: (sealed) => sealed[0] === VERSION && current.name.equals(nameIn(sealed)),
  };
}

/** A key and its short name, which reveals nothing about it. */
function named(key: Buffer): { key: Buffer; name: Buffer } {
  if (key.length !== SEALING_KEY_BYTES) {
    throw new RangeError(`a sealing key has ${SEALING_KEY_BYTES} bytes, not ${key.length}`);
  }
  const name = createHmac('sha256', key).update('textprobe sealing key').digest().subarray(0, NAME_BYTES);
  return { key, name };
}

function nameIn(sealed: Buffer): Buffer {
  return sealed.subarray(1, 1 + NAME_BYTES);
}
