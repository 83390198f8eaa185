/** What a new entry of the directory may leave out. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { at } from '../../testing/test-client.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { client } = await openTestServer();

test.each([
  ['Partner', { name: 'Larch' }, { limitPerDay: null }],
  [
    'Office',
    { name: 'Annex', clientId: 1, phoneNumber: '+12135550150' },
    { managerFirstName: '', managerLastName: '', gatewayId: null },
  ],
  [
    'Phone',
    { name: 'Spare', phoneNumber: '+12135550151', carrier: 'Verizon' },
    { evidence: 'handset', partnerId: null },
  ],
] as const)(
  'DIR-2 create%s may leave out what has a default; a change may not',
  async (kind, body, defaults) => {
    const made = await client.call(calls[`create${kind}`], { body });
    expect(made).toMatchObject({ ...body, ...defaults });
    const { path } = at(calls[`replace${kind}`], made.id);
    const tag = (await client.send('GET', path)).headers.get('etag') ?? '';
    const problem = await client.problem({ method: 'PUT', path }, { body, headers: { 'if-match': tag } });
    expect(problem).toMatchObject({ status: 422, code: 'body.invalid' });
    expect(problem.errors?.map(({ field }) => field)).toEqual(Object.keys(defaults));
  },
);
