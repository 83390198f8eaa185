/** The form of a partner, client, office or phone: its kind decides which fields it has (DIR-1). */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { type ComponentProps, type SubmitEvent, useEffect, useId, useRef } from 'react';
import type { Entry, StoredEntry } from '../../../api/directory-entries.ts';
import { useCarriers } from '../../../directory/carriers.ts';
import type { DirectoryChoice } from '../../../directory/directory-options.ts';
import { useGateways } from '../../../directory/use-gateways.ts';
import { DialogButtons, FormError } from '../../../ui/form-dialog.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { useMay } from '../../../ui/role.tsx';
import { EVIDENCE, MOVING_WORDS } from '../entry-words.ts';
import { ChangedNotice } from './changed-notice.tsx';
import classes from './entry-form.module.css';
import { FIELD_LABELS, type FormField, formFields } from './form-fields.ts';
import { ParentSelect } from './parent-select.tsx';
import { useEntryForm } from './use-entry-form.ts';

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
  const form = useEntryForm({ kind, opened, parent, needsParent: !mayShare });
  const { errors, isSaving } = form;
  const element = useRef<HTMLFormElement>(null);
  const isNew = opened === null;

  const focusName = () => element.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  useEffect(focusName, []);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const saved = await form.save();
    if (saved !== null) onSaved(saved, true);
  }

  async function addAnother() {
    const saved = await form.save();
    if (saved === null) return;
    form.beginNext(saved);
    onSaved(saved, false);
    focusName();
  }

  return (
    <form ref={element} className={classes.form} noValidate onSubmit={submit}>
      {formFields(kind).map((field) => (
        <EntryField
          key={field}
          field={field}
          form={form}
          // The parent of a client or office never changes.
          isFixed={!isNew && kind !== 'phones'}
          none={mayShare ? 'All partners' : null}
        />
      ))}
      <FormError>{form.refusal}</FormError>
      {form.isChanged && <ChangedNotice isLoading={isSaving} onLoad={() => void form.loadNewest()} />}
      {/* Always rendered, so that screen readers announce it. */}
      <p role="status" className={classes.note}>
        {form.note}
      </p>
      <DialogButtons>
        {onCancel !== null && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {isNew && onCancel !== null && (
          <Button variant="default" aria-disabled={isSaving} onClick={() => void addAnother()}>
            Create and add another
          </Button>
        )}
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : isNew ? 'Create' : 'Save'}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface EntryFieldProps {
  readonly field: FormField;
  readonly form: ReturnType<typeof useEntryForm>;
  /** Whether the parent can no longer be chosen. */
  readonly isFixed: boolean;
  /** What it means to choose no parent; null: one must be chosen. */
  readonly none: string | null;
}

function EntryField({ field, form: { draft, errors, isMoving, change }, isFixed, none }: EntryFieldProps) {
  if (field === 'partnerId' || field === 'clientId') {
    const kind = field === 'clientId' ? 'client' : 'partner';
    if (isFixed) return <FixedParent kind={kind} name={draft.parent?.label ?? ''} />;
    return (
      <ParentSelect
        kind={kind}
        chosen={draft.parent}
        none={none}
        error={errors[field]}
        description={isMoving ? MOVING_WORDS : undefined}
        onChange={(parent) => change(field, { parent })}
      />
    );
  }
  if (field === 'evidence')
    return (
      <RadioList
        label={FIELD_LABELS.evidence}
        name={field}
        options={EVIDENCE}
        value={draft.evidence}
        error={errors.evidence}
        onChange={(evidence) => change(field, { evidence })}
      />
    );
  if (field === 'gatewayId')
    return (
      <GatewaySelect
        value={draft.gatewayId}
        error={errors.gatewayId}
        onChange={(gatewayId) => change(field, { gatewayId })}
      />
    );
  const input = {
    name: field,
    label: FIELD_LABELS[field],
    autoComplete: 'off',
    value: draft[field],
    error: errors[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change(field, { [field]: currentTarget.value }),
  };
  if (field === 'carrier') return <CarrierInput {...input} />;
  if (field === 'phoneNumber') return <TextInput {...input} type="tel" placeholder="(213) 555-0181" />;
  if (field === 'limitPerDay')
    return (
      <TextInput
        {...input}
        inputMode="numeric"
        placeholder="No limit"
        description="Tests over this limit are not sent. Days are in Los Angeles time."
      />
    );
  if (field === 'name') return <TextInput {...input} />;
  return <TextInput {...input} className={classes.half} placeholder="Optional" />;
}

function FixedParent({ kind, name }: { readonly kind: 'partner' | 'client'; readonly name: string }) {
  return (
    <div className={classes.fixed}>
      <span>{kind === 'client' ? 'Client' : 'Partner'}</span>
      {name}
    </div>
  );
}

interface GatewaySelectProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (gatewayId: string) => void;
}

function GatewaySelect({ value, error, onChange }: GatewaySelectProps) {
  // Already loaded by the frame.
  const { data = [] } = useGateways({ inFrame: true }).query;
  const isUnknown = value !== '' && !data.some(({ id }) => String(id) === value);
  return (
    <NativeSelect
      label={FIELD_LABELS.gatewayId}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: 'Default gateway' },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isUnknown ? [{ value, label: `Gateway ${value}` }] : []),
      ]}
    />
  );
}

/** Offers the carriers of the directory; any other can be typed. */
function CarrierInput(props: ComponentProps<typeof TextInput>) {
  const id = useId();
  const { names } = useCarriers(undefined);
  return (
    <>
      <TextInput {...props} className={classes.carrier} placeholder="Verizon" list={id} />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
