/** The list of accounts over HTTP, and ids that no account has. */
import { calls } from '@textprobe/contract/calls';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { expect, test } from 'vitest';
import { at } from '../../testing/test-client.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { client } = await openTestServer();

const { inviteAccount, listAccounts, readAccount, changeAccount, deleteInvitation } = calls;
const { disableAccount, enableAccount, endAccountSessions } = calls;
const UNKNOWN = '404 account.unknown';

test('ACCT-4 an id that no account has, or that is none, is unknown to every call', async () => {
  const change = { body: { name: '', role: 'viewer', partnerIds: null } };
  for (const id of [999, 'vera', '1e3', '99999999999']) {
    for (const call of [readAccount, deleteInvitation, disableAccount, enableAccount, endAccountSessions])
      expect(await client.refusal(at(call, id))).toBe(UNKNOWN);
    expect(await client.refusal(at(changeAccount, id), change)).toBe(UNKNOWN);
  }
});

test('ACCT-4 the list is searched by words of username, name, email and role, and read page by page', async () => {
  for (const [username, name, role] of [
    ['paula', 'Paula Quill', 'viewer'],
    ['peter', 'Peter Quill', 'operator'],
    ['petra', '', 'viewer'],
  ])
    await client.call(inviteAccount, {
      body: { username, name, role, partnerIds: null, email: `${username}@mail.example` },
    });
  const found = async (query: Record<string, string | number>) => {
    const response = await client.send('GET', listAccounts.path, { query });
    const names = ((await response.json()) as { username: string }[]).map(({ username }) => username);
    return [names, response.headers.get(TOTAL_COUNT_HEADER)];
  };
  expect(await found({ text: 'QUILL' })).toEqual([['paula', 'peter'], '2']);
  expect(await found({ text: ' quill  oper' })).toEqual([['peter'], '1']);
  expect(await found({ text: 'PETRA@mail' })).toEqual([['petra'], '1']);
  expect(await found({ text: 'p%' })).toEqual([[], '0']);
  expect(await found({ text: 'mail.example', pageSize: 2 })).toEqual([['paula', 'peter'], '3']);
  expect(await found({ text: 'mail.example', pageSize: 2, page: 2 })).toEqual([['petra'], '3']);
  expect(await found({ text: 'mail.example', pageSize: 2, page: 3 })).toEqual([[], '3']);
});
