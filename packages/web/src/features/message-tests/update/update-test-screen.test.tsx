import { screen, waitFor } from '@testing-library/react';
import { directoryCalls } from '@textprobe/contract/directory';
import { testCalls } from '@textprobe/contract/tests';
import { beforeEach, expect, it } from 'vitest';
import { answer, expectAccessible, failure, hold, renderPart } from '../../../testing/render-part.tsx';
import { DIRECTORY_ANSWERS } from '../../../testing/sample-directory.ts';
import { sampleTest } from '../../../testing/sample-reports.ts';
import { type Answers, stubFetch } from '../../../testing/stub-fetch.ts';
import { choose, messageBox, picker, summary } from '../testing/form-parts.ts';
import { UpdateTestScreen } from './update-test-screen.tsx';

/** One message from Oakland to Avery, in a month. */
const TEST = sampleTest({
  testType: 'SCHEDULED',
  executionStatus: 'UNEXECUTED',
  scheduledTimestamp: '2099-01-05T12:00:00.000-08:00',
  partnerId: 2,
  partnerIDs: [2],
  clientIDs: { clientIDs: [20] },
  officeIDs: { officeIDs: [200] },
});
const ANSWERS = { ...DIRECTORY_ANSWERS, ...answer(testCalls.getTest, TEST) };

beforeEach(() => sessionStorage.clear());

function openUpdate(answers: Answers, id = '7') {
  const requests = stubFetch(answers);
  renderPart(<UpdateTestScreen />, { route: '/update-test/:id', path: `/update-test/${id}` });
  return requests;
}

it("UPDATE-1 shows 'Loading test data...' until the test is fetched", async () => {
  const { answers, release } = hold(ANSWERS, testCalls.getTest);
  openUpdate(answers);
  expect(await screen.findByText('Loading test data...')).toBeDefined();
  await expectAccessible();
  release();
  await waitFor(() => expect(messageBox().value).toBe('Hello {first_name}'));
  expect(screen.queryByText('Loading test data...')).toBeNull();
});

it("UPDATE-1 'Test not found.' when there is none, without a request for an invalid id", async () => {
  openUpdate(DIRECTORY_ANSWERS, '987654');
  expect(await screen.findByText('Test not found.')).toBeDefined();
  expect(openUpdate(DIRECTORY_ANSWERS, 'seven')).toEqual([]);
  expect(screen.getAllByText('Test not found.')).toHaveLength(2);
});

it('UPDATE-1 any other failure to load returns silently to /tests', async () => {
  openUpdate(failure(testCalls.getTest, 400));
  await waitFor(() => expect(location.pathname).toBe('/tests'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('UPDATE-6, UPDATE-7 the pickers say that they are loading', async () => {
  const partners = hold(ANSWERS, directoryCalls.partners);
  const phones = hold(partners.answers, directoryCalls.testPhones);
  const answers: Record<string, Answers[string]> = { ...phones.answers };
  openUpdate(answers);
  await screen.findByRole('form', { name: 'Update Test' });
  expect(picker('Partner').textContent).toBe('Loading partners...');
  expect(picker('Phone Numbers').textContent).toBe('Loading phone numbers...');
  expect(summary()).toBe('Loading recipients...');
  partners.release();
  phones.release();
  await waitFor(() => expect(summary()).toBe('1 office × 1 phone = 1 message of 1 segment'));
  expect(picker('Partner').textContent).toBe('Harbor Health Group');
  expect(picker('Phone Numbers').textContent).toBe('Avery - +12135550181 - AT&T');

  const clients = hold(ANSWERS, directoryCalls.clients);
  const offices = hold(clients.answers, directoryCalls.offices);
  Object.assign(answers, offices.answers);
  await choose('Partner', 'Summit Property Partners');
  expect(picker('Client').textContent).toBe('Loading clients...');
  clients.release();
  await choose('Client', 'Alder Street Apartments');
  expect(picker('Office').textContent).toBe('Loading offices...');
  offices.release();
  await waitFor(() => expect(picker('Office').textContent).toBe('Choose offices'));
});

it('UPDATE-7 phone numbers are a multi-select that says when it is loading, without a choice too', async () => {
  const noPhones = answer(testCalls.getTest, { ...TEST, phoneIDs: { phoneIDs: [] } });
  const { answers, release } = hold({ ...ANSWERS, ...noPhones }, directoryCalls.testPhones);
  openUpdate(answers);
  await screen.findByRole('form', { name: 'Update Test' });
  expect(picker('Phone Numbers').textContent).toBe('Loading phone numbers...');
  release();
  await waitFor(() => expect(picker('Phone Numbers').textContent).toBe('Choose test phones'));
  await choose('Phone Numbers', 'Avery', 'Casey');
  expect(picker('Phone Numbers').textContent).toContain('Avery - +12135550181 - AT&T, Casey');
});
