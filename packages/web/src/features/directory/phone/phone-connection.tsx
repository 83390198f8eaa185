/** How a phone is connected: its keys, and the apps and providers that report for it (DIR-5). For administrators and auditors. */
import { useQuery } from '@tanstack/react-query';
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import { formatDateTime } from '@textprobe/domain/display';
import type { Entry } from '../../../api/directory-entries.ts';
import { getPhoneConnection } from '../../../api/phones.ts';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import classes from './phone.module.css';

const SOURCE_KINDS: Readonly<Record<HandsetSource['kind'], string>> = {
  'sms-gateway': 'SMS Gateway for Android',
  httpsms: 'httpSMS',
  twilio: 'Twilio number',
};

export function PhoneConnection({ phone: { id, evidence } }: { readonly phone: Entry }) {
  const { data, isError } = useQuery({
    queryKey: ['phone connection', id],
    queryFn: ({ signal }) => getPhoneConnection(id, { signal }),
    staleTime: 0,
  });
  const isUnconnected = data?.sources.length === 0 && data.keys.every(({ revokedAt }) => revokedAt !== null);
  return (
    <section className={`surface ${classes.section}`} aria-labelledby="connection">
      <h2 id="connection">Connection</h2>
      {isError && <LoadFailure>The keys of this phone could not be loaded.</LoadFailure>}
      {isUnconnected && (
        <p>
          {evidence === 'receipt'
            ? 'Nothing reports for this phone, and its evidence needs no reports.'
            : 'Nothing reports for this phone yet: docs/handsets.md describes how to connect it.'}
        </p>
      )}
      <ul className={classes.list} aria-label="Keys and sources">
        {data?.sources.map((source) => (
          <li key={source.id}>
            <strong>{source.name}</strong>
            <p>
              <span>{SOURCE_KINDS[source.kind]}</span>
              <span>{deviceWords(source, id)}</span>
            </p>
          </li>
        ))}
        {data?.keys.map((key) => (
          <li key={key.id}>
            <strong>{key.label || `Key ${key.id}`}</strong>
            <p>
              {keyWords(key).map((words) => (
                <span key={words}>{words}</span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function deviceWords({ phones }: HandsetSource, id: number): string {
  const mapped = phones.find(({ phoneID }) => phoneID === id);
  const device = mapped?.deviceID ? `device ${mapped.deviceID}` : 'any device';
  return mapped?.simSlot ? `${device}, SIM ${mapped.simSlot}` : device;
}

function keyWords({ createdAt, lastUsedAt, revokedAt }: HandsetKey): string[] {
  const used = lastUsedAt === null ? 'never used' : `last used ${formatDateTime(lastUsedAt)}`;
  const created = `created ${formatDateTime(createdAt)}`;
  return revokedAt === null ? [used, created] : [`revoked ${formatDateTime(revokedAt)}`, used, created];
}
