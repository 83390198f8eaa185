/** Where a single sign-on in a new tab ends: notifies the other tabs, and closes (ACCT-7, ACCT-9). */
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { notifyOtherTabs } from '../../api/accounts.ts';
import { PlainPage, Refusal } from '../../ui/plain-page.tsx';
import { signOnRefusal } from './sign-on-words.ts';

export function SignedOnScreen() {
  const [search] = useSearchParams();
  const refusal = signOnRefusal(search.get('refused'));

  useEffect(() => {
    if (refusal !== null) return;
    notifyOtherTabs('logged-in');
    // Browsers may keep it open.
    window.close();
  }, [refusal]);

  return (
    <PlainPage tab="Log in" title={refusal === null ? 'You are logged in' : 'You are not logged in'}>
      <Refusal>{refusal}</Refusal>
      <Text c="dimmed" mt={refusal === null ? 0 : 'md'}>
        Close this tab and {refusal === null ? 'continue' : 'try again'} in the other one.
      </Text>
    </PlainPage>
  );
}
