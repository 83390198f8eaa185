/** Creating and listing tests. */
import { afterEach, expect, it, vi } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { createSMSTest, deleteTest, getAllTests, getIndividualTest } from './tests.ts';

const T = '/api/tests/sm/v1/deliverabilitytest';
const wire = { testId: 7, clientIDs: '{"clientIDs":[1]}', officeIDs: { officeIDs: [2] } };
const read = { testId: 7, clientIDs: { clientIDs: [1] }, officeIDs: { officeIDs: [2] } };
const csrf = { 'GET /api/csrf': () => new Response('token-1') };

afterEach(() => {
  vi.unstubAllGlobals();
});

it('CALL-5 creates an SMS test as form data: content as JSON, and a placeholder text file', async () => {
  const asked = stubFetch({ ...csrf, [`POST ${T}/create`]: () => json(wire, { status: 201 }) });
  expect(await createSMSTest({ messageBody: 'Hi', phoneIDs: [1] })).toEqual(read);
  const form = asked.at(-1)?.body as FormData;
  const content = form.get('content') as File;
  expect(content.type).toBe('application/json');
  expect(JSON.parse(await content.text())).toEqual({ messageBody: 'Hi', phoneIDs: [1] });
  expect(form.get('files')).toMatchObject({ name: 'placeholder.txt', type: 'text/plain' });
});

it('CALL-6 LIST-13 asks for one page by the filters that are set, and reads the count of them all', async () => {
  const asked = stubFetch({ [`GET ${T}/all`]: () => json([wire], { headers: { 'X-Total-Count': '43' } }) });
  const page = await getAllTests({ partnerId: 2, clientId: undefined }, { page: 3, pageSize: 10 });
  expect(asked[0]?.url).toBe(`${T}/all?partnerId=2&page=3&pageSize=10`);
  expect(page).toEqual({ tests: [read], total: 43 });
});

it('DATA-1 takes client and office ids as JSON strings too', async () => {
  stubFetch({ [`GET ${T}/get`]: () => json(wire) });
  expect(await getIndividualTest(7)).toEqual(read);
});

it('CALL-9 deletes by id', async () => {
  const asked = stubFetch({ ...csrf, [`DELETE ${T}/delete`]: () => new Response(null, { status: 204 }) });
  await deleteTest(7);
  expect(asked.at(-1)).toMatchObject({ method: 'DELETE', url: `${T}/delete?testId=7` });
});
