/**
 * A link that is down: an alert on every screen, and start and reason on the Gateways screen. A separate program, because the
 * alert is on all screens.
 */
import type { APIRequestContext } from '@playwright/test';
import type { Gateway } from '@textprobe/contract/gateways';
import { figure, logs } from './analytics-screen.ts';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { test as base, expect, type WorkerFixtures } from './console.ts';
import { choose, openCreateTest } from './create-form.ts';
import { idOf, makeTest, readDirectory, readReport } from './made-tests.ts';
import { startProgram } from './program.ts';
import { execution, openExecution, openReport } from './report-screen.ts';

const test = base.extend<object, WorkerFixtures>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      // Messages that wait for their link do not expire during the tests.
      const program = await startProgram({ CONFIRMATION_DEADLINE: '5m' });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
// Serial: the first test needs the initial state, before the others add a gateway.
test.describe.configure({ mode: 'serial' });

const SCREENS = ['/tests', '/reports', '/create-tests', '/gateways', '/gateways/new', '/nowhere'];

/** In the page: waits until received data is rendered. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

async function changing(request: APIRequestContext): Promise<Record<string, string>> {
  return { 'X-XSRF-TOKEN': await (await request.get('/api/csrf')).text() };
}

/** Adds a gateway whose carrier does not listen, and waits until a worker reports it down. */
async function makeDeadGateway(request: APIRequestContext, name: string): Promise<number> {
  const answer = await request.post('/api/gateways', {
    headers: await changing(request),
    data: {
      name,
      kind: 'smpp',
      settings: { host: '127.0.0.1', port: 1, systemId: 'textprobe', password: 'x' },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as Gateway;
  const reason = async () => {
    const all = (await (await request.get('/api/gateways')).json()) as Gateway[];
    return all.find((gateway) => gateway.id === id)?.link?.reason ?? '';
  };
  await expect.poll(reason, { timeout: 30_000 }).toContain('nothing listens there');
  return id;
}

/** Assigns Milwaukee to a gateway; null for the default one. Unused gateways raise no alert. */
async function useGateway(request: APIRequestContext, gatewayId: number | null): Promise<void> {
  const { offices } = await readDirectory(request);
  const answer = await request.put('/api/office-gateways', {
    headers: await changing(request),
    data: { officeIds: [idOf(offices, 'Milwaukee')], gatewayId },
  });
  expect(answer.status(), await answer.text()).toBe(204);
}

test('while all links are up there is no alert, and Gateways lists them', async ({ console: page }) => {
  await page.goto('/gateways');
  const list = page.getByRole('list', { name: 'Gateways' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  for (const name of ['carrier lab', 'carrier lab MMS']) {
    const card = list.getByRole('listitem').filter({
      has: page.getByRole('heading', { name, exact: true }),
    });
    await expect(card).toContainText(/Up since \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
  }
  await expectAccessible(page);
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const address of SCREENS) {
    const response = page.waitForResponse('**/api/gateways');
    await page.goto(address);
    await (await response).finished();
    await page.evaluate(twoFrames);
    await expect(nav.getByRole('link', { name: 'Gateways', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /down$/ })).toHaveCount(0);
    await expect(page.getByText(/is down\.|are down\./)).toHaveCount(0);
  }
});

test('EVIDENCE-2 a link that is down raises an alert on every screen, and Gateways shows it first, since when and why', async ({
  console: page,
  session,
}) => {
  const id = await makeDeadGateway(session, 'acme');
  await useGateway(session, id);
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const address of SCREENS) {
    await page.goto(address);
    await expect(nav.getByRole('link', { name: 'Gateways 1 down' })).toBeVisible();
  }
  await expect(page.getByRole('status').getByText('1 link to a carrier is down.')).toBeAttached();
  await expectAccessible(page);
  await nav.getByRole('link', { name: 'Gateways 1 down' }).click();
  await expect(page).toHaveTitle('Gateways · Textprobe');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'acme' }) });
  // Made last, listed first.
  await expect(page.getByRole('list', { name: 'Gateways' }).getByRole('listitem').first()).toContainText(
    'acme',
  );
  await expect(card).toContainText('No connection to 127.0.0.1:1: nothing listens there');
  await expect(card).toContainText(/^Down since \d\d\/\d\d\/\d{4}/);
  await expect(card).toContainText('Messages wait and are sent when the link is back.');
  await expectAccessibleInBoth(page);

  // A phone has no room for the navigation, so the bar shows the alert.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/tests');
  await page.getByRole('link', { name: '1 link down' }).click();
  await expect(page.getByRole('heading', { name: 'Gateways', level: 1 })).toBeVisible();
  await expectAccessible(page);

  await useGateway(session, null);
  await session.delete(`/api/gateways/${id}`, { headers: await changing(session) });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('link', { name: '1 link down' })).toBeHidden();
});

test('a gateway created over HTTP can be tested without sending a message', async ({
  console: page,
  session,
}) => {
  const id = await makeDeadGateway(session, 'bravo');
  await page.goto('/gateways');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'bravo' }) });
  await expect(card).toContainText('No office uses it, so no message waits for it.');
  await card.getByRole('button', { name: 'Test connection of bravo' }).click();
  await expect(card.getByRole('status')).toContainText('nothing listens there');
  // Gateways from the gateways file or the lab cannot be tested here.
  await expect(page.getByRole('button', { name: /^Test connection/ })).toHaveCount(1);
  await session.delete(`/api/gateways/${id}`, { headers: await changing(session) });
});

test('ANALYTICS-6 initiated is PENDING: messages that wait for their link, not submitted ones', async ({
  console: page,
  session,
}) => {
  await useGateway(session, await makeDeadGateway(session, 'charlie'));
  const ids = await readDirectory(session);
  const waiting = await makeTest(session, ids, { from: ['Milwaukee'], to: ['Avery'] });
  const gone = await makeTest(session, ids, { from: ['Oakland'], to: ['Avery'] });
  const statuses = async (testId: number) =>
    (await readReport(session, testId)).testLogs.map((log) => log.testActivityStatus);
  await expect.poll(() => statuses(gone.testId)).toEqual(['RECEIVED']);
  expect(await statuses(waiting.testId)).toEqual(['PENDING']);
  for (const [word, testId, label] of [
    ['INITIATED', waiting.testId, 'Pending'],
    ['received', gone.testId, 'Received'],
  ] as const) {
    await page.goto(`/reports?status=${word}`);
    await expect(logs(page)).toHaveCount(1);
    await expect(logs(page).getByRole('link', { name: `${testId}, report of the test` })).toBeVisible();
    await expect(logs(page)).toContainText(label);
    await expect(figure(page, 'Messages')).toHaveText('1');
  }
  await useGateway(session, null);
});

test('EVIDENCE-2 a strip shows what each gateway sent by hour, and how much of it arrived', async ({
  console: page,
}) => {
  await page.goto('/gateways');
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(card('carrier lab')).toContainText('1 message in 24 hours, 100% received');
  await expect(card('charlie')).toContainText('No messages in 24 hours');
  const strip = card('carrier lab').getByRole('img', { name: 'Messages by hour' });
  await strip.locator('> div').last().hover();
  await expect(page.getByRole('tooltip')).toHaveText(/\d\d\/\d\d \d\d:00: 1 message, 1 of 1 received/);
});

test('EVIDENCE-2 Create, the report of a waiting message, and Offices name the gateway that is down', async ({
  console: page,
  session,
}) => {
  const id = await makeDeadGateway(session, 'Acme SMSC');
  await useGateway(session, id);
  const ids = await readDirectory(session);
  const { testId } = await makeTest(session, ids, { from: ['Milwaukee', 'Oakland'], to: ['Avery'] });

  await openCreateTest(page);
  const foot = page.getByRole('status').filter({ hasText: 'Acme SMSC is down' });
  await choose(page, 'Partner', 'Harbor Health Group', 'Lakeshore Auto Alliance');
  await choose(page, 'Client', 'Bayview Dental', 'Great Lakes Collision');
  await choose(page, 'Office', 'Oakland');
  await expect(foot).toBeHidden();
  await choose(page, 'Office', 'Milwaukee');
  await expect(foot).toContainText(/Acme SMSC is down since (\d\d\/\d\d )?\d\d:\d\d: messages wait/);
  await expectAccessible(page);

  await openReport(page, testId);
  const notice = page.getByRole('status').filter({ hasText: 'Acme SMSC' });
  await expect(notice).toContainText(
    /Acme SMSC is down since (\d\d\/\d\d )?\d\d:\d\d: 1 message waits\. No connection to/,
  );
  const detail = await openExecution(page, execution(page, 'Milwaukee', 'Avery'));
  await expect(detail).toContainText(
    /Acme SMSC is down since (\d\d\/\d\d )?\d\d:\d\d: the message waits\. No connection/,
  );
  await expect(detail.getByRole('heading', { name: 'To be sent' })).toBeVisible();
  await expect(detail.getByRole('heading', { name: 'Sent', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await detail.getByRole('link', { name: 'Gateways' }).click();
  await expect(page.getByRole('heading', { name: 'Acme SMSC' })).toBeVisible();

  await page.goto(`/gateways/${id}/offices`);
  await expect(page.locator('form output')).not.toContainText('is down');
  await page.getByRole('button', { name: /^All \d/ }).click();
  await expect(page.locator('form output')).toContainText(
    /Acme SMSC is down since (\d\d\/\d\d )?\d\d:\d\d: their messages will wait\. No connection/,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await useGateway(session, null);
});
