import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { managedAccountCalls } from '@textprobe/contract/account-management';
import { type AuditRow, auditCalls } from '@textprobe/contract/audit';
import { directoryCalls } from '@textprobe/contract/directory';
import { gatewayCalls } from '@textprobe/contract/gateways';
import { NEXT_CURSOR_HEADER } from '@textprobe/contract/headers';
import { expect, it } from 'vitest';
import { answer, expectAccessible, expectLogged, failure, renderPart } from '../../testing/render-part.tsx';
import { type Answers, stubFetch } from '../../testing/stub-fetch.ts';
import { AuditScreen } from './audit-screen.tsx';

function rowOf(id: number, change: Partial<AuditRow> = {}): AuditRow {
  return {
    id,
    at: '2026-11-21T10:00:00.120-08:00',
    action: 'phone.updated',
    account: { id: 1, username: 'vera' },
    token: null,
    address: '192.0.2.7',
    requestId: `request-${id}`,
    object: { kind: 'phone', id: '7' },
    partnerId: null,
    outcome: 'succeeded',
    changes: {},
    hash: null,
    ...change,
  };
}

/** @param rows the answer to each query */
function openAudit(
  rows: (query: URLSearchParams) => AuditRow[],
  { search = '', nextCursor = () => ({}), answers = {} }: Partial<Options> = {},
) {
  const all = {
    ...answer(auditCalls.audit, rows, nextCursor),
    ...answer(managedAccountCalls.listAccounts, []),
    ...answer(gatewayCalls.gateways, []),
    ...answer(directoryCalls.searchDirectory, [
      { id: 7, name: 'Avery', parents: [], parentIds: [], isRetired: false },
    ]),
    ...answers,
  };
  const requests = stubFetch(all);
  renderPart(<AuditScreen />, { path: `/settings/audit${search}` });
  return requests;
}

interface Options {
  readonly search: string;
  readonly nextCursor: (query: URLSearchParams) => Readonly<Record<string, string>>;
  readonly answers: Answers;
}

const openers = () =>
  screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);

it('AUDIT-3 a row says who acted, on what, and how each field changed', async () => {
  openAudit(() => [
    rowOf(3, {
      token: { id: 4, name: 'nightly' },
      changes: {
        phoneNumber: ['…81 (7eae)', '…72 (a17c)'],
        secret: [null, 'changed'],
        partnerIds: [[], [3, 5]],
      },
      hash: 'f086',
    }),
    rowOf(2, {
      action: 'account.login-failed',
      account: null,
      object: { kind: 'account', id: null },
      outcome: 'failed',
    }),
    rowOf(1, { account: null, address: null, requestId: null }),
  ]);
  expect(await screen.findByText('with token nightly')).toBeDefined();
  const [, first, second, third] = screen.getAllByRole('row');
  expect((await screen.findAllByRole('link', { name: 'Avery' }))[0]?.getAttribute('href')).toBe(
    '/directory/phones/7',
  );
  expect(second?.textContent).toContain('Account login failed Failed');
  expect(second?.textContent).toContain('Unknown account');
  expect(third?.textContent).toContain('Command line');

  await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Phone updated' }));
  const changes = within(screen.getByRole('table', { name: 'Changes' })).getAllByRole('row');
  expect(changes.map((row) => row.textContent)).toEqual([
    'FieldBeforeAfter',
    'Phone number…81 (7eae)…72 (a17c)',
    'SecretChanged; the value is not recorded',
    'Partner IDsNone3, 5',
  ]);
  expect(screen.getByRole('button', { name: 'Copy the request ID' })).toBeDefined();
  expect(screen.getByText('f086')).toBeDefined();
  await userEvent.click(within(third as HTMLElement).getByRole('button', { name: 'Phone updated' }));
  expect(screen.getByText('No fields changed.')).toBeDefined();
  expect(screen.getByText('Not linked yet')).toBeDefined();
  await expectAccessible();
});

it('AUDIT-3 older rows follow by cursor, and the focus stays on the button', async () => {
  openAudit((query) => [query.get('cursor') === '2' ? rowOf(1, { action: 'phone.created' }) : rowOf(2)], {
    nextCursor: (query) => (query.get('cursor') === null ? { [NEXT_CURSOR_HEADER]: '2' } : {}),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Load older' }));
  const end = await screen.findByRole('button', { name: 'No older rows' });
  expect(document.activeElement).toBe(end);
  expect(openers()).toEqual(expect.arrayContaining(['Phone updated', 'Phone created']));
});

it('AUDIT-3 filters are kept in the URL, sent to the server and exported', async () => {
  const requests = openAudit(() => [], { search: '?accountId=5' });
  expect(await screen.findByText('No rows match these filters.')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Account' }).value).toBe('Account 5');
  await userEvent.click(screen.getByRole('combobox', { name: 'Object' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Handset source' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Object ID' }), ' 12 {Enter}');
  const query = '?accountId=5&objectKind=handset-source&objectId=12';
  expect(window.location.search).toBe(query);
  expect(requests.map(({ url }) => url)).toContain(`/api/audit${query}`);
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    `/api/audit/export-csv${query}`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(window.location.search).toBe('');
  expect(await screen.findByText('Nothing recorded yet.')).toBeDefined();
});

it('AUDIT-3 a failure to load says so', async () => {
  openAudit(() => [], { answers: failure(auditCalls.audit, 403) });
  expect((await screen.findByRole('alert')).textContent).toContain('The audit trail could not be loaded.');
  expect(screen.getByText('No data')).toBeDefined();
  expectLogged(/Failed to load the audit trail/);
});
