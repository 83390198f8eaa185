import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { directoryCalls } from '@textprobe/contract/directory';
import { testCalls } from '@textprobe/contract/tests';
import { beforeEach, expect, it } from 'vitest';
import { answer, expectLogged, renderPart } from '../../../testing/render-part.tsx';
import { DIRECTORY_ANSWERS, SAMPLE_DIRECTORY } from '../../../testing/sample-directory.ts';
import { sampleTest } from '../../../testing/sample-reports.ts';
import { type Answers, json, stubFetch } from '../../../testing/stub-fetch.ts';
import { SEVERAL_DRAFT_KEY } from '../../../ui/unsent-drafts.ts';
import { closeAlert, keepSampleDraft, sentTests } from '../testing/form-parts.ts';
import { SeveralScreen } from './several-screen.tsx';

const CREATE = `POST ${testCalls.createTest.path}`;
const ANSWERS = {
  'GET /api/csrf': () => new Response('token'),
  ...DIRECTORY_ANSWERS,
  ...answer(testCalls.createTest, sampleTest()),
};

beforeEach(() => {
  sessionStorage.clear();
  keepSampleDraft();
});

function openSeveral(answers: Answers) {
  const requests = stubFetch(answers);
  renderPart(<SeveralScreen />, { path: '/create-tests/several', route: '/create-tests/several' });
  return { requests, creations: () => requests.filter(({ method }) => method === 'POST') };
}

const textBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'One message per line' });
const write = (...lines: readonly string[]) =>
  fireEvent.change(textBox(), { target: { value: lines.join('\n') } });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sum = () => document.querySelector('#sum')?.textContent;
/** What a line says, numbered from 1. */
const cell = (line: number, label: 'Test' | 'When') =>
  document.querySelectorAll(`tbody [data-label="${label}"]`)[line - 1]?.textContent;

it('EVIDENCE-7 a retry after lost and refused calls creates the rest, and nothing twice', async () => {
  const answers: Record<string, Answers[string]> = { ...ANSWERS };
  answers[CREATE] = async (request) => {
    const [test] = await sentTests([request]);
    if (test?.messageBody === 'Retry 1')
      return json({ code: 'database.down', detail: 'The database is unavailable.' }, { status: 503 });
    if (test?.messageBody === 'Retry 3') throw new TypeError('the answer was lost');
    return json(sampleTest());
  };
  const before = openSeveral(answers);
  write('Retry 1', 'Retry 2', 'Retry 3', 'Retry 4');
  await press('Create 4 tests');
  await screen.findByRole('button', { name: 'Retry the rest' });
  expect(cell(1, 'Test')).toBe('The database is unavailable.');
  expect(cell(3, 'Test')).toBe('The server could not be reached. Check the connection.');
  expectLogged(/Failed to create the test of line 1/, /of line 3/);
  // The keys survive a reload, and the text can be corrected in the meantime.
  cleanup();
  const after = openSeveral(ANSWERS);
  write('Retry 0', ...textBox().value.split('\n'));
  await waitFor(() => expect(sum()).toBe('2 tests created. 3 tests are ready: 3 messages.'));
  await press('Create 3 tests');
  expect(await screen.findByText(/^5 tests created\./)).toBeDefined();
  const keys = async ({ requests, creations }: typeof before) => {
    const tests = await sentTests(requests);
    return new Map(
      tests.map(({ messageBody }, index) => [
        messageBody,
        creations()[index]?.headers.get('Idempotency-Key'),
      ]),
    );
  };
  const [first, second] = [await keys(before), await keys(after)];
  expect([...second.keys()]).toEqual(['Retry 0', 'Retry 1', 'Retry 3']);
  expect([...new Set(first.values())]).toHaveLength(4);
  expect(second.get('Retry 1')).toBe(first.get('Retry 1'));
  expect(second.get('Retry 3')).toBe(first.get('Retry 3'));
});

it('EVIDENCE-7 at most 4 calls are in flight; leaving asks, and what they created is known on return', async () => {
  const held = Promise.withResolvers<void>();
  const { creations } = openSeveral({
    ...ANSWERS,
    [CREATE]: async () => {
      await held.promise;
      return json(sampleTest());
    },
  });
  write(...Array.from({ length: 6 }, (_, index) => `Held ${index}`));
  await press('Create 6 tests');
  await screen.findByRole('button', { name: 'Creating 1 of 6' });
  await waitFor(() => expect(creations()).toHaveLength(4));
  expect(cell(4, 'Test')).toBe('Creating...');
  expect(cell(5, 'Test')).toBe('Waiting');
  await userEvent.click(screen.getByRole('link', { name: 'Create one test' }));
  expect((await closeAlert('Leave')).textContent).toContain('Leave while tests are being created?');
  await waitFor(() => expect(location.pathname).toBe('/create-tests'));
  held.resolve();
  // Tests in flight are created; the draft records them.
  const known = () => sessionStorage.getItem(SEVERAL_DRAFT_KEY)?.match(/"testId":\d+/g);
  await waitFor(() => expect(known()).toHaveLength(4));
  expect(creations()).toHaveLength(4);
  cleanup();
  openSeveral(ANSWERS);
  await waitFor(() => expect(sum()).toBe('4 tests created. 2 tests are ready: 2 messages.'));
});

it('EVIDENCE-7 asks about a time that has passed and more than 5,000 messages, and refuses more than 200 lines', async () => {
  const offices = Array.from({ length: 13 }, (_, id) =>
    SAMPLE_DIRECTORY.offices.slice(0, 1).map((one) => ({ ...one, id })),
  ).flat();
  keepSampleDraft({
    partners: 'all',
    clients: 'all',
    offices: 'all',
    phones: [5, 6],
    testType: 'SCHEDULED',
    scheduledAt: '2025-11-30T09:30',
  });
  const { creations } = openSeveral({
    ...ANSWERS,
    ...answer(directoryCalls.wholeDirectory, { ...SAMPLE_DIRECTORY, offices }),
  });
  const lines = Array.from({ length: 200 }, (_, index) => `Many ${index}`);
  write(...lines);
  await waitFor(() => expect(sum()).toBe('200 tests are ready: 5,200 messages.'));
  expect(cell(1, 'When')).toContain('This time has passed');
  await press('Create 200 tests');
  const asked = (await closeAlert('Cancel')).textContent;
  expect(asked).toContain('The time of 200 tests has passed. Send 5,200 messages now?');
  expect(asked).toContain('Send 5,200 messages?');
  write(...lines, 'One too many');
  expect(await screen.findByText(/At most 200 tests are created at once\. Remove 1 line,/)).toBeDefined();
  await press('Create 200 tests');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(creations()).toEqual([]);
});
