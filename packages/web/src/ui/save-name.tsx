/** Asks for a name and saves something under it; offers to replace the item with that name. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { HttpError } from '../api/http.ts';

export interface NamedItem {
  readonly id: number;
  readonly name: string;
}

/** How one kind of saved things is stored, and called. */
export interface NamedKind<T extends NamedItem> {
  readonly queryKey: string;
  readonly load: (signal?: AbortSignal) => Promise<T[]>;
  readonly remove: (id: number) => Promise<void>;
  /** `Recipient sets`. */
  readonly title: string;
  /** `set`. */
  readonly noun: string;
  /** `recipient set`. */
  readonly fullNoun: string;
  readonly whenEmpty: string;
  /** What deleting one leaves as it is, as a sentence. */
  readonly afterDeleting: (item: T) => string;
  readonly summary: (item: T) => string;
}

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

export function SaveName<T extends NamedItem>({ kind, saving, onSaved }: SaveNameProps<T>) {
  const [step, setStep] = useState<'first' | 'naming' | 'canceled'>('first');
  const [name, setName] = useState('');
  const id = useId();
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

  if (step !== 'naming') {
    const isRefused = saving.refusal !== null;
    return (
      <>
        <Button
          variant="default"
          aria-disabled={isRefused}
          data-disabled={isRefused}
          aria-describedby={isRefused ? id : undefined}
          // Cancel had the focus and is gone.
          autoFocus={step === 'canceled'}
          onClick={() => !isRefused && setStep('naming')}
        >
          {saving.label}
        </Button>
        {isRefused && (
          <Text id={id} size="sm" c="dimmed">
            {saving.refusal}
          </Text>
        )}
      </>
    );
  }
  const isTaken = error instanceof HttpError && error.problem?.code?.endsWith('.name-taken');
  const save = (replaces: boolean) => isPending || mutate({ replaces });
  return (
    <Stack gap="xs" role="group" aria-label={saving.label.replace('…', '')}>
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
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => {
            setStep('canceled');
            setName('');
            reset();
          }}
        >
          Cancel
        </Button>
        {isTaken ? (
          <Button onClick={() => save(true)}>Replace {kind.noun}</Button>
        ) : (
          <Button aria-disabled={isPending} onClick={() => save(false)}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The server's message for the name, the only field here. */
function reasonOf(error: Error): string {
  if (!(error instanceof HttpError))
    return 'The server could not be reached. Check the connection and try again.';
  return error.problem?.errors?.[0]?.message ?? error.detail;
}
