/** A test phone (/directory/phones/{id}): what it is, its last days and messages, and how it is connected (DIR-5). */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AUDITORS, OPERATORS } from '@textprobe/domain/roles';
import { useContext } from 'react';
import { Link, useParams } from 'react-router';
import type { Entry } from '../../../api/directory-entries.ts';
import { HttpError } from '../../../api/http.ts';
import { getPhoneHistory } from '../../../api/phones.ts';
import { entryQuery } from '../../../directory/entry-query.ts';
import { mayChangePhone } from '../../../directory/may-change-phone.ts';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import { AccountRole, Only } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import directory from '../directory.module.css';
import { DirectoryTabs } from '../directory-tabs.tsx';
import { retiredWords } from '../entry-words.ts';
import classes from './phone.module.css';
import { PhoneConnection } from './phone-connection.tsx';
import { PhoneFacts } from './phone-facts.tsx';
import { LastDays, LastMessages } from './phone-history.tsx';

export function PhoneScreen() {
  const id = Number(useParams()['id']);
  const role = useContext(AccountRole);
  const { data: phone, error } = useQuery({ ...entryQuery('phones', id), staleTime: 0 });
  const title = phone?.name ?? 'Phone';
  if (error instanceof HttpError && error.status === 404)
    return (
      <Screen title={title}>
        <DirectoryTabs />
        <ScreenHeader title={title} />
        <p role="status">Phone not found.</p>
      </Screen>
    );
  const retired = phone === undefined ? null : retiredWords(phone);
  return (
    <Screen title={title}>
      <DirectoryTabs />
      <ScreenHeader
        title={title}
        note={retired !== null && <span className={directory.badge}>{retired}</span>}
        hasTimes
      >
        {role === 'auditor' && (
          <Button component={Link} variant="default" to={`/directory/phones/${id}/pair`}>
            Pairings
          </Button>
        )}
        {phone !== undefined && retired === null && (
          <Only roles={OPERATORS}>
            {mayChangePhone(phone, role) && (
              <Button
                component={Link}
                variant="default"
                to={`/directory/phones/${id}/pair`}
                className={classes.action ?? ''}
              >
                Pair this phone
              </Button>
            )}
            <Button
              component={Link}
              to={`/create-tests?phoneId=${id}`}
              className={classes.action ?? ''}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              Send a test to this phone
            </Button>
          </Only>
        )}
      </ScreenHeader>
      {error !== null && <LoadFailure>The phone could not be loaded.</LoadFailure>}
      {phone !== undefined && <Sections phone={phone} />}
    </Screen>
  );
}

function Sections({ phone }: { readonly phone: Entry }) {
  const { id } = phone;
  const { data, isError } = useQuery({
    queryKey: ['phone history', id],
    queryFn: ({ signal }) => getPhoneHistory(id, { signal }),
    staleTime: 0,
  });
  return (
    <>
      <PhoneFacts phone={phone} />
      {isError && <LoadFailure>The messages to this phone could not be loaded.</LoadFailure>}
      {data !== undefined && (
        <>
          <LastDays days={data.days} />
          <LastMessages logs={data.testLogs} />
        </>
      )}
      <Only roles={AUDITORS}>
        <PhoneConnection phone={phone} />
      </Only>
    </>
  );
}
