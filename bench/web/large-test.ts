/** A scheduled test from all offices to a few phones, for measuring the Update screen. */
import { calls } from '@textprobe/contract/calls';
import type { Test } from '@textprobe/contract/tests';
import { openTestCreator } from '../create-test.ts';
import type { OperatorClient } from '../lists/client.ts';

/** Creates the test unless the data folder has it. @returns its id */
export async function largeTest(url: string, client: OperatorClient): Promise<number> {
  const waiting = await read<Test>(client, `${calls.listTests.path}?page=1&executionStatus=UNEXECUTED`);
  const known = waiting.find(({ scheduledTimestamp }) => scheduledTimestamp?.startsWith('2099'));
  if (known !== undefined) return known.testId;
  const partners = await read<{ id: number }>(client, calls.partners.path);
  const { create } = await openTestCreator(client, url);
  const body = 'Hello {first_name}, {company_name} is open until ten.';
  const { testId } = await create({ partner: 1, offices: [], phones: [1, 2, 3] }, body, {
    testType: 'SCHEDULED',
    scheduledTimestamp: '2099-01-01 10:00:00.000',
    partnerIDs: partners.map(({ id }) => id),
  });
  return testId;
}

async function read<T>(client: OperatorClient, path: string): Promise<T[]> {
  return JSON.parse((await client.get(path)).body) as T[];
}
