/** The recipient sets under their button: saves the current choice, and applies or deletes a set. */
import type { RecipientSet } from '@textprobe/contract/recipient-sets';
import { type ReactElement, useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import {
  createRecipientSet,
  deleteRecipientSet,
  getRecipientSets,
  replaceRecipientSet,
} from '../../../api/recipient-sets.ts';
import { isChosen } from '../../../ui/choice.ts';
import { NamedItems } from '../../../ui/named-items.tsx';
import type { NamedKind } from '../../../ui/named-kind.ts';
import type { RecipientSetsProps } from './recipient-sets.tsx';
import { appliedWords, bodyOf, choiceOfSet, summaryWords } from './set-words.ts';

const SETS: NamedKind<RecipientSet> = {
  queryKey: 'recipient-sets',
  load: getRecipientSets,
  remove: deleteRecipientSet,
  title: 'Recipient sets',
  noun: 'set',
  fullNoun: 'recipient set',
  whenEmpty:
    'No sets yet. A set saves the chosen partners, clients, offices and phones under a name, to choose them again with two clicks.',
  afterDeleting: () => 'Tests created with it keep their recipients.',
  summary: summaryWords,
};

interface SetsPopoverProps extends RecipientSetsProps {
  readonly target: ReactElement;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function SetsPopover({ choice, onApply, onSaved, ...popover }: SetsPopoverProps) {
  const [intents] = useState(createIntents);
  const isEmpty = !isChosen(choice.partners) && choice.phones.length === 0;
  return (
    <NamedItems
      {...popover}
      kind={SETS}
      onApply={(set) => onApply(choiceOfSet(set), appliedWords(set))}
      saving={{
        label: 'Save these recipients…',
        placeholder: summaryWords(bodyOf(choice)),
        refusal: isEmpty ? 'Choose offices or phones first, then save them here.' : null,
        save: (name, replaced) => {
          const body = { ...bodyOf(choice), name };
          const key = intents.keyFor({ body, replaces: replaced?.id });
          return replaced === undefined
            ? createRecipientSet(body, key)
            : replaceRecipientSet(replaced.id, body, key);
        },
        onSaved: (set, replaced) =>
          onSaved(`${replaced ? 'Replaced' : 'Saved'} ${set.name}: ${summaryWords(set)}`),
      }}
    />
  );
}
