import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { apiTokenCalls } from '@textprobe/contract/api-tokens';
import { directoryCalls } from '@textprobe/contract/directory';
import { expect, it } from 'vitest';
import { answer, expectAccessible, expectLogged, failure, renderPart } from '../../testing/render-part.tsx';
import { sampleToken } from '../../testing/sample-tokens.ts';
import { type Answers, stubFetch } from '../../testing/stub-fetch.ts';
import { TokensSection } from './tokens-section.tsx';

const PARTNERS = [{ id: 7, name: 'Acorn' }];

function openTokens(answers: Answers) {
  const requests = stubFetch({
    'GET /api/csrf': () => new Response('token'),
    ...answer(directoryCalls.partners, PARTNERS),
    ...answers,
  });
  renderPart(<TokensSection owner={{ id: 4, username: 'olga', role: 'operator', partnerIds: null }} />);
  return requests;
}

async function itemOf(name: string) {
  const button = await screen.findByRole('button', { name: `Revoke ${name}` });
  return within(button.closest('li') ?? document.body);
}

it('TOKEN-3 without tokens, the section says what they are for and links to the API documentation', async () => {
  openTokens(answer(apiTokenCalls.apiTokens, []));
  expect(
    await screen.findByText(/^No tokens yet\. With a token, a program calls the API without your password\./),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/api/docs');
  expect(screen.queryByRole('note')).toBeNull();
});

it('TOKEN-3 each token shows its first characters, rights, end and last use; those that end soon are named above', async () => {
  openTokens(
    answer(apiTokenCalls.apiTokens, [
      sampleToken(1, 90, {
        name: 'nightly export',
        role: 'operator',
        partnerIds: [7],
        proof: true,
        lastUsedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
        lastUsedAddress: '10.0.0.4',
      }),
      sampleToken(2, 6, { name: 'dashboard' }),
      sampleToken(3, -1, { name: 'old script' }),
    ]),
  );
  const exporting = await itemOf('nightly export');
  for (const words of [
    'tpa_0kQ7…',
    'Operator',
    'Changes that need a password',
    'Last used 5 min ago from 10.0.0.4',
  ])
    expect(exporting.getByText(words)).toBeDefined();
  expect(await exporting.findByText('Acorn')).toBeDefined();
  expect(exporting.queryByText(/^Ends in|^Expired/)).toBeNull();

  const ending = await itemOf('dashboard');
  for (const words of ['Viewer', 'All partners', 'Ends in 6 days', 'Never used'])
    expect(ending.getByText(words)).toBeDefined();
  expect((await itemOf('old script')).getByText('Expired')).toBeDefined();
  expect(screen.getByRole('note').textContent).toBe(
    'dashboard ends in 6 days.Create a new token, and replace the old one in your programs before then.',
  );
  await expectAccessible();
});

it('TOKEN-3 tokens that cannot be loaded are not shown as none', async () => {
  openTokens(failure(apiTokenCalls.apiTokens, 403));
  expect((await screen.findByRole('alert')).textContent).toContain('The tokens could not be loaded.');
  expect(screen.queryByText(/^No tokens yet/)).toBeNull();
  expectLogged(/Failed to load the tokens/);
});

it('TOKEN-3 a token is revoked after a question; one that is gone already counts as revoked', async () => {
  let tokens = [sampleToken(1, 90, { name: 'nightly export' })];
  const requests = openTokens({
    ...answer(apiTokenCalls.apiTokens, () => tokens),
    'DELETE /api/tokens/1': () => {
      tokens = [];
      return Response.json(
        { code: 'token.unknown', detail: 'You have no token with this id.' },
        { status: 404 },
      );
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke nightly export' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke nightly export?' }));
  expect(question.getByText(/^Programs that use it get 401 at once\./)).toBeDefined();
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked nightly export.')).toBeDefined();
  expect(await screen.findByText(/^No tokens yet/)).toBeDefined();
});

it('TOKEN-3 tokens beyond one page are listed page by page', async () => {
  openTokens(
    answer(
      apiTokenCalls.apiTokens,
      (query) => [sampleToken(query.get('page') === '2' ? 51 : 1, 90)],
      () => ({ 'X-Total-Count': '51' }),
    ),
  );
  expect(await screen.findByText('token 1')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('token 51')).toBeDefined();
});
