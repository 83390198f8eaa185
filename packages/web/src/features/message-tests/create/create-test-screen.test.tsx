import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { directoryCalls } from '@textprobe/contract/directory';
import { testCalls } from '@textprobe/contract/tests';
import { beforeEach, expect, it } from 'vitest';
import { answer, expectLogged, failure, hold, renderPart } from '../../../testing/render-part.tsx';
import { DIRECTORY_ANSWERS } from '../../../testing/sample-directory.ts';
import { sampleTest } from '../../../testing/sample-reports.ts';
import { type Answers, json, stubFetch } from '../../../testing/stub-fetch.ts';
import {
  choose,
  closeAlert,
  keepSampleDraft,
  messageBox,
  openPicker,
  optionsOf,
  picker,
  sentTests,
  submitButton,
  write,
} from '../testing/form-parts.ts';
import { CreateTestScreen } from './create-test-screen.tsx';

const ANSWERS = {
  'GET /api/csrf': () => new Response('token'),
  ...DIRECTORY_ANSWERS,
  ...answer(testCalls.createTest, sampleTest()),
};
const CREATE = `POST ${testCalls.createTest.path}`;
const FAILED = 'Failed to create test. Please try again.';

beforeEach(() => {
  sessionStorage.clear();
  keepSampleDraft();
});

function openCreate(answers: Answers) {
  const requests = stubFetch(answers);
  renderPart(<CreateTestScreen />);
  return requests;
}

async function create(text = 'Typed with care'): Promise<void> {
  write(text);
  await userEvent.click(submitButton());
}

const isPost = ({ method }: { readonly method: string }) => method === 'POST';

it('CALL-22 a server error shows the screen’s alert and the request id, and keeps what was typed', async () => {
  openCreate({
    ...ANSWERS,
    ...failure(testCalls.createTest, 500, {
      detail: 'Something went wrong here.',
      requestId: 'request-4711',
    }),
  });
  await create();
  const alert = (await closeAlert()).textContent;
  expect(alert).toContain(FAILED);
  expect(alert).toContain('Request request-4711');
  expect(messageBox().value).toBe('Typed with care');
  expectLogged(/Failed to create the test.*HTTP error! status: 500 - \{/);
});

it('CALL-22 without a CSRF token, nothing is sent', async () => {
  const requests = openCreate({ ...ANSWERS, 'GET /api/csrf': () => new Response('', { status: 503 }) });
  await create();
  expect((await closeAlert()).textContent).toContain(FAILED);
  expect(requests.filter(isPost)).toEqual([]);
  expectLogged(/Failed to fetch CSRF token: 503/);
});

it("DATA-9 a failure to load partners and phones is logged, and leaves only 'All' or an empty list", async () => {
  sessionStorage.clear();
  openCreate({ ...failure(directoryCalls.partners, 404), ...failure(directoryCalls.testPhones, 404) });
  expect(optionsOf(await openPicker('Partner'))).toEqual(['All']);
  await userEvent.keyboard('{Escape}');
  expect(optionsOf(await openPicker('Phone Numbers'))).toEqual([]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expectLogged(/Failed to load the partners/, /Failed to load the phones/);
});

it('CREATE-18 the button is disabled while the request is in flight, and nothing is sent twice', async () => {
  const { answers, release } = hold(ANSWERS, testCalls.createTest);
  const requests = openCreate(answers);
  await create('Sent once');
  await waitFor(() => expect(submitButton().textContent).toBe('Creating Test...'));
  expect(submitButton().disabled).toBe(true);
  fireEvent.keyDown(messageBox(), { key: 'Enter', ctrlKey: true });
  release();
  expect((await closeAlert('Create another')).textContent).toContain('Test created successfully!');
  expect(requests.filter(isPost)).toHaveLength(1);
  expect(submitButton().textContent).toBe('Create Test');
});

it('CREATE-19 keeps text typed while a test is being created, as a new draft', async () => {
  const { answers, release } = hold(ANSWERS, testCalls.createTest);
  openCreate(answers);
  await create('Sent first');
  await waitFor(() => expect(submitButton().textContent).toBe('Creating Test...'));
  write('Typed later');
  release();
  await closeAlert('Create another');
  await waitFor(() => expect(document.activeElement).toBe(messageBox()));
  expect(messageBox().value).toBe('Typed later');
  await userEvent.keyboard(', and after');
  expect(messageBox().value).toBe('Typed later, and after');
  await waitFor(() =>
    expect(sessionStorage.getItem('textprobe-create-draft')).toContain('Typed later, and after'),
  );
});

it('CREATE-19 shows a failure with the reasons by field, and keeps the input', async () => {
  const tooLong = 'Make the message shorter.';
  const gone = 'There is no test phone with id 1.';
  openCreate({
    ...ANSWERS,
    ...failure(testCalls.createTest, 422, {
      code: 'body.invalid',
      errors: [
        { field: 'messageBody', code: 'too_big', message: tooLong },
        { field: 'phoneIDs', code: 'unknown', message: gone },
      ],
    }),
  });
  await create();
  const alert = await closeAlert();
  expect(alert.textContent).toContain(FAILED);
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([tooLong, gone]);
  const section = (name: string) => within(screen.getByRole('region', { name }));
  expect(section('Message').getByText(tooLong)).toBeDefined();
  expect(messageBox().getAttribute('aria-invalid')).toBe('true');
  expect(section('Phone Numbers').getByText(gone)).toBeDefined();
  expect(picker('Phone Numbers').getAttribute('aria-invalid')).toBe('true');
  expect(messageBox().value).toBe('Typed with care');
  expect(picker('Office').textContent).toBe('Oakland (+15105550101)');
  write('Typed with care!');
  expect(screen.queryByText(tooLong)).toBeNull();
  expect(screen.getByText(gone)).toBeDefined();
  expectLogged(/Failed to create the test/);
});

it('CREATE-19 an unreachable server is a failure too, and a retry sends the same idempotency key', async () => {
  const answers: Record<string, Answers[string]> = { ...ANSWERS };
  answers[CREATE] = () => Promise.reject(new TypeError('the answer was lost'));
  const requests = openCreate(answers);
  await create('Meant once');
  const alert = (await closeAlert()).textContent;
  expect(alert).toContain(FAILED);
  expect(alert).toContain('The server could not be reached.');
  expect(messageBox().value).toBe('Meant once');
  expect(submitButton().disabled).toBe(false);
  answers[CREATE] = () => json({}, { status: 500 });
  await userEvent.click(submitButton());
  await closeAlert();
  const keys = requests.filter(isPost).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expectLogged(/Failed to create the test/);
});

it('CREATE-21 sends All as all loaded ids, all partners as [1]', async () => {
  sessionStorage.clear();
  const requests = openCreate(ANSWERS);
  await choose('Partner', 'All');
  await choose('Phone Numbers', 'Avery');
  await create('To all');
  await closeAlert('Create another');
  expect(await sentTests(requests)).toEqual([
    expect.objectContaining({
      testType: 'IMMEDIATE',
      messageType: 'SMS',
      messageBody: 'To all',
      partnerIDs: [1],
      clientIDs: [20, 21, 30],
      officeIDs: [200, 201, 210, 300],
      phoneIDs: [5],
      mediaURLs: { media: [] },
      executionStatus: 'UNEXECUTED',
    }),
  ]);
});
