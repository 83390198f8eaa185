/** Client Details: partner, client and office, each narrowing the next (CREATE-10 to 14). */
import { useMemo } from 'react';
import { nameOrId, officeLabel } from '../../../directory/labels.ts';
import { byId, useRetry } from '../../../directory/use-directory.ts';
import { isChosen } from '../../../ui/choice.ts';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';
import classes from '../../../ui/form.module.css';
import { withClients, withPartners } from './draft.ts';
import type { SectionProps } from './section-props.ts';

export function ClientSection({ draft, recipients, errors, variant, onChange }: SectionProps) {
  const { partners, clients, offices, leftOut } = recipients;
  const retry = useRetry();
  // Depends only on the directory, so that typing a message stays fast.
  const partnerOptions = useMemo(
    () => (partners.data ?? []).map(({ id, name }) => ({ id, label: name })),
    [partners.data],
  );
  const clientOptions = useMemo(() => {
    const isSeveral = new Set(clients.data.map(({ partnerId }) => partnerId)).size > 1;
    const partnersById = byId(partners.data ?? []);
    return clients.data.map(({ id, name, partnerId }) => ({
      id,
      label: name,
      ...(isSeveral && { group: nameOrId('Partner', partnerId, partnersById) }),
    }));
  }, [clients.data, partners.data]);
  const officeOptions = useMemo(() => {
    const isSeveral = new Set(offices.data.map(({ clientId }) => clientId)).size > 1;
    const clientsById = byId(clients.data);
    return offices.data.map((office) => ({
      id: office.id,
      label: officeLabel(office),
      ...(isSeveral && { group: nameOrId('Client', office.clientId, clientsById) }),
    }));
  }, [offices.data, clients.data]);

  return (
    <section className={classes.section} aria-labelledby="client-details">
      <h2 id="client-details">Client Details</h2>
      {partners.data?.length === 0 && (
        <p className={classes.hint}>
          The directory is empty, so there are no offices to send from. An administrator can fill it with{' '}
          <code>textprobe import FILE</code>.
        </p>
      )}
      <div className={classes.pickers}>
        <ChoicePicker
          label="Partner"
          allLabel={variant.allLabel('Partner')}
          placeholder={partners.isLoading ? 'Loading partners...' : 'Choose partners'}
          loading={partners.isLoading}
          onOpen={() => partners.isError && void partners.refetch()}
          options={partnerOptions}
          value={draft.partners}
          unknownLabel={(id) => `Partner ${id}`}
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
              : clients.isLoading
                ? 'Loading clients...'
                : 'Choose clients'
          }
          loading={clients.isLoading}
          disabled={!isChosen(draft.partners)}
          options={clientOptions}
          value={draft.clients}
          unknownLabel={(id) => `Client ${id}`}
          error={errors.clientIDs}
          onChange={(choice) => onChange((now) => withClients(now, choice), 'clientIDs', 'officeIDs')}
        />
        <ChoicePicker
          label="Office"
          allLabel={variant.allLabel('Office')}
          placeholder={
            !isChosen(draft.clients)
              ? 'Please select a client first'
              : clients.isLoading || offices.isLoading
                ? 'Loading offices...'
                : 'Choose offices'
          }
          loading={clients.isLoading || offices.isLoading}
          disabled={!isChosen(draft.clients)}
          options={officeOptions}
          value={draft.offices}
          unknownLabel={(id) => `Office ${id}`}
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
