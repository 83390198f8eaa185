/** With which key the secrets in the database are sealed, put together from its settings. */
import path from 'node:path';

export interface KeySettings {
  /** Null, with `file` null too: the one in DATA_DIR, where a command may have one there. */
  readonly key: Buffer | null;
  /** The absolute path of a file that holds it. */
  readonly file: string | null;
  /** Former keys, with which some secrets may still be sealed. */
  readonly older: readonly Buffer[];
}

export function combineKeySettings(
  given: { readonly key: Buffer | null; readonly file: string | null; readonly older: Buffer[] | null },
  folder: string,
  onFault: (fault: string) => void,
): KeySettings {
  if (given.key !== null && given.file !== null) {
    onFault('SECRETS_KEY and SECRETS_KEY_FILE are both set: leave one of them out.');
  }
  return {
    key: given.key,
    file: given.file === null ? null : path.resolve(folder, given.file),
    older: given.older ?? [],
  };
}
