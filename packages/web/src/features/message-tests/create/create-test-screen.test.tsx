import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { directoryCalls } from '@textprobe/contract/directory';
import { testCalls } from '@textprobe/contract/tests';
import { beforeEach, expect, it } from 'vitest';
import { answer, expectLogged, failure, renderPart } from '../../../testing/render-part.tsx';
import { json, stubFetch } from '../../../testing/stub-fetch.ts';
import { CreateTestScreen } from './create-test-screen.tsx';

const CSRF = { 'GET /api/csrf': () => new Response('token') };
const DIRECTORY = {
  ...answer(directoryCalls.partners, [{ id: 2, name: 'Harbor Health Group' }]),
  ...answer(directoryCalls.testPhones, [
    { phoneID: 5, name: 'Avery', phoneNumber: '+15553010001', carrier: 'Verizon' },
  ]),
};

beforeEach(() => sessionStorage.clear());

const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

async function write(text: string): Promise<void> {
  await userEvent.type(messageBox(), text);
  await userEvent.click(screen.getByRole('button', { name: 'Create Test' }));
}

/** Closes the alert. @returns what it said */
async function readAlert(): Promise<string | null> {
  const alert = await screen.findByRole('alertdialog');
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  return alert.textContent;
}

it('CALL-22 a server error shows the screen’s alert and the request id, and keeps what was typed', async () => {
  stubFetch({
    ...CSRF,
    ...DIRECTORY,
    ...failure(testCalls.createTest, 500, {
      detail: 'Something went wrong here.',
      requestId: 'request-4711',
    }),
  });
  renderPart(<CreateTestScreen />);
  await write('Typed with care');
  const alert = await readAlert();
  expect(alert).toContain('Failed to create test. Please try again.');
  expect(alert).toContain('Request request-4711');
  expect(messageBox().value).toBe('Typed with care');
  expectLogged(/Failed to create the test.*HTTP error! status: 500 - \{/);
});

it('CALL-22 without a CSRF token, nothing is sent', async () => {
  const requests = stubFetch({ ...DIRECTORY, 'GET /api/csrf': () => new Response('', { status: 503 }) });
  renderPart(<CreateTestScreen />);
  await write('Typed with care');
  expect(await readAlert()).toContain('Failed to create test. Please try again.');
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  expectLogged(/Failed to fetch CSRF token: 503/);
});

it("DATA-9 a failure to load partners and phones is logged, and leaves only 'All' or an empty list", async () => {
  stubFetch({ ...failure(directoryCalls.partners, 404), ...failure(directoryCalls.testPhones, 404) });
  renderPart(<CreateTestScreen />);
  const optionsOf = async (name: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name }));
    const list = await screen.findByRole('listbox', { name });
    const options = within(list).queryAllByRole('option');
    await userEvent.keyboard('{Escape}');
    return options.map(({ textContent }) => textContent);
  };
  expect(await optionsOf('Partner')).toEqual(['All']);
  expect(await optionsOf('Phone Numbers')).toEqual([]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expectLogged(/Failed to load the partners/, /Failed to load the phones/);
});

it('CREATE-19 a retry after a lost response sends the same idempotency key', async () => {
  let isLost = true;
  const requests = stubFetch({
    ...CSRF,
    ...DIRECTORY,
    [`POST ${testCalls.createTest.path}`]: () => {
      if (!isLost) return json({}, { status: 500 });
      isLost = false;
      throw new TypeError('the answer was lost');
    },
  });
  renderPart(<CreateTestScreen />);
  await write('Meant once');
  await readAlert();
  await userEvent.click(screen.getByRole('button', { name: 'Create Test' }));
  await readAlert();
  const keys = requests
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expectLogged(/Failed to create the test/);
});
