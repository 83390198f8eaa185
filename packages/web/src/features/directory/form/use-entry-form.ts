/** The state of an entry's form: what is typed, the server's errors, and another person's change (DIR-1). */
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { useState } from 'react';
import {
  createEntry,
  type Entry,
  getEntry,
  replaceEntry,
  type StoredEntry,
} from '../../../api/directory-entries.ts';
import { HttpError } from '../../../api/http.ts';
import { createIntents } from '../../../api/intent.ts';
import type { DirectoryChoice } from '../../../directory/directory-options.ts';
import { type FieldErrors, fieldErrors, NO_ERRORS, withoutErrors } from '../../../ui/field-errors.ts';
import { reasonOf } from '../../../ui/problem-reasons.tsx';
import { KINDS } from '../kinds.ts';
import {
  bodyOf,
  draftOf,
  EMPTY_DRAFT,
  type EntryDraft,
  hasOtherParent,
  mergedDraft,
  nextDraft,
  parentField,
} from './entry-draft.ts';
import { FIELD_LABELS, formFields } from './form-fields.ts';

interface Options {
  readonly kind: DirectoryKind;
  /** Null: a new entry. */
  readonly opened: StoredEntry | null;
  /** The initial parent of a new entry. */
  readonly parent: DirectoryChoice | null;
  readonly needsParent: boolean;
}

export function useEntryForm({ kind, opened, parent, needsParent }: Options) {
  const [base, setBase] = useState(opened);
  const [draft, setDraft] = useState<EntryDraft>(() =>
    opened === null ? { ...EMPTY_DRAFT, parent } : draftOf(kind, opened.entry),
  );
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [note, setNote] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [intents] = useState(createIntents);
  const { noun } = KINDS[kind];
  const parentName = parentField(kind);

  function refuse(error: unknown): void {
    console.error(`Failed to save the ${noun}`, error);
    if (error instanceof HttpError && error.problem?.code === 'directory.changed') return setChanged(true);
    const found = fieldErrors(error);
    const isOrphan = needsParent && draft.parent === null && parentName !== null;
    const all = isOrphan
      ? { ...found, [parentName]: `Choose a ${kind === 'offices' ? 'client' : 'partner'}.` }
      : found;
    setErrors(all);
    if (!formFields(kind).some((field) => all[field] !== undefined)) setRefusal(reasonOf(error));
  }

  /** @param act resolves with the value; the form then shows why it was refused */
  async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
    if (isSaving) return null;
    setSaving(true);
    setErrors(NO_ERRORS);
    setRefusal(null);
    setNote('');
    try {
      return await act();
    } catch (error) {
      refuse(error);
      return null;
    } finally {
      setSaving(false);
    }
  }

  return {
    draft,
    errors,
    refusal,
    /** Someone else has saved since the form was opened. */
    isChanged,
    /** What has just happened, as a sentence. */
    note,
    isSaving,
    /** The phone is about to move to another partner. */
    isMoving: kind === 'phones' && base !== null && hasOtherParent(draft, draftOf(kind, base.entry)),
    /** @param field as the server names it */
    change(field: string, changes: Partial<EntryDraft>): void {
      setDraft((now) => ({ ...now, ...changes }));
      setErrors((now) => withoutErrors(now, [field]));
      setRefusal(null);
    },
    /** @returns the saved entry; null if it was refused */
    save(): Promise<Entry | null> {
      const body = bodyOf(kind, draft);
      return attempt(() =>
        base === null
          ? createEntry(kind, body, intents.keyFor(body))
          : replaceEntry(kind, base.entry.id, body, base.etag),
      );
    },
    /** Empties the form for the next entry. */
    beginNext({ name }: Entry): void {
      intents.done();
      setDraft(nextDraft);
      setNote(`Created ${name}.`);
    },
    /** Takes over what someone else saved, and keeps what was typed here. */
    async loadNewest(): Promise<void> {
      if (base === null) return;
      const newest = await attempt(() => getEntry(kind, base.entry.id));
      if (newest === null) return;
      const { draft: merged, kept } = mergedDraft(
        draftOf(kind, base.entry),
        draft,
        draftOf(kind, newest.entry),
      );
      const names = kept.map((field) => FIELD_LABELS[field].toLowerCase());
      setBase(newest);
      setDraft(merged);
      setChanged(false);
      setNote(
        names.length === 0
          ? 'The newest version is loaded.'
          : `The newest version is loaded, with what you typed: ${new Intl.ListFormat('en').format(names)}.`,
      );
    },
  };
}
