/** Two-factor login in the profile: set up with a code, recovery codes shown once, turned off. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Profile } from '@textprobe/contract/profile';
import { twoFactorCalls } from '@textprobe/contract/two-factor';
import { expect, it } from 'vitest';
import {
  answer,
  expectAccessible,
  expectLogged,
  failure,
  renderPart,
} from '../../../testing/render-part.tsx';
import { type Answers, stubFetch } from '../../../testing/stub-fetch.ts';
import { TwoFactorSection } from './two-factor-section.tsx';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, nth) => `7K2M-9QX4-TD0A-W3F${nth}`);
const { startTwoFactor, confirmTwoFactor, endTwoFactor } = twoFactorCalls;
const ANSWERS: Answers = {
  'GET /api/csrf': () => new Response('token'),
  ...answer(startTwoFactor, {
    secret: SECRET,
    otpauthUrl: `otpauth://totp/Textprobe:olivia?secret=${SECRET}`,
  }),
  ...answer(confirmTwoFactor, { recoveryCodes: CODES }),
  [`${endTwoFactor.method} ${endTwoFactor.path}`]: () => new Response(null, { status: 204 }),
};

function show(change: Partial<Profile>, answers: Answers = {}) {
  const profile = { username: 'olivia', twoFactor: false, recoveryCodesLeft: 0, ...change } as Profile;
  const requests = stubFetch({ ...ANSWERS, ...answers });
  renderPart(<TwoFactorSection profile={profile} />);
  return requests;
}

async function start(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Set up two-factor login' }));
  return screen.findByRole('dialog', { name: 'Set up two-factor login' });
}

it('ACCT-6 shows the key as QR code and text, turns it on with a code, and shows the recovery codes until they are saved', async () => {
  const requests = show({});
  const dialog = await start();
  expect(within(dialog).getByRole('img', { name: 'QR code of the key' })).toBeDefined();
  expect(within(dialog).getByLabelText<HTMLInputElement>('Key, if you cannot scan').value).toBe(SECRET);
  await expectAccessible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }));
  expect(await within(dialog).findByText('Enter the code that the app shows.')).toBeDefined();
  await userEvent.type(within(dialog).getByLabelText('Code'), '123456{Enter}');

  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const confirmed = requests.find(({ url }) => url === confirmTwoFactor.path);
  expect(JSON.parse(confirmed?.body as string)).toEqual({ code: '123456' });
});

it('ACCT-6 a wrong code is an error of its field, and stays there', async () => {
  const message = 'This code is wrong or was already used.';
  show(
    {},
    failure(confirmTwoFactor, 403, { errors: [{ field: 'code', code: 'second-factor.wrong', message }] }),
  );
  const dialog = await start();
  await userEvent.type(within(dialog).getByLabelText('Code'), '123456{Enter}');
  expect(await within(dialog).findByText(message)).toBeDefined();
  expect(within(dialog).getByLabelText<HTMLInputElement>('Code').value).toBe('123456');
  expectLogged(/Failed to confirm two-factor login/);
});

it('ACCT-6 says how many recovery codes are left, and turns it off after a question', async () => {
  const requests = show({ twoFactor: true, recoveryCodesLeft: 1 });
  expect(
    screen.getByText(/1 recovery code left\. To get new ones, turn it off and set it up again\./),
  ).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  const question = await screen.findByRole('alertdialog', { name: 'Turn off two-factor login?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Two-factor login is off.')).toBeDefined();
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true);
});
