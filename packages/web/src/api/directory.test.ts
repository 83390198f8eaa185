/** Loading the directory. */
import { afterEach, expect, it, vi } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import {
  getAllClients,
  getAllOffices,
  getPartners,
  getPhoneNumbers,
  getWholeDirectory,
  searchDirectory,
} from './directory.ts';

const T = '/api/tests/sm/v1';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('CALL-1 CALL-4 reads partners and test phones', async () => {
  stubFetch({
    [`GET ${T}/partners`]: () => json([{ partnerId: 1, partnerName: 'Northwind' }]),
    [`GET ${T}/deliverabilitytestphones`]: () => json({ phones: ['+15553010001', 5553010002] }),
  });
  expect(await getPartners()).toEqual([{ id: 1, name: 'Northwind' }]);
  expect((await getPhoneNumbers()).map(({ phoneNumber }) => phoneNumber)).toEqual([
    '+15553010001',
    '5553010002',
  ]);
});

it('CALL-2 CALL-3 loads the children of each parent by its id', async () => {
  const requests = stubFetch({
    [`GET ${T}/clients`]: () => json([{ id: 11, name: 'A' }]),
    [`GET ${T}/offices`]: () => json([{ id: 110, name: 'B' }]),
  });
  expect(await getAllClients([{ id: 1 }, { id: 2 }])).toMatchObject([{ partnerId: 1 }, { partnerId: 2 }]);
  expect(await getAllOffices([{ id: 11 }])).toMatchObject([{ clientId: 11 }]);
  expect(requests.map(({ url }) => url)).toEqual([
    `${T}/clients?partnerId=1`,
    `${T}/clients?partnerId=2`,
    `${T}/offices?clientId=11`,
  ]);
});

it('DATA-4 reads both spellings of partners, clients and offices', async () => {
  stubFetch({
    [`GET ${T}/partners`]: () => json([{ id: 1, name: 'Northwind' }]),
    [`GET ${T}/clients`]: () => json([{ clientId: 11, clientName: 'A' }]),
    [`GET ${T}/offices`]: () => json([{ officeId: 110, officeName: 'B', phone: '5552010001' }]),
  });
  expect(await getPartners()).toEqual([{ id: 1, name: 'Northwind' }]);
  expect(await getAllClients([{ id: 1 }])).toEqual([{ id: 11, name: 'A', partnerId: 1 }]);
  expect(await getAllOffices([{ id: 11 }])).toMatchObject([
    { id: 110, name: 'B', clientId: 11, phoneNumber: '+15552010001' },
  ]);
});

it('DATA-10 reads the whole directory in one call, in both spellings', async () => {
  const requests = stubFetch({
    'GET /api/directory': () =>
      json({
        partners: [{ id: 1, name: 'Northwind' }],
        clients: [{ clientId: 11, clientName: 'A', partnerId: 1 }],
        offices: [{ id: 110, name: 'B', clientId: 11, officePhoneNumber: '5552010001' }],
      }),
  });
  expect(await getWholeDirectory()).toMatchObject({
    partners: [{ id: 1, name: 'Northwind' }],
    clients: [{ id: 11, name: 'A', partnerId: 1 }],
    offices: [{ id: 110, name: 'B', clientId: 11, phoneNumber: '+15552010001' }],
  });
  expect(requests).toHaveLength(1);
});

it('DATA-9 logs and skips a parent that fails', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let call = 0;
  stubFetch({
    [`GET ${T}/clients`]: () => {
      call += 1;
      return call === 1 ? new Response('', { status: 500 }) : json([{ id: 21, name: 'A', partnerId: 2 }]);
    },
  });
  expect(await getAllClients([{ id: 1 }, { id: 2 }])).toEqual([{ id: 21, name: 'A', partnerId: 2 }]);
  expect(log).toHaveBeenCalledTimes(1);
});

it('LIST-2 a search returns the first hundred matches and how many there are', async () => {
  const entry = { id: 7, name: 'Pine Road', parents: ['Acorn'], parentIds: [1], isRetired: false };
  const requests = stubFetch({
    'GET /api/directory/search': () => json([entry], { headers: { 'X-Total-Count': '1001' } }),
  });
  const found = await searchDirectory({ kind: 'office', text: 'pine' });
  expect(found).toEqual({ entries: [entry], total: 1_001 });
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/directory/search?kind=office&text=pine&pageSize=100',
  ]);
});
