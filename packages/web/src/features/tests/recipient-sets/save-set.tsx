/** 'Save these recipients…': asks for a name; offers to replace the set that has it. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { HttpError } from '../../../api/http.ts';
import { createIntents } from '../../../api/intent.ts';
import { createRecipientSet, getRecipientSets, replaceRecipientSet } from '../../../api/recipient-sets.ts';
import { isChosen } from '../../../ui/choice.ts';
import type { RecipientChoice } from '../form/recipient-choice.ts';
import { bodyOf, summaryWords } from './set-words.ts';
import classes from './sets-popover.module.css';

interface SaveSetProps {
  readonly choice: RecipientChoice;
  /** @param words what was saved */
  readonly onSaved: (words: string) => void;
}

export function SaveSet({ choice, onSaved }: SaveSetProps) {
  const [naming, setNaming] = useState<'not yet' | 'now' | 'canceled'>('not yet');
  const id = useId();
  if (naming === 'now') {
    return <SetName choice={choice} onSaved={onSaved} onCancel={() => setNaming('canceled')} />;
  }
  const isEmpty = !isChosen(choice.partners) && choice.phones.length === 0;
  return (
    <div className={classes.save}>
      <Button
        variant="default"
        fullWidth
        aria-disabled={isEmpty}
        data-disabled={isEmpty}
        aria-describedby={isEmpty ? id : undefined}
        // Cancel is gone, which had the focus.
        autoFocus={naming === 'canceled'}
        onClick={() => !isEmpty && setNaming('now')}
      >
        Save these recipients…
      </Button>
      {isEmpty && (
        <p id={id} className={classes.about}>
          Choose offices or phones first, then save them here.
        </p>
      )}
    </div>
  );
}

function SetName({ choice, onSaved, onCancel }: SaveSetProps & { readonly onCancel: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [intents] = useState(createIntents);
  const saving = useMutation({
    mutationFn: async ({ replaces }: { replaces: boolean }) => {
      const body = { ...bodyOf(choice), name: name.trim() };
      // Someone else may have saved or deleted it since the list was loaded.
      const same = replaces
        ? (await getRecipientSets()).find((set) => isSameName(set.name, body.name))
        : undefined;
      const key = intents.keyFor({ body, replaces: same?.id });
      return same === undefined ? createRecipientSet(body, key) : replaceRecipientSet(same.id, body, key);
    },
    onError: (error) => console.error('Failed to save the recipient set', error),
    onSuccess: async (set, { replaces }) => {
      await queries.invalidateQueries({ queryKey: ['recipient-sets'] });
      onSaved(`${replaces ? 'Replaced' : 'Saved'} ${set.name}: ${summaryWords(set)}`);
    },
  });
  const save = (replaces: boolean) => {
    if (!saving.isPending) saving.mutate({ replaces });
  };
  const isTaken =
    saving.error instanceof HttpError && saving.error.problem?.code === 'recipient-set.name-taken';
  return (
    <div className={classes.save} role="group" aria-label="Save these recipients">
      <TextInput
        label="Name of the set"
        placeholder={summaryWords(bodyOf(choice))}
        // The user has just asked for it.
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        error={saving.error !== null && reasonOf(saving.error)}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          saving.reset();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save(false);
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {isTaken ? (
          <Button onClick={() => save(true)}>Replace set</Button>
        ) : (
          <Button aria-disabled={saving.isPending} onClick={() => save(false)}>
            {saving.isPending ? 'Saving...' : 'Save'}
          </Button>
        )}
      </div>
    </div>
  );
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The server's message for the field, of which the name is the only one here. */
function reasonOf(error: Error): string {
  if (!(error instanceof HttpError)) {
    return 'The server could not be reached. Check the connection and try again.';
  }
  return error.problem?.errors?.[0]?.message ?? error.detail;
}
