/** Client Details: partner, client and office, each narrowing the next (CREATE-10 to 14), with shortcuts to fill them. */
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Client, Office, Partner } from '../../../api/normalize.ts';
import { nameOrId, officeLabel } from '../../../directory/labels.ts';
import { byId, useRetry } from '../../../directory/use-directory.ts';
import { isChosen } from '../../../ui/choice.ts';
import type { PickerOption } from '../../../ui/choice-picker.tsx';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';
import classes from '../../../ui/form.module.css';
import { withClients, withPartners } from './draft.ts';
import type { SectionProps } from './form-variant.ts';
import { RecipientShortcuts } from './recipient-shortcuts.tsx';

const NOTHING: readonly never[] = [];

function partnerOption({ id, name }: Partner): PickerOption {
  return { id, label: name };
}

export function ClientSection({ draft, recipients, errors, variant, onChange }: SectionProps) {
  const { partners, clients, offices, chosen, leftOut } = recipients;
  const isLoading = {
    partners: partners.isLoading || chosen.partners.isLoading,
    clients: clients.isLoading || chosen.clients.isLoading,
    offices: clients.isLoading || offices.isLoading || chosen.offices.isLoading,
  };
  const retry = useRetry();
  // Depend only on the directory, so that typing a message stays fast.
  const clientOption = useMemo(() => {
    const partnersById = byId(partners.data ?? []);
    const isGrouped = clients.data.some(({ partnerId }) => partnerId !== clients.data[0]?.partnerId);
    return ({ id, name, partnerId }: Client): PickerOption => ({
      id,
      label: name,
      ...(isGrouped && { group: nameOrId('Partner', partnerId, partnersById) }),
    });
  }, [clients.data, partners.data]);
  const officeOption = useMemo(() => {
    const clientsById = byId(clients.data);
    const isGrouped = offices.data.some(({ clientId }) => clientId !== offices.data[0]?.clientId);
    return (office: Office): PickerOption => ({
      id: office.id,
      label: officeLabel(office),
      ...(isGrouped && { group: nameOrId('Client', office.clientId, clientsById) }),
    });
  }, [offices.data, clients.data]);

  return (
    <section className={classes.section} aria-labelledby="client-details">
      <RecipientShortcuts draft={draft} onChange={onChange} />
      {partners.data?.length === 0 && (
        <p className={classes.hint}>
          The directory is empty, so there are no offices to send from. An administrator can fill it under{' '}
          <Link to="/directory">Directory</Link>.
        </p>
      )}
      <div className={classes.pickers}>
        <ChoicePicker
          label="Partner"
          allLabel={variant.allLabel('Partner')}
          placeholder={isLoading.partners ? 'Loading partners...' : 'Choose partners'}
          loading={isLoading.partners}
          onOpen={() => partners.isError && void partners.refetch()}
          entries={partners.data ?? NOTHING}
          optionOf={partnerOption}
          value={draft.partners}
          unknownLabel={(id) => nameOrId('Partner', id, chosen.partners.names)}
          error={errors.partnerIDs ?? (partners.isError && 'Partners could not be loaded')}
          onChange={(choice) =>
            onChange((now) => withPartners(now, choice), 'partnerIDs', 'clientIDs', 'officeIDs')
          }
        />
        <ChoicePicker
          label="Client"
          allLabel={variant.allLabel('Client')}
          placeholder={
            !isChosen(draft.partners)
              ? 'Please select a partner first'
              : isLoading.clients
                ? 'Loading clients...'
                : 'Choose clients'
          }
          loading={isLoading.clients}
          disabled={!isChosen(draft.partners)}
          entries={clients.data}
          optionOf={clientOption}
          value={draft.clients}
          unknownLabel={(id) => nameOrId('Client', id, chosen.clients.names)}
          error={errors.clientIDs}
          onChange={(choice) => onChange((now) => withClients(now, choice), 'clientIDs', 'officeIDs')}
        />
        <ChoicePicker
          label="Office"
          allLabel={variant.allLabel('Office')}
          placeholder={
            !isChosen(draft.clients)
              ? 'Please select a client first'
              : isLoading.offices
                ? 'Loading offices...'
                : 'Choose offices'
          }
          loading={isLoading.offices}
          disabled={!isChosen(draft.clients)}
          entries={offices.data}
          optionOf={officeOption}
          value={draft.offices}
          unknownLabel={(id) => nameOrId('Office', id, chosen.offices.names)}
          error={errors.officeIDs}
          onChange={(choice) => onChange((now) => ({ ...now, offices: choice }), 'officeIDs')}
        />
      </div>
      {/* Always rendered, so that screen readers announce later changes. */}
      <div aria-live="polite">
        {leftOut.length > 0 && (
          <p className={classes.leftOut}>
            Could not load the {new Intl.ListFormat('en').format(leftOut)}. They are left out until they load.{' '}
            <button type="button" className={classes.retry} onClick={retry}>
              Retry
            </button>
          </p>
        )}
      </div>
    </section>
  );
}
