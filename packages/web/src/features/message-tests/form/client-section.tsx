/**
 * Client Details: partner, client and office, each narrowing the next (CREATE-10 to 14). Recipient sets and 'Find an office…' fill them;
 * what either has just changed is shown, with Undo (EVIDENCE-7).
 */
import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { nameOrId, officeLabel } from '../../../directory/labels.ts';
import { byId, useRetry } from '../../../directory/use-directory.ts';
import { type Choice, isChosen } from '../../../ui/choice.ts';
import { ChoicePicker, type PickerOption } from '../../../ui/choice-picker.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { sameDraft } from '../../../ui/unsent-drafts.ts';
import { RecipientSets } from '../recipient-sets/recipient-sets.tsx';
import { withClients, withPartners } from './draft.ts';
import { FindOffice } from './find-office.tsx';
import { FormSection } from './form-section.tsx';
import type { SectionProps } from './form-variant.ts';
import { addedWords, choiceOf, type RecipientChoice, withOffice } from './recipient-choice.ts';

/** Shown as long as the recipients are those that it is about. */
interface Note {
  readonly words: string;
  readonly about: RecipientChoice;
  /** What Undo restores; null: there is nothing to undo. */
  readonly before: RecipientChoice | null;
}

const NOTHING: readonly never[] = [];

export function ClientSection({ draft, recipients, errors, variant, onChange }: SectionProps) {
  const { partners, clients, offices, chosen, leftOut } = recipients;
  const retry = useRetry();
  const [lastNote, setNote] = useState<Note | null>(null);
  const setsButton = useRef<HTMLButtonElement>(null);
  const choice = choiceOf(draft);
  const note = lastNote !== null && sameDraft(lastNote.about, choice) ? lastNote : null;

  function change(next: RecipientChoice, words: string, before: RecipientChoice | null = choice) {
    const fields = ['partnerIDs', 'clientIDs', 'officeIDs'];
    if (!sameDraft(next.phones, choice.phones)) fields.push('phoneIDs');
    onChange((now) => ({ ...now, ...next }), ...fields);
    setNote({ words, about: next, before: sameDraft(next, before) ? null : before });
  }

  function undo(before: RecipientChoice) {
    change(before, 'Restored the previous recipients', null);
    // The pressed button is gone.
    setsButton.current?.focus();
  }

  const level = (kind: LevelProps['kind']) => ({ kind, allLabel: variant.allLabel(kind) });
  return (
    <FormSection
      id="client-details"
      title="Client Details"
      action={
        <RecipientSets
          buttonRef={setsButton}
          choice={choice}
          onApply={change}
          onSaved={(words) => setNote({ words, about: choice, before: null })}
        />
      }
    >
      <FindOffice onFound={(office) => change(withOffice(choice, office), addedWords(choice, office))} />
      <Text
        component="div"
        role="status"
        c="dimmed"
        mb={note ? 'sm' : 0}
        style={{ overflowWrap: 'anywhere' }}
      >
        {note?.words}
        {note?.before && '. '}
        {note?.before && <TextButton onClick={() => note.before && undo(note.before)}>Undo</TextButton>}
      </Text>
      {partners.data?.length === 0 && (
        <Text c="dimmed" mb="sm">
          The directory is empty, so there are no offices to send from. An administrator can fill it under{' '}
          <Anchor component={Link} to="/directory" inherit underline="always">
            Directory
          </Anchor>
          .
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="sm">
        <LevelPicker
          {...level('Partner')}
          isLoading={partners.isLoading || chosen.partners.isLoading}
          onOpen={() => partners.isError && void partners.refetch()}
          entries={partners.data ?? NOTHING}
          labelOf={nameOf}
          value={draft.partners}
          retired={chosen.partners.names}
          error={errors.partnerIDs ?? (partners.isError && 'Partners could not be loaded')}
          onChange={(next) =>
            onChange((now) => withPartners(now, next), 'partnerIDs', 'clientIDs', 'officeIDs')
          }
        />
        <LevelPicker
          {...level('Client')}
          waitsFor={isChosen(draft.partners) ? undefined : 'partner'}
          isLoading={clients.isLoading || chosen.clients.isLoading}
          entries={clients.data}
          labelOf={nameOf}
          parentOf={partnerOf}
          parents={partners.data}
          value={draft.clients}
          retired={chosen.clients.names}
          error={errors.clientIDs}
          onChange={(next) => onChange((now) => withClients(now, next), 'clientIDs', 'officeIDs')}
        />
        <LevelPicker
          {...level('Office')}
          waitsFor={isChosen(draft.clients) ? undefined : 'client'}
          isLoading={clients.isLoading || offices.isLoading || chosen.offices.isLoading}
          entries={offices.data}
          labelOf={officeLabel}
          parentOf={clientOf}
          parents={clients.data}
          value={draft.offices}
          retired={chosen.offices.names}
          error={errors.officeIDs}
          onChange={(next) => onChange((now) => ({ ...now, offices: next }), 'officeIDs')}
        />
      </SimpleGrid>
      {/* Always rendered, so that screen readers announce later changes. */}
      <div aria-live="polite">
        {leftOut.length > 0 && (
          <Text c="var(--tp-danger)" mt="sm">
            Could not load the {new Intl.ListFormat('en').format(leftOut)}. They are left out until they load.{' '}
            <TextButton c="inherit" onClick={retry}>
              Retry
            </TextButton>
          </Text>
        )}
      </div>
    </FormSection>
  );
}

interface Named {
  readonly id: number;
  readonly name: string;
}
const nameOf = ({ name }: Named) => name;
const partnerOf = ({ partnerId }: { partnerId: number }) => partnerId;
const clientOf = ({ clientId }: { clientId: number }) => clientId;

interface LevelProps<Entry = unknown> {
  readonly kind: 'Partner' | 'Client' | 'Office';
  readonly allLabel: string;
  /** The level that must be chosen first. */
  readonly waitsFor?: string | undefined;
  readonly isLoading: boolean;
  readonly onOpen?: () => void;
  readonly entries: readonly Entry[];
  /** The same functions each time: the options of 10,000 offices take a slow phone 150 ms. */
  readonly labelOf: (entry: Entry) => string;
  readonly parentOf?: (entry: Entry) => number;
  readonly parents?: readonly Named[] | undefined;
  readonly value: Choice;
  /** Names of chosen entries that are not in the list. */
  readonly retired: ReadonlyMap<number, Named>;
  readonly error: string | false | undefined;
  readonly onChange: (choice: Choice) => void;
}

/** The options are grouped if they have several parents. */
function LevelPicker<Entry extends { readonly id: number }>(props: LevelProps<Entry>) {
  const { kind, waitsFor, isLoading, entries, labelOf, parentOf, parents, retired, ...picker } = props;
  const optionOf = useMemo(() => {
    const names = byId(parents ?? NOTHING);
    const parentKind = kind === 'Office' ? 'Client' : 'Partner';
    const isGrouped = new Set(parentOf && entries.map(parentOf)).size > 1;
    return (entry: Entry): PickerOption => ({
      id: entry.id,
      label: labelOf(entry),
      ...(isGrouped && parentOf && { group: nameOrId(parentKind, parentOf(entry), names) }),
    });
  }, [kind, entries, labelOf, parentOf, parents]);
  const noun = `${kind.toLowerCase()}s`;
  return (
    <ChoicePicker
      {...picker}
      label={kind}
      placeholder={
        waitsFor ? `Please select a ${waitsFor} first` : isLoading ? `Loading ${noun}...` : `Choose ${noun}`
      }
      loading={isLoading}
      disabled={waitsFor !== undefined}
      entries={entries}
      optionOf={optionOf}
      unknownLabel={(id) => nameOrId(kind, id, retired)}
    />
  );
}
