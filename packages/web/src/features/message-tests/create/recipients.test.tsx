import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { directoryCalls } from '@textprobe/contract/directory';
import { testCalls } from '@textprobe/contract/tests';
import { beforeEach, expect, it } from 'vitest';
import {
  answer,
  expectAccessible,
  expectLogged,
  failure,
  renderPart,
} from '../../../testing/render-part.tsx';
import { DIRECTORY_ANSWERS } from '../../../testing/sample-directory.ts';
import { type Answers, json, type RecordedRequest, stubFetch } from '../../../testing/stub-fetch.ts';
import {
  choose,
  closeAlert,
  keepSampleDraft,
  openPicker,
  optionsOf,
  picker,
  submitButton,
  summary,
} from '../testing/form-parts.ts';
import { CreateTestScreen } from './create-test-screen.tsx';

const HARBOR = 'Harbor Health Group';
const SUMMIT = 'Summit Property Partners';

beforeEach(() => sessionStorage.clear());

function openCreate(answers: Answers) {
  const requests = stubFetch(answers);
  renderPart(<CreateTestScreen />);
  return requests;
}

/** Answers the children of this parent only once released, with the answer or a 404. */
function holdChildren(call: 'clients' | 'offices', query: string) {
  const name = `GET ${directoryCalls[call].path}` as const;
  const usual = DIRECTORY_ANSWERS[name];
  const held = Promise.withResolvers<Response | null>();
  const answer = async (request: RecordedRequest) =>
    (request.url.endsWith(query) ? await held.promise : null) ?? usual?.(request) ?? json([]);
  return { answers: { ...DIRECTORY_ANSWERS, [name]: answer }, release: held.resolve };
}

it('an empty directory says so, and how to fill it', async () => {
  openCreate({ ...DIRECTORY_ANSWERS, ...answer(directoryCalls.partners, []) });
  expect(
    await screen.findByText(/The directory is empty, so there are no offices to send from\./),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'Directory' })).toBeDefined();
});

it('CREATE-13 ignores late clients of a deselected partner', async () => {
  const { answers, release } = holdChildren('clients', 'partnerId=2');
  openCreate(answers);
  await choose('Partner', HARBOR);
  expect(picker('Client').textContent).toBe('Loading clients...');
  await choose('Partner', HARBOR, SUMMIT);
  expect(picker('Partner').textContent).toBe(SUMMIT);
  const clients = await openPicker('Client');
  await waitFor(() => expect(optionsOf(clients)).toEqual(['All', 'Alder Street Apartments']));
  release(null);
  await new Promise((resolve) => setTimeout(resolve));
  expect(optionsOf(clients)).toEqual(['All', 'Alder Street Apartments']);
});

it('CREATE-13 ignores late offices of a deselected client', async () => {
  const { answers, release } = holdChildren('offices', 'clientId=20');
  openCreate(answers);
  await choose('Partner', HARBOR);
  await choose('Client', 'Bayview Dental');
  expect(picker('Office').textContent).toBe('Loading offices...');
  await choose('Client', 'Bayview Dental', 'Cedar Family Medicine');
  const offices = await openPicker('Office');
  await waitFor(() => expect(optionsOf(offices)).toEqual(['All', 'Sacramento (+19165550111)']));
  release(null);
  await new Promise((resolve) => setTimeout(resolve));
  expect(optionsOf(offices)).toEqual(['All', 'Sacramento (+19165550111)']);
});

it('DATA-10 one more client needs one request, and late offices join the list', async () => {
  const { answers, release } = holdChildren('offices', 'clientId=21');
  const requests = openCreate(answers);
  await choose('Partner', HARBOR, SUMMIT);
  for (const client of ['Bayview Dental', 'Alder Street Apartments', 'Cedar Family Medicine'])
    await choose('Client', client);
  const offices = await openPicker('Office');
  const early = ['All', 'Berkeley (+15105550102)', 'Oakland (+15105550101)', 'Denver (+13035550131)'];
  await waitFor(() => expect(optionsOf(offices).sort()).toEqual(early.sort()));
  release(null);
  await waitFor(() => expect(optionsOf(offices)).toContain('Sacramento (+19165550111)'));
  // The delayed call is aborted when its client is deselected, and sent again.
  const prompt = requests.filter(({ url }) => url.includes('/offices?') && !url.endsWith('=21'));
  expect(prompt).toHaveLength(2);
});

it('DATA-9 skips the clients of a partner that fail to load, with a message, and adds them later', async () => {
  const { answers, release } = holdChildren('clients', 'partnerId=3');
  release(json({}, { status: 404 }));
  const changing: Record<string, Answers[string]> = { ...answers };
  openCreate(changing);
  await choose('Partner', HARBOR, SUMMIT);
  await choose('Client', 'All');
  await choose('Office', 'All');
  const words = `Could not load the clients of ${SUMMIT}.`;
  await screen.findByText(words, { exact: false });
  await waitFor(() => expect(picker('Office').textContent).toBe('All3'));
  expect(picker('Client').textContent).toBe('All2');
  await userEvent.click(screen.getByRole('button', { name: /^Select all/ }));
  expect(summary()).toBe(
    '3 offices × 2 phones = 6 messages of 1 segment, excluding those that could not be loaded',
  );
  await expectAccessible();
  Object.assign(changing, DIRECTORY_ANSWERS);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(summary()).toBe('4 offices × 2 phones = 8 messages of 1 segment'));
  expect(picker('Client').textContent).toBe('All3');
  expect(screen.queryByText(words, { exact: false })).toBeNull();
  expectLogged(/Failed to load the clients of partner 3/);
});

it('CREATE-14, DATA-9, DATA-10 all partners load and select every client and office at once, with a message until it succeeds', async () => {
  const answers = { ...DIRECTORY_ANSWERS, ...failure(directoryCalls.wholeDirectory, 404) };
  const requests = openCreate(answers);
  await choose('Partner', 'All');
  const words = 'Could not load the clients and offices.';
  await screen.findByText(words, { exact: false });
  Object.assign(answers, DIRECTORY_ANSWERS);
  const before = requests.length;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(picker('Office').textContent).toBe('All4'));
  expect(picker('Client').textContent).toBe('All3');
  expect(picker('Partner').textContent).toBe('All2');
  expect(screen.queryByText(words, { exact: false })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Select all/ }));
  expect(summary()).toBe('4 offices × 2 phones = 8 messages of 1 segment');
  const asked = requests.slice(before).filter(({ url }) => /\/(clients|offices|directory)(\?|$)/.test(url));
  expect(asked).toHaveLength(1);
  expectLogged(/Failed to load the directory/);
});

it('CREATE-14 recipients that fail to load during submission are not silently left out', async () => {
  const { answers, release } = holdChildren('clients', 'partnerId=3');
  keepSampleDraft({ partners: [2, 3], clients: [], offices: [] });
  const requests = openCreate({
    'GET /api/csrf': () => new Response('token'),
    ...answers,
    ...failure(testCalls.createTest, 400),
  });
  await waitFor(() => expect(summary()).toBe('Loading recipients...'));
  await userEvent.click(submitButton());
  release(json({}, { status: 404 }));
  expect((await closeAlert()).textContent).toContain('Some recipients could not be loaded.');
  await screen.findByText(`Could not load the clients of ${SUMMIT}.`, { exact: false });
  const sent = () => requests.filter(({ method }) => method === 'POST').length;
  expect(sent()).toBe(0);
  // After the warning, submitting is allowed.
  await userEvent.click(submitButton());
  await closeAlert();
  expect(sent()).toBe(1);
  expectLogged(/Failed to load the clients of partner 3/, /Failed to create the test/);
});
