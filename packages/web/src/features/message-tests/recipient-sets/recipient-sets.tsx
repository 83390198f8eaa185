/** The recipient sets under their button: saves the current choice, and applies or deletes a set. */
import type { RecipientSet } from '@textprobe/contract/recipient-sets';
import { type RefObject, useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import {
  createRecipientSet,
  deleteRecipientSet,
  getRecipientSets,
  replaceRecipientSet,
} from '../../../api/recipient-sets.ts';
import { isChosen } from '../../../ui/choice.ts';
import { NamedItems } from '../../../ui/named-items.tsx';
import type { NamedKind } from '../../../ui/save-name.tsx';
import type { RecipientChoice } from '../form/recipient-choice.ts';
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

interface RecipientSetsProps {
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  /** What is chosen now, to be saved. */
  readonly choice: RecipientChoice;
  /** @param words what was applied */
  readonly onApply: (choice: RecipientChoice, words: string) => void;
  /** @param words what was saved */
  readonly onSaved: (words: string) => void;
}

export function RecipientSets({ buttonRef, choice, onApply, onSaved }: RecipientSetsProps) {
  const [intents] = useState(createIntents);
  const isEmpty = !isChosen(choice.partners) && choice.phones.length === 0;
  return (
    <NamedItems
      kind={SETS}
      button={{ size: 'compact-sm', radius: 'xl', children: SETS.title }}
      buttonRef={buttonRef}
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
