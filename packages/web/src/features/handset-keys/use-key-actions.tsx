/** The actions on one key or source from its row; they ask for confirmation where something is lost (PAIR-4). */
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import type { HandsetSource, NewSourceSecret } from '@textprobe/contract/handset-sources';
import {
  revokeHandsetKey,
  revokeHandsetSource,
  rotateHandsetKey,
  rotateHandsetSource,
} from '../../api/handset-keys.ts';
import { isUnproven } from '../../api/http.ts';
import { keyName } from '../../handsets/key-words.ts';
import { dialogs } from '../../ui/dialogs.tsx';
import { useRefresh } from './use-handset-keys.ts';

export interface KeyActions {
  readonly rotate: (key: HandsetKey) => Promise<void>;
  readonly revoke: (key: HandsetKey) => Promise<void>;
  /** For a source whose secret we generate. */
  readonly rotateSource: (source: HandsetSource) => Promise<void>;
  readonly revokeSource: (source: HandsetSource) => Promise<void>;
}

interface Options {
  /** The new key, to show it once. */
  readonly onRotated: (key: string) => void;
  /** The source and its new secret, to show it once. */
  readonly onSourceRotated: (rotated: NewSourceSecret) => void;
  /** What was done, as a sentence. */
  readonly onDone: (words: string) => void;
}

export function useKeyActions({ onRotated, onSourceRotated, onDone }: Options): KeyActions {
  const refresh = useRefresh();

  async function run(what: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (isUnproven(error)) return;
      console.error(`Failed to ${what}`, error);
      await dialogs.alert(`Failed to ${what}.`, error);
    } finally {
      await refresh();
    }
  }

  return {
    async rotate(key) {
      const details = <p>You get a new key for the same phone. The old one keeps working for 24 hours.</p>;
      if (!(await dialogs.confirm(`Rotate ${keyName(key)}?`, { confirmLabel: 'Rotate', details }))) return;
      await run(`rotate ${keyName(key)}`, async () => onRotated((await rotateHandsetKey(key.id)).key));
    },
    async revoke(key) {
      const name = keyName(key);
      const details = <p>It stops working at once, and cannot be restored. Earlier reports stay.</p>;
      const options = { confirmLabel: 'Revoke', danger: true, details };
      if (!(await dialogs.confirm(`Revoke ${name}?`, options))) return;
      await run(`revoke ${name}`, async () => {
        await revokeHandsetKey(key.id);
        onDone(`Revoked ${name}.`);
      });
    },
    async rotateSource({ id, name }) {
      const details = <p>You get a new secret for the same URL. The old one keeps working for 24 hours.</p>;
      if (!(await dialogs.confirm(`Rotate the secret of ${name}?`, { confirmLabel: 'Rotate', details })))
        return;
      await run(`rotate the secret of ${name}`, async () =>
        onSourceRotated(await rotateHandsetSource(id, null)),
      );
    },
    async revokeSource({ id, name }) {
      const details = <p>Its URL stops working at once, and cannot be restored. Earlier reports stay.</p>;
      const options = { confirmLabel: 'Revoke', danger: true, details };
      if (!(await dialogs.confirm(`Revoke ${name}?`, options))) return;
      await run(`revoke ${name}`, async () => {
        await revokeHandsetSource(id);
        onDone(`Revoked ${name}.`);
      });
    },
  };
}
