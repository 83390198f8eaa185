/** How a phone is connected: its keys, and the apps and providers that report for it (DIR-5). For administrators and auditors. */
import { useQuery } from '@tanstack/react-query';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { Link } from 'react-router';
import type { Entry } from '../../../api/directory-entries.ts';
import { getPhoneConnection } from '../../../api/phones.ts';
import { keyName, keyWords, SOURCE_KINDS } from '../../../handsets/key-words.ts';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import { Only } from '../../../ui/role.tsx';
import classes from './phone.module.css';

export function PhoneConnection({ phone: { id, name, evidence } }: { readonly phone: Entry }) {
  const { data, dataUpdatedAt, isError } = useQuery({
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
            : 'Nothing reports for this phone yet: pair it.'}
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
            <strong>{keyName(key)}</strong>
            <p>
              {keyWords(key, dataUpdatedAt).map((words) => (
                <span key={words}>{words}</span>
              ))}
            </p>
          </li>
        ))}
      </ul>
      <Only roles={ADMINISTRATORS}>
        <p>
          <Link to={`/settings/handsets?${new URLSearchParams({ text: name })}`}>Manage handset keys</Link>
        </p>
      </Only>
    </section>
  );
}

function deviceWords({ phones }: HandsetSource, id: number): string {
  const mapped = phones.find(({ phoneID }) => phoneID === id);
  const device = mapped?.deviceID ? `device ${mapped.deviceID}` : 'any device';
  return mapped?.simSlot ? `${device}, SIM ${mapped.simSlot}` : device;
}
