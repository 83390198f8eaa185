/** Single sign-on on the login page, in the dialogs, and in the tab that it opens. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Profile, profileCalls } from '@textprobe/contract/profile';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { withSignOn } from '../../testing/sign-on-page.ts';
import { json, stubFetch } from '../../testing/stub-fetch.ts';
import { LoginScreen } from './login-screen.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { SignedOnScreen } from './signed-on-screen.tsx';

const login = (search = '') => renderPart(<LoginScreen />, { route: '/login', path: `/login${search}` });

it('ACCT-7 the login page has one more button only where single sign-on is set up, which returns to the path asked for', () => {
  login();
  expect(screen.queryByRole('link')).toBeNull();
  withSignOn('Acme SSO');
  login(`?from=${encodeURIComponent('/tests?page=2&text=a')}`);
  expect(screen.getByRole('link', { name: 'Log in with Acme SSO' }).getAttribute('href')).toBe(
    '/api/auth/oidc/start?returnTo=%2Ftests%3Fpage%3D2%26text%3Da',
  );
});

it('ACCT-7 OIDC_ONLY leaves only the button', () => {
  withSignOn('Acme SSO', { isOnly: true });
  login();
  expect(screen.getByRole('link', { name: 'Log in with Acme SSO' })).toBeDefined();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

it.each([
  ['taken', 'An account with this name or email exists. Ask an administrator to link it.'],
  ['role', 'Acme SSO gives you no role here. Ask an administrator.'],
  ['<b>Pay here</b>', 'The answer of Acme SSO was not accepted. Ask an administrator: the log says why.'],
])('ACCT-7 says why a login was refused, and nothing that the address says: %s', (code, sentence) => {
  withSignOn('Acme SSO');
  login(`?refused=${encodeURIComponent(code)}`);
  expect(screen.getByRole('alert').textContent).toBe(sentence);
});

it('ACCT-7 the dialog of an expired session opens the provider in a new tab, so that nothing typed is lost', async () => {
  withSignOn('Acme SSO', { isOnly: true });
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  renderPart(<SessionDialog username="olivia" onLoggedIn={() => undefined} onLeave={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Log in with Acme SSO' }));
  expect(open).toHaveBeenCalledWith('/api/auth/oidc/start?returnTo=%2Fsigned-on', '_blank');
});

it('ACCT-7 ACCT-9 a user without a password proves a change with a new login in another tab', async () => {
  withSignOn('Acme SSO');
  stubFetch({ [`GET ${profileCalls.profile.path}`]: () => json({ hasPassword: false } as Profile) });
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const onProven = vi.fn();
  renderPart(<ProofDialog username="olivia" onProven={onProven} onCancel={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Log in again with Acme SSO' }));
  expect(open).toHaveBeenCalledWith('/api/auth/oidc/start?proof=1', '_blank');
  expect(onProven).not.toHaveBeenCalled();
  // Another tab has its own copy of this module.
  vi.resetModules();
  const otherTab = await import('../../api/accounts.ts');
  otherTab.notifyOtherTabs('logged-in');
  await waitFor(() => expect(onProven).toHaveBeenCalled());
});

it('ACCT-7 the tab of a login notifies the others and closes, and says why a login was refused', async () => {
  withSignOn('Acme SSO');
  const close = vi.spyOn(window, 'close').mockReturnValue();
  const open = (path: string) => renderPart(<SignedOnScreen />, { route: '/signed-on', path });
  open('/signed-on?refused=other-account');
  expect(screen.getByRole('alert').textContent).toBe(
    'You logged in to Acme SSO as someone else. Log in there as the user of this console.',
  );
  expect(close).not.toHaveBeenCalled();
  open('/signed-on');
  await waitFor(() => expect(close).toHaveBeenCalled());
});
