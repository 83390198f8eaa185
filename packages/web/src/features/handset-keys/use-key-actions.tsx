/** The actions on a key or source from its row; they ask for confirmation where something is lost (PAIR-4). */
import { IconBan, IconPencil, IconRefresh } from '@tabler/icons-react';
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import { formatDateTime } from '@textprobe/domain/display';
import {
  renameHandsetKey,
  renameHandsetSource,
  revokeHandsetKey,
  revokeHandsetSource,
  rotateHandsetKey,
  rotateHandsetSource,
} from '../../api/handset-keys.ts';
import { keyName, SOURCE_KINDS } from '../../handsets/key-words.ts';
import { useListAction } from '../../ui/list-action.tsx';
import type { RowAction } from '../../ui/row-menu.tsx';
import { newKeySecrets, type Shown } from './key-dialog.tsx';
import { useRefresh } from './use-handset-keys.ts';

export function useKeyActions(onShow: (shown: Shown) => void) {
  const run = useListAction(useRefresh());

  return {
    ofKey(key: HandsetKey): readonly RowAction[] {
      const { id, label, revokedAt } = key;
      const name = keyName(key);
      const rename = () =>
        onShow({
          title: `Rename ${name}`,
          field: 'label',
          before: label,
          async save(typed) {
            await renameHandsetKey(id, typed);
            return `Saved ${typed.trim()}.`;
          },
        });
      const rotate = () =>
        run({
          what: `rotate ${name}`,
          question: {
            text: `Rotate ${name}?`,
            confirmLabel: 'Rotate',
            details: 'You get a new key for the same phone. The old one keeps working for 24 hours.',
            danger: false,
          },
          async act() {
            const { key: made } = await rotateHandsetKey(id);
            onShow(newKeySecrets(made, 'The old key keeps working for 24 hours.'));
          },
        });
      return [
        ['Rename', IconPencil, rename],
        // A rotated key cannot be rotated again: it already has a successor.
        ...(revokedAt === null ? [['Rotate', IconRefresh, rotate] as const] : []),
        ['Revoke', IconBan, () => run(revocation(name, 'It stops', () => revokeHandsetKey(id)))],
      ];
    },

    ofSource({ id, name, kind }: HandsetSource): readonly RowAction[] {
      const rename = () =>
        onShow({
          title: `Rename ${name}`,
          field: 'name',
          before: name,
          async save(typed) {
            await renameHandsetSource(id, typed);
            return `Saved ${typed.trim()}.`;
          },
        });
      // Twilio makes its own tokens; for other sources we generate the secret.
      const setToken = () =>
        onShow({
          title: `Rotate the auth token of ${name}`,
          field: 'secret',
          before: '',
          async save(token) {
            const { oldSecretUntil } = await rotateHandsetSource(id, token);
            return `${name} has its new auth token. ${oldWorks(oldSecretUntil)}`;
          },
        });
      const rotate = () =>
        run({
          what: `rotate the secret of ${name}`,
          question: {
            text: `Rotate the secret of ${name}?`,
            confirmLabel: 'Rotate',
            details: 'You get a new secret for the same URL. The old one keeps working for 24 hours.',
            danger: false,
          },
          async act() {
            const { secret, oldSecretUntil } = await rotateHandsetSource(id, null);
            onShow({
              title: `New secret for ${name}`,
              about: `Enter it in ${SOURCE_KINDS[kind]} as the signing key. It is not shown again. ${oldWorks(oldSecretUntil)}`,
              secrets: [['Secret', secret ?? '']],
            });
          },
        });
      return [
        ['Rename', IconPencil, rename],
        ['Rotate', IconRefresh, kind === 'twilio' ? setToken : rotate],
        ['Revoke', IconBan, () => run(revocation(name, 'Its URL stops', () => revokeHandsetSource(id)))],
      ];
    },
  };
}

function revocation(name: string, itStops: string, act: () => Promise<void>) {
  return {
    what: `revoke ${name}`,
    question: {
      text: `Revoke ${name}?`,
      confirmLabel: 'Revoke',
      details: `${itStops} working at once, and cannot be restored. Earlier reports stay.`,
    },
    act,
    done: `Revoked ${name}.`,
  };
}

function oldWorks(until: string | null): string {
  return until === null ? '' : `The old one works until ${formatDateTime(until)}.`;
}
