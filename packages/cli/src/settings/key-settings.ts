/** With which key the secrets in the database are sealed, put together from its settings. */
import path from 'node:path';
import type { SettingValues } from './setting-table.ts';

export interface KeySettings {
  /** Null, with `file` null too: the one in DATA_DIR, where a command may have one there. */
  readonly key: Buffer | null;
  /** The absolute path of a file that holds it. */
  readonly file: string | null;
  /** Former keys, with which some secrets may still be sealed. */
  readonly older: readonly Buffer[];
}

export function combineKeySettings(
  { SECRETS_KEY: key, SECRETS_KEY_FILE: file, SECRETS_OLD_KEYS: older }: SettingValues,
  folder: string,
  onFault: (fault: string) => void,
): KeySettings {
  if (key !== null && file !== null) {
    onFault('SECRETS_KEY and SECRETS_KEY_FILE are both set: leave one of them out.');
  }
  return { key, file: file === null ? null : path.resolve(folder, file), older: older ?? [] };
}
