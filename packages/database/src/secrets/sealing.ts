/**
 * Secrets at rest: sealed with a key that is not in the database, so that neither a dump nor a stolen backup tells them.
 * AES-256-GCM. A sealed value says which key it needs, so keys can be changed one value after another.
 *
 *     1 byte version (1) │ 4 bytes name of the key │ 12 bytes nonce │ 16 bytes tag │ the sealed text
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export const SEALING_KEY_BYTES = 32;

export interface Sealer {
  /**
   * @param about what the value is and whose, such as `gateway 7`; it opens only with the same words, so that nobody who
   *   can write to the database can move a secret to where it is sent elsewhere
   */
  seal(plain: string, about: string): Buffer;
  /** @throws SealingError where the key is another one, or the value was changed or moved */
  open(sealed: Buffer, about: string): string;
  /** Whether the value was sealed with the present key, not with an older one. */
  isCurrent(sealed: Buffer): boolean;
}

/** A sealed value that cannot be opened, in a sentence that tells no part of it. */
export class SealingError extends Error {
  override readonly name = 'SealingError';
  /**
   * `no-key`: this process was given none. `wrong-key`: sealed with one that is not known here. `damaged`: changed, cut
   * off, or moved from elsewhere.
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
 * @param key 32 bytes; everything is sealed with it
 * @param older former keys: what was sealed with one of them can still be opened
 * @throws RangeError where a key has another length
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
        throw new SealingError('damaged', `The secret of ${about} is not a sealed value.`);
      }
      const found = keys.find(({ name }) => name.equals(nameIn(sealed)));
      if (found === undefined) {
        throw new SealingError(
          'wrong-key',
          `The secret of ${about} was sealed with another key than the one this process has: give it the same ` +
            'SECRETS_KEY as the others, or the former one in SECRETS_OLD_KEYS.',
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

/** A key and its short name, from which nothing of it can be told. */
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
