/** The dialogs of Handset keys: a new key or secret, shown once; and another name for a key or a source. */
import { Button } from '@mantine/core';
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import type { HandsetSource, NewSourceSecret } from '@textprobe/contract/handset-sources';
import { formatDateTime } from '@textprobe/domain/display';
import { useState } from 'react';
import {
  createHandsetKey,
  pingCommand,
  renameHandsetKey,
  renameHandsetSource,
  rotateHandsetSource,
} from '../../api/handset-keys.ts';
import { createIntents } from '../../api/intent.ts';
import { keyName, SOURCE_KINDS } from '../../handsets/key-words.ts';
import { CopyOnce } from '../../ui/copy-once.tsx';
import { DialogButtons, FormDialog } from '../../ui/form-dialog.tsx';
import classes from './handset-keys.module.css';
import { NameForm } from './name-form.tsx';
import { useRefresh } from './use-handset-keys.ts';

/** What is open: the form of a new key, a key or secret to show once, the token of a Twilio source, or a name. */
export type Shown =
  | 'new'
  | { readonly made: string; readonly isRotated: boolean }
  | { readonly key: HandsetKey }
  | { readonly rotated: NewSourceSecret }
  | { readonly twilio: HandsetSource }
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

  async function setToken({ id, name }: HandsetSource, token: string) {
    const { oldSecretUntil } = await rotateHandsetSource(id, token);
    onDone(`${name} has its new auth token. ${oldWorks(oldSecretUntil)}`);
    close();
    void refresh();
  }

  async function rename(saved: Promise<void>, name: string) {
    await saved;
    onDone(`Saved ${name.trim()}.`);
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
      <FormDialog title="New handset key" onClose={close}>
        <NewKey {...shown} onDone={close} />
      </FormDialog>
    );
  if ('rotated' in shown) {
    const { name, kind, secret, oldSecretUntil } = shown.rotated;
    return (
      <FormDialog title={`New secret for ${name}`} onClose={close}>
        <div className={classes.panel}>
          <p>
            Enter it in {SOURCE_KINDS[kind]} as the signing key. It is not shown again.{' '}
            {oldWorks(oldSecretUntil)}
          </p>
          <CopyOnce label="Secret" value={secret ?? ''} isFirst />
        </div>
        <DoneButton onDone={close} />
      </FormDialog>
    );
  }
  if ('twilio' in shown)
    return (
      <FormDialog title={`Rotate the auth token of ${shown.twilio.name}`} onClose={close}>
        <NameForm
          field="secret"
          name=""
          onSubmit={(token) => setToken(shown.twilio, token)}
          onCancel={close}
        />
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
      <div className={classes.panel}>
        <p>
          Enter it in the app or script on the phone. It is not shown again.
          {isRotated && ' The old key keeps working for 24 hours.'}
        </p>
        <CopyOnce label="Key" value={made} isFirst />
        <CopyOnce label="Command to test it: a ping" value={pingCommand(made)} />
      </div>
      <DoneButton onDone={onDone} />
    </>
  );
}

function DoneButton({ onDone }: { readonly onDone: () => void }) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onDone}>
        Done
      </Button>
    </DialogButtons>
  );
}

function oldWorks(until: string | null): string {
  return until === null ? '' : `The old one works until ${formatDateTime(until)}.`;
}
