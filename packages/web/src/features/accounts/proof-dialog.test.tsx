/** The proof dialog: the password, or a code where there is two-factor login. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Profile, profileCalls } from '@textprobe/contract/profile';
import { expect, it, vi } from 'vitest';
import { expectLogged, renderPart } from '../../testing/render-part.tsx';
import { json, stubFetch } from '../../testing/stub-fetch.ts';
import { ProofDialog } from './proof-dialog.tsx';

const MESSAGE = 'This code is wrong or was already used.';

function open(twoFactor: boolean) {
  const requests = stubFetch({
    'GET /api/csrf': () => new Response('token'),
    [`GET ${profileCalls.profile.path}`]: () => json({ twoFactor } as Profile),
    [`POST ${profileCalls.giveProof.path}`]: ({ body }) =>
      (body as string).includes('000000')
        ? json(
            { errors: [{ field: 'code', code: 'second-factor.wrong', message: MESSAGE }] },
            { status: 403 },
          )
        : new Response(null, { status: 204 }),
  });
  const onProven = vi.fn();
  renderPart(<ProofDialog username="olivia" onProven={onProven} onCancel={() => undefined} />);
  return { requests, onProven };
}

it('ACCT-9 ACCT-6 takes a code in place of the password where there is two-factor login', async () => {
  const { requests, onProven } = open(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Use a code instead' }));
  const code = screen.getByLabelText<HTMLInputElement>('Code');
  expect(document.activeElement).toBe(code);
  await userEvent.type(code, '000000{Enter}');
  expect(await screen.findByText(MESSAGE)).toBeDefined();
  expect(code.value).toBe('');
  expectLogged(/Failed to check the password/);
  await userEvent.type(code, '123456{Enter}');
  await waitFor(() => expect(onProven).toHaveBeenCalled());
  expect(JSON.parse(requests.at(-1)?.body as string)).toEqual({ code: '123456' });
});

it('ACCT-9 asks for the password alone without two-factor login', async () => {
  const { requests, onProven } = open(false);
  await waitFor(() => expect(requests.some(({ url }) => url === profileCalls.profile.path)).toBe(true));
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(onProven).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: 'Use a code instead' })).toBeNull();
  expect(JSON.parse(requests.at(-1)?.body as string)).toEqual({ password: 'secret' });
});
