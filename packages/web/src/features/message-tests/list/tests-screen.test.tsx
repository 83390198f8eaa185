import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { directoryCalls, type FoundEntry } from '@textprobe/contract/directory';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { testCalls } from '@textprobe/contract/tests';
import { afterEach, expect, it, vi } from 'vitest';
import { answer, expectLogged, failure, renderPart } from '../../../testing/render-part.tsx';
import { sampleTest } from '../../../testing/sample-reports.ts';
import { type Answers, stubFetch } from '../../../testing/stub-fetch.ts';
import { closeAlert } from '../testing/form-parts.ts';
import { TestsScreen } from './tests-screen.tsx';

afterEach(() => void vi.useRealTimers());

const UNEXECUTED = { executionStatus: 'UNEXECUTED' } as const;

function openTests(answers: Answers, search = '') {
  const requests = stubFetch(answers);
  renderPart(<TestsScreen />, { path: `/tests${search}` });
  return requests;
}

/** Two tests, the newer one first. */
const list = (changes: Parameters<typeof sampleTest>[0] = {}) => ({
  'GET /api/csrf': () => new Response('token'),
  ...answer(testCalls.listTests, [
    sampleTest({ testId: 8, messageBody: 'To be deleted', ...changes }),
    sampleTest({ messageBody: 'Kept', ...changes }),
  ]),
});
const rowCount = () => screen.queryAllByRole('link', { name: /^Report of test/ }).length;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('LIST-8 update and delete are refused once a test has begun, and say why', async () => {
  const requests = openTests(list({ executionStatus: 'FAILED' }));
  for (const [action, word] of [
    ['update', 'Update'],
    ['delete', 'Delete'],
  ] as const) {
    const button = await screen.findByRole('button', { name: `${word} test 7` });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect((await closeAlert()).textContent).toContain(
      `Cannot ${action} test. Test has execution status: FAILED. Only unexecuted tests can be ${action}d.`,
    );
    await waitFor(() => expect(document.activeElement).toBe(button));
  }
  expect(location.pathname).toBe('/tests');
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('LIST-9 Delete asks first, and Cancel leaves everything as it is', async () => {
  const requests = openTests(list(UNEXECUTED));
  await press('Delete test 7');
  const alert = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to delete this test?',
    description: 'This deletes test 7 “Kept”.',
  });
  await waitFor(() =>
    expect(document.activeElement).toBe(within(alert).getByRole('button', { name: 'Cancel' })),
  );
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(rowCount()).toBe(2);
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('LIST-9 on success the row disappears at once, before the list is refetched', async () => {
  const answers: Record<string, Answers[string]> = {
    ...list(UNEXECUTED),
    [`DELETE ${testCalls.deleteTest.path}`]: () => {
      answers[`GET ${testCalls.listTests.path}`] = () => new Promise(() => {});
      return new Response(null, { status: 204 });
    },
  };
  const requests = openTests(answers);
  await press('Delete test 8');
  await closeAlert('Delete');
  await waitFor(() => expect(rowCount()).toBe(1));
  expect(screen.queryByText('To be deleted')).toBeNull();
  expect(requests.find(({ method }) => method === 'DELETE')?.url).toContain('testId=8');
});

it('LIST-9 a failure shows the server’s reason', async () => {
  const detail = 'Cannot delete test. Test has execution status: EXECUTING.';
  openTests({ ...list(UNEXECUTED), ...failure(testCalls.deleteTest, 409, { detail }) });
  await press('Delete test 7');
  await closeAlert('Delete');
  await screen.findByRole('alertdialog', { name: /^Failed to delete/ });
  const alert = await closeAlert();
  expect(alert.textContent).toContain('Failed to delete test. Please try again.');
  expect(alert.textContent).toContain(detail);
  expect(rowCount()).toBe(2);
  expectLogged(/status: 409/);
});

it.each([
  ['any test is EXECUTING', { executionStatus: 'EXECUTING' }],
  ['any test is of type SCHEDULED', { testType: 'SCHEDULED' }],
  ['any test is of type RECURRING', { testType: 'RECURRING' }],
] as const)('LIST-11 fetches the list every 60 seconds while %s', async (_title, change) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requests = openTests(list(change));
  await screen.findByText('Kept');
  for (const round of [1, 2, 3]) {
    expect(requests.filter(isList)).toHaveLength(round);
    await act(() => vi.advanceTimersByTimeAsync(60_500));
  }
});

const isList = ({ url }: { readonly url: string }) => url.startsWith(testCalls.listTests.path);

it('LIST-11 fetches the list on Refresh only, while nothing can change', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requests = openTests(list());
  await screen.findByText('Kept');
  await act(() => vi.advanceTimersByTimeAsync(180_000));
  // Its clock has advanced, and relative times were rendered again.
  expect(screen.getByText('Updated 3 min ago')).toBeDefined();
  expect(requests.filter(isList)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Updated just now')).toBeDefined();
  expect(requests.filter(isList)).toHaveLength(2);
});

it('LIST-2 a filter searches by an entry’s own or its parent’s name, and says how many more match', async () => {
  const entry = (name: string): FoundEntry => ({
    id: 7,
    name,
    parents: ['Acorn North', 'Acorn'],
    parentIds: [2, 1],
    isRetired: false,
  });
  openTests({
    ...list(),
    ...answer(
      directoryCalls.searchDirectory,
      (query) => {
        const text = query.get('text') ?? '';
        if (text === 'pine') return [entry('Pine Road')];
        return text === 'oakland' || query.has('ids') ? [entry('Oakland')] : [];
      },
      (query) => (query.get('text') === 'pine' ? { [TOTAL_COUNT_HEADER]: '1001' } : {}),
    ),
  });
  const office = screen.getByRole<HTMLInputElement>('combobox', { name: 'Office' });
  await userEvent.click(office);
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  const type = (text: string) => fireEvent.change(office, { target: { value: text } });
  type('pine');
  expect(await screen.findByText('Acorn North, Acorn')).toBeDefined();
  expect(options()).toEqual(['Pine Road', '1,000 more: type to narrow the list']);
  type('nowhere at all');
  expect(await screen.findByText('No match')).toBeDefined();
  type('oakland');
  await userEvent.click(await screen.findByRole('option', { name: 'Oakland' }));
  expect(location.search).toBe('?officeId=7');
  await waitFor(() => expect(office.value).toBe('Oakland'));
});

it('LIST-12 a filter by an unknown id shows the id', async () => {
  openTests({ ...list(), ...answer(directoryCalls.searchDirectory, []) }, '?officeId=999999');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Office' }).value).toBe('Office 999999'),
  );
});

it('DATA-9 a failed directory search is logged and shown in the filter; the tests stay', async () => {
  openTests({ ...list(), ...failure(directoryCalls.searchDirectory, 404) });
  await userEvent.click(screen.getByRole('combobox', { name: 'Partner' }));
  expect(await screen.findByText('Could not be loaded')).toBeDefined();
  await waitFor(() => expect(rowCount()).toBe(2));
  expectLogged(/Failed to load the partners/);
});

it('DATA-9 a list that fails to load is empty and says so, and Refresh retries', async () => {
  const answers: Record<string, Answers[string]> = { ...failure(testCalls.listTests, 404) };
  openTests(answers);
  expect((await screen.findByRole('alert')).textContent).toContain('The tests could not be loaded');
  // It is unknown whether there are any.
  expect(screen.getByText('No data')).toBeDefined();
  Object.assign(answers, list());
  await press('Refresh');
  await waitFor(() => expect(rowCount()).toBe(2));
  expect(screen.queryByRole('alert')).toBeNull();
  expectLogged(/Failed to load the tests/);
});
