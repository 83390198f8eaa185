/**
 * Tests created over HTTP, for specs that need existing ones. They use offices and phones of the demo directory; each phone
 * has its own outcome (scenario `browser-tests`).
 */
import { type APIRequestContext, expect } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import type { CreateTestBody, Test } from '@textprobe/contract/tests';

export const T = '/api/tests/sm/v1';

export interface MadeTest {
  /** Offices of the demo directory, by name. */
  readonly from: readonly string[];
  /** Test phones of the demo directory, by name. */
  readonly to: readonly string[];
  readonly body?: string;
}

/** Ids by name, over all partners and clients. */
export interface DirectoryIds {
  readonly partners: ReadonlyMap<string, number>;
  readonly clients: ReadonlyMap<string, number>;
  readonly offices: ReadonlyMap<string, number>;
  readonly phones: ReadonlyMap<string, number>;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

export async function readDirectory(request: APIRequestContext): Promise<DirectoryIds> {
  const read = async <Entry>(path: string) => (await (await request.get(`${T}/${path}`)).json()) as Entry[];
  const partners = await read<Named>('partners');
  const clients = (
    await Promise.all(partners.map(({ id }) => read<Named>(`clients?partnerId=${id}`)))
  ).flat();
  const offices = (await Promise.all(clients.map(({ id }) => read<Named>(`offices?clientId=${id}`)))).flat();
  const phones = await read<{ phoneID: number; name: string }>('deliverabilitytestphones');
  return {
    partners: byName(partners),
    clients: byName(clients),
    offices: byName(offices),
    phones: new Map(phones.map(({ phoneID, name }) => [name, phoneID])),
  };
}

/** Creates an immediate SMS test, which starts at once. */
export async function makeTest(
  request: APIRequestContext,
  { offices, phones }: DirectoryIds,
  { from, to, body = 'Hi {first_name}, {company_name} opens at nine.' }: MadeTest,
): Promise<Test> {
  const token = await (await request.get('/api/csrf')).text();
  const data: CreateTestBody = {
    partnerIDs: [1],
    officeIDs: from.map((name) => idOf(offices, name)),
    phoneIDs: to.map((name) => idOf(phones, name)),
    messageBody: body,
  };
  const answer = await request.post(`${T}/deliverabilitytest/create`, {
    headers: { 'X-XSRF-TOKEN': token },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as Test;
}

export async function readReport(request: APIRequestContext, testId: number): Promise<Report> {
  const answer = await request.get(`${T}/deliverabilitytestlogs/report?testId=${testId}`);
  return (await answer.json()) as Report;
}

/** Waits until all messages exist and are final, including the late one after the deadline (Finley's). */
export async function untilSettled(request: APIRequestContext, testId: number): Promise<Report> {
  let report = await readReport(request, testId);
  const open = async () => {
    report = await readReport(request, testId);
    const { test, testLogs } = report;
    const missing = test.officeIDs.officeIDs.length * test.phoneIDs.phoneIDs.length - testLogs.length;
    const moving = testLogs
      .filter(({ settled, verdict, sent }) => !settled || (sent.to === FINLEY && verdict !== 'late'))
      .map(({ verdict, sent }) => `${sent.to} ${verdict}`);
    return { missing, moving };
  };
  await expect.poll(open, { timeout: 60_000, intervals: [250] }).toEqual({ missing: 0, moving: [] });
  return report;
}

const FINLEY = '+13105550186';

export function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo directory has no ${name}`);
  return id;
}

function byName(entries: readonly Named[]): Map<string, number> {
  return new Map(entries.map(({ id, name }) => [name, id]));
}
