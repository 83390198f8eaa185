/** Creating and listing tests. */
import { expect, it } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { generateTestPDF } from './messages.ts';
import {
  createMMSTest,
  createSMSTest,
  deleteTest,
  getAllTests,
  getIndividualTest,
  updateTest,
} from './tests.ts';

const T = '/api/tests/sm/v1/deliverabilitytest';
const wire = { testId: 7, clientIDs: '{"clientIDs":[1]}', officeIDs: { officeIDs: [2] } };
const read = { testId: 7, clientIDs: { clientIDs: [1] }, officeIDs: { officeIDs: [2] } };
const csrf = { 'GET /api/csrf': () => new Response('token-1') };

it('CALL-5 creates an SMS test as form data: content as JSON, and a placeholder text file', async () => {
  const requests = stubFetch({ ...csrf, [`POST ${T}/create`]: () => json(wire, { status: 201 }) });
  expect(await createSMSTest({ messageBody: 'Hi', phoneIDs: [1] })).toEqual(read);
  const form = requests.at(-1)?.body as FormData;
  const content = form.get('content') as File;
  expect(content.type).toBe('application/json');
  expect(JSON.parse(await content.text())).toEqual({ messageBody: 'Hi', phoneIDs: [1] });
  expect(form.get('files')).toMatchObject({ name: 'placeholder.txt', type: 'text/plain' });
});

it('CALL-6 LIST-13 fetches one page by the filters that are set, and reads the total', async () => {
  const requests = stubFetch({
    [`GET ${T}/all`]: () => json([wire], { headers: { 'X-Total-Count': '43' } }),
  });
  const page = await getAllTests({ partnerId: 2, clientId: undefined }, { page: 3, pageSize: 10 });
  expect(requests[0]?.url).toBe(`${T}/all?partnerId=2&page=3&pageSize=10`);
  expect(page).toEqual({ tests: [read], total: 43 });
});

it('DATA-1 takes client and office ids as JSON strings too', async () => {
  stubFetch({ [`GET ${T}/get`]: () => json(wire) });
  expect(await getIndividualTest(7)).toEqual(read);
});

it('CALL-9 deletes by id', async () => {
  const requests = stubFetch({ ...csrf, [`DELETE ${T}/delete`]: () => new Response(null, { status: 204 }) });
  await deleteTest(7);
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', url: `${T}/delete?testId=7` });
});

it('CALL-5 creates an MMS test with its files, or with an empty text file if it has none', async () => {
  const requests = stubFetch({ ...csrf, [`POST ${T}/create`]: () => json(wire, { status: 201 }) });
  const cat = new File(['cat'], 'cat.png', { type: 'image/png' });
  const dog = new File(['dog'], 'dog.png', { type: 'image/png' });
  expect(await createMMSTest({ messageType: 'MMS' }, [cat, dog], 'key-1')).toEqual(read);
  const form = requests.at(-1)?.body as FormData;
  expect(form.getAll('files')).toEqual([cat, dog]);
  expect(requests.at(-1)?.headers.get('Idempotency-Key')).toBe('key-1');
  await createMMSTest({ messageType: 'MMS' }, []);
  const bare = requests.at(-1)?.body as FormData;
  expect(bare.get('files')).toMatchObject({ type: 'text/plain', size: 0 });
});

it('CALL-8 updates by id: form data with the content as JSON, and the added files', async () => {
  const requests = stubFetch({ ...csrf, [`PUT ${T}/update`]: () => json(wire) });
  const added = new File(['cat'], 'cat.png', { type: 'image/png' });
  expect(await updateTest(7, { messageBody: 'Changed' }, [added], 'key-1')).toEqual(read);
  const form = requests.at(-1)?.body as FormData;
  expect(JSON.parse(await (form.get('content') as File).text())).toEqual({
    testId: 7,
    messageBody: 'Changed',
  });
  expect(form.getAll('files')).toEqual([added]);
  expect(requests.at(-1)?.headers.get('Idempotency-Key')).toBe('key-1');
});

it('CALL-13 fetches the PDF of a test as a blob', async () => {
  const path = '/api/tests/sm/v1/deliverabilitytestlogs/generate-pdf';
  const requests = stubFetch({ [`GET ${path}`]: () => new Response('%PDF-1.7') });
  expect(await (await generateTestPDF(7)).text()).toBe('%PDF-1.7');
  expect(requests[0]?.url).toBe(`${path}?id=7`);
});

it('CALL-24 exports every operation of the specification under its name', async () => {
  const modules = await Promise.all([
    import('./accounts.ts'),
    import('./directory.ts'),
    import('./messages.ts'),
    import('./tests.ts'),
  ]);
  const exported: Record<string, unknown> = Object.assign({}, ...modules);
  const names = [
    'checkAuthStatus',
    'getPartners',
    'getClientsByPartnerId',
    'getAllClients',
    'getOfficesByClientId',
    'getAllOffices',
    'getPhoneNumbers',
    'createSMSTest',
    'createMMSTest',
    'getAllTests',
    'getIndividualTest',
    'updateTest',
    'deleteTest',
    'getTestReport',
    'generateTestPDF',
  ];
  expect(names.filter((name) => typeof exported[name] !== 'function')).toEqual([]);
});
