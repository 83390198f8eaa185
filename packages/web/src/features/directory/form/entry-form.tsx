/** The form of a partner, client, office or phone: its kind decides which fields it has (DIR-1). */
import {
  Alert,
  Autocomplete,
  Button,
  NativeSelect,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { useEffect, useRef, useState } from 'react';
import {
  createEntry,
  type Entry,
  getEntry,
  replaceEntry,
  type StoredEntry,
} from '../../../api/directory-entries.ts';
import { HttpError } from '../../../api/http.ts';
import { createIntents } from '../../../api/intent.ts';
import { useCarriers } from '../../../directory/carriers.ts';
import { type DirectoryChoice, useDirectoryOptions } from '../../../directory/directory-options.ts';
import { useGateways } from '../../../directory/use-gateways.ts';
import { DialogButtons, FormError, IN_DIALOG } from '../../../ui/form-dialog.tsx';
import { reasonOf } from '../../../ui/problem-reasons.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { useMay } from '../../../ui/role.tsx';
import { useServerForm } from '../../../ui/use-server-form.ts';
import { EVIDENCE, MOVING_WORDS } from '../entry-words.ts';
import { KINDS } from '../kinds.ts';
import {
  bodyOf,
  draftOf,
  EMPTY_DRAFT,
  type EntryDraft,
  FIELD_LABELS,
  hasOtherParent,
  mergedDraft,
  nextDraft,
  refusalOf,
} from './entry-draft.ts';

const { searchable: _, ...SUGGESTIONS } = IN_DIALOG;

interface EntryFormProps {
  readonly kind: DirectoryKind;
  /** Null: a new entry. */
  readonly opened: StoredEntry | null;
  /** The initial parent of a new entry. */
  readonly parent: DirectoryChoice | null;
  /** @param isLast false: the form stays open for another */
  readonly onSaved: (entry: Entry, isLast: boolean) => void;
  /** Null: not in a dialog, and for one entry only. */
  readonly onCancel: (() => void) | null;
}

export function EntryForm({ kind, opened, parent, onSaved, onCancel }: EntryFormProps) {
  const mayShare = useMay(ADMINISTRATORS) && kind === 'phones';
  const [base, setBase] = useState(opened);
  // Someone else has saved since the form was opened.
  const [isChanged, setChanged] = useState(false);
  // What has just happened, as a sentence.
  const [note, setNote] = useState('');
  const [intents] = useState(createIntents);
  const { form, refusal, isSaving, onSubmit } = useServerForm<EntryDraft>({
    initialValues: opened === null ? { ...EMPTY_DRAFT, parent } : draftOf(kind, opened.entry),
  });
  const { names: carriers } = useCarriers(undefined);
  const isNew = opened === null;

  const name = useRef<HTMLInputElement>(null);
  // For a form that appears in an open dialog, or in none.
  useEffect(() => name.current?.focus(), []);

  const submit = (isLast: boolean) =>
    onSubmit(`save the ${KINDS[kind].noun}`, async (draft) => {
      const body = bodyOf(kind, draft);
      setNote('');
      setChanged(false);
      try {
        const saved =
          base === null
            ? await createEntry(kind, body, intents.keyFor(body))
            : await replaceEntry(kind, base.entry.id, body, base.etag);
        if (!isLast) {
          intents.done();
          form.setValues(nextDraft(draft));
          setNote(`Created ${saved.name}.`);
          form.getInputNode('name')?.focus();
        }
        onSaved(saved, isLast);
      } catch (error) {
        setChanged(error instanceof HttpError && error.problem?.code === 'directory.changed');
        const needsParent = kind !== 'partners' && !mayShare;
        throw refusalOf(kind, needsParent && draft.parent === null, error);
      }
    });

  /** Takes over what someone else saved, and keeps what was typed here. */
  const loading = useMutation({
    mutationFn: ({ entry }: StoredEntry) => getEntry(kind, entry.id),
    onSuccess(newest, before) {
      const { draft, kept } = mergedDraft(
        draftOf(kind, before.entry),
        form.getValues(),
        draftOf(kind, newest.entry),
      );
      const names = kept.map((field) => FIELD_LABELS[field].toLowerCase());
      const typed =
        names.length === 0 ? '' : `, with what you typed: ${new Intl.ListFormat('en').format(names)}`;
      setBase(newest);
      form.setValues(draft);
      setChanged(false);
      setNote(`The newest version is loaded${typed}.`);
    },
    meta: { purpose: 'load the latest version' },
  });

  const field = (of: keyof EntryDraft) => ({
    ...form.getInputProps(of),
    label: FIELD_LABELS[of],
    autoComplete: 'off',
  });
  const isMoving =
    kind === 'phones' && base !== null && hasOtherParent(form.values, draftOf(kind, base.entry));
  const parentSelect = (
    <ParentSelect
      {...form.getInputProps('parent')}
      value={form.values.parent}
      kind={kind === 'offices' ? 'client' : 'partner'}
      // The parent of a client or office never changes.
      isFixed={!isNew && kind !== 'phones'}
      none={mayShare ? 'All partners' : null}
      description={isMoving ? MOVING_WORDS : undefined}
    />
  );
  return (
    <form noValidate onSubmit={submit(true)}>
      <Stack>
        <TextInput {...field('name')} ref={name} data-autofocus />
        {(kind === 'clients' || kind === 'offices') && parentSelect}
        {(kind === 'offices' || kind === 'phones') && (
          <TextInput {...field('phoneNumber')} type="tel" placeholder="(213) 555-0181" />
        )}
        {kind === 'partners' && (
          <TextInput
            {...field('limitPerDay')}
            inputMode="numeric"
            placeholder="No limit"
            description="Tests over this limit are not sent. Days are in Los Angeles time."
          />
        )}
        {kind === 'offices' && (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput {...field('managerFirstName')} placeholder="Optional" />
              <TextInput {...field('managerLastName')} placeholder="Optional" />
            </SimpleGrid>
            <GatewaySelect {...field('gatewayId')} value={form.values.gatewayId} />
          </>
        )}
        {kind === 'phones' && (
          <>
            <Autocomplete {...SUGGESTIONS} {...field('carrier')} data={carriers} placeholder="Verizon" />
            <RadioList
              {...form.getInputProps('evidence')}
              label={FIELD_LABELS.evidence}
              name="evidence"
              options={EVIDENCE}
            />
            {parentSelect}
          </>
        )}
        <FormError>{loading.isError ? reasonOf(loading.error) : isChanged ? null : refusal}</FormError>
        {isChanged && base !== null && (
          <Alert color="red">
            <p>Changed by someone else in the meantime, so nothing was saved. Your input is kept.</p>
            <Button variant="default" aria-disabled={loading.isPending} onClick={() => loading.mutate(base)}>
              Load the latest version
            </Button>
          </Alert>
        )}
        <div>
          {/* Always rendered, so that screen readers announce it. */}
          <div role="status">{note}</div>
          <DialogButtons>
            {onCancel !== null && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
            {isNew && onCancel !== null && (
              <Button variant="default" aria-disabled={isSaving} onClick={() => submit(false)()}>
                Create and add another
              </Button>
            )}
            <Button type="submit" aria-disabled={isSaving}>
              {isSaving ? 'Saving...' : isNew ? 'Create' : 'Save'}
            </Button>
          </DialogButtons>
        </div>
      </Stack>
    </form>
  );
}

interface ParentSelectProps extends Omit<GetInputPropsReturnType, 'onChange' | 'value'> {
  readonly kind: 'partner' | 'client';
  readonly value: DirectoryChoice | null;
  readonly isFixed: boolean;
  /** What no choice means; null: one must be chosen. */
  readonly none: string | null;
  /** What follows from the choice. */
  readonly description: string | undefined;
  readonly onChange: (chosen: DirectoryChoice | null) => void;
}

/** Chooses the client of an office, or the partner of a client or phone, by search. */
function ParentSelect({ kind, value, isFixed, none, onChange, ...input }: ParentSelectProps) {
  const options = useDirectoryOptions({ kind }, value);
  const label = kind === 'client' ? 'Client' : 'Partner';
  if (isFixed) return <TextInput label={label} readOnly variant="unstyled" value={value?.label ?? ''} />;
  return (
    <Select
      {...IN_DIALOG}
      {...options}
      {...input}
      label={label}
      placeholder={none ?? `Choose a ${kind}`}
      clearable={none !== null}
      clearButtonProps={{ 'aria-label': 'Clear the partner', 'aria-hidden': false, tabIndex: 0 }}
      value={value?.value ?? null}
      onChange={(_value, option) => onChange(option)}
    />
  );
}

function GatewaySelect({ value, ...input }: { readonly value: string; readonly label: string }) {
  // Already loaded by the frame.
  const { data = [] } = useGateways({ inFrame: true }).query;
  const isUnknown = value !== '' && !data.some(({ id }) => String(id) === value);
  return (
    <NativeSelect
      {...input}
      value={value}
      data={[
        { value: '', label: 'Default gateway' },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isUnknown ? [{ value, label: `Gateway ${value}` }] : []),
      ]}
    />
  );
}
