/** The dialogs of Handset keys: a new key, shown once; and another name for a key or a source. */
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import { useState } from 'react';
import {
  createHandsetKey,
  pingCommand,
  renameHandsetKey,
  renameHandsetSource,
} from '../../api/handset-keys.ts';
import { createIntents } from '../../api/intent.ts';
import { keyName } from '../../handsets/key-words.ts';
import { CopyOnce } from '../../ui/copy-once.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import classes from './handset-keys.module.css';
import { NameForm } from './name-form.tsx';
import { useRefresh } from './use-handset-keys.ts';

/** What is open: the form of a new key, a key to show once, or the name of a key or source. */
export type Shown =
  | 'new'
  | { readonly made: string; readonly isRotated: boolean }
  | { readonly key: HandsetKey }
  | { readonly source: HandsetSource };

interface KeyDialogProps {
  readonly shown: Shown;
  readonly onShow: (shown: Shown | null) => void;
  readonly onDone: (words: string) => void;
}

export function KeyDialog({ shown, onShow, onDone }: KeyDialogProps) {
  const [intents] = useState(createIntents);
  const refresh = useRefresh();
  const close = () => onShow(null);

  async function create(label: string, phoneID: number) {
    const body = { phoneID, label };
    const { key } = await createHandsetKey(body, intents.keyFor(body));
    onShow({ made: key, isRotated: false });
    void refresh();
  }

  async function rename(saved: Promise<void>, name: string) {
    await saved;
    onDone(`${name.trim()} is saved.`);
    close();
    void refresh();
  }

  if (shown === 'new')
    return (
      <FormDialog title="Create a handset key" onClose={close}>
        <NameForm field="label" name={null} onSubmit={create} onCancel={close} />
      </FormDialog>
    );
  if ('made' in shown)
    return (
      <FormDialog title="The new handset key" onClose={close}>
        <NewKey {...shown} onDone={close} />
      </FormDialog>
    );
  if ('key' in shown) {
    const { key } = shown;
    return (
      <FormDialog title={`Rename ${keyName(key)}`} onClose={close}>
        <NameForm
          field="label"
          name={key.label}
          onSubmit={(name) => rename(renameHandsetKey(key.id, name), name)}
          onCancel={close}
        />
      </FormDialog>
    );
  }
  const { source } = shown;
  return (
    <FormDialog title={`Rename ${source.name}`} onClose={close}>
      <NameForm
        field="name"
        name={source.name}
        onSubmit={(name) => rename(renameHandsetSource(source.id, name), name)}
        onCancel={close}
      />
    </FormDialog>
  );
}

interface NewKeyProps {
  readonly made: string;
  readonly isRotated: boolean;
  readonly onDone: () => void;
}

function NewKey({ made, isRotated, onDone }: NewKeyProps) {
  return (
    <>
      <div className={`alert-dialog-details ${classes.panel}`}>
        <p>
          Enter it in the app or script on the phone. It is not shown again.
          {isRotated && ' The old key works for 24 hours more.'}
        </p>
        <CopyOnce label="Key" value={made} isFirst />
        <CopyOnce label="Command to try it: a ping" value={pingCommand(made)} />
      </div>
      <div className="alert-dialog-buttons">
        <button type="button" onClick={onDone}>
          Done
        </button>
      </div>
    </>
  );
}
