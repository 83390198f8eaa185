/** Asks for a name and saves something under it; offers to replace the item with that name. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { HttpError } from '../api/http.ts';
import classes from './named-items.module.css';
import type { NamedItem, NamedKind } from './named-kind.ts';

export interface Saving<T extends NamedItem> {
  /** `Save these recipients…`. */
  readonly label: string;
  readonly placeholder: string;
  /** Why nothing can be saved now; null: it can. */
  readonly refusal: string | null;
  /** Further fields, under the name. */
  readonly fields?: ReactNode;
  /** Whether this item and the new one must have different names; default: always. */
  readonly sharesNamesWith?: (item: T) => boolean;
  readonly save: (name: string, replaced: T | undefined) => Promise<T>;
  readonly onSaved: (item: T, replaced: boolean) => void;
}

interface SaveNameProps<T extends NamedItem> {
  readonly kind: NamedKind<T>;
  readonly saving: Saving<T>;
  readonly onSaved: (item: T, replaced: boolean) => Promise<void>;
}

export function SaveName<T extends NamedItem>({ saving, ...props }: SaveNameProps<T>) {
  const [naming, setNaming] = useState<'not yet' | 'now' | 'canceled'>('not yet');
  const id = useId();
  if (naming === 'now')
    return <NameField {...props} saving={saving} onCancel={() => setNaming('canceled')} />;
  const isRefused = saving.refusal !== null;
  return (
    <div className={classes.save}>
      <Button
        variant="default"
        fullWidth
        aria-disabled={isRefused}
        data-disabled={isRefused}
        aria-describedby={isRefused ? id : undefined}
        // Cancel had the focus and is gone.
        autoFocus={naming === 'canceled'}
        onClick={() => !isRefused && setNaming('now')}
      >
        {saving.label}
      </Button>
      {isRefused && (
        <p id={id} className={classes.about}>
          {saving.refusal}
        </p>
      )}
    </div>
  );
}

function NameField<T extends NamedItem>({
  kind,
  saving,
  onSaved,
  onCancel,
}: SaveNameProps<T> & { readonly onCancel: () => void }) {
  const [name, setName] = useState('');
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async ({ replaces }: { replaces: boolean }) => {
      const wanted = name.trim();
      // Someone else may have saved or deleted it since the list was loaded.
      const same = (replaces ? await kind.load() : []).filter(
        (item) =>
          item.name.toLowerCase() === wanted.toLowerCase() && (saving.sharesNamesWith?.(item) ?? true),
      );
      // Items that are shared by different partners may have the same name: the server refuses it again.
      return saving.save(wanted, same.length === 1 ? same[0] : undefined);
    },
    meta: { purpose: `save the ${kind.fullNoun}` },
    onSuccess: (item, { replaces }) => onSaved(item, replaces),
  });
  const save = (replaces: boolean) => {
    if (!isPending) mutate({ replaces });
  };
  const isTaken = error instanceof HttpError && error.problem?.code?.endsWith('.name-taken');
  return (
    <div className={classes.save} role="group" aria-label={saving.label.replace('…', '')}>
      <TextInput
        label={`Name of the ${kind.noun}`}
        placeholder={saving.placeholder}
        // The user has just asked for it.
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        error={error !== null && reasonOf(error)}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          reset();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save(false);
        }}
      />
      {saving.fields}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {isTaken ? (
          <Button onClick={() => save(true)}>Replace {kind.noun}</Button>
        ) : (
          <Button aria-disabled={isPending} onClick={() => save(false)}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The server's message for the name, the only field here. */
function reasonOf(error: Error): string {
  if (!(error instanceof HttpError)) {
    return 'The server could not be reached. Check the connection and try again.';
  }
  return error.problem?.errors?.[0]?.message ?? error.detail;
}
