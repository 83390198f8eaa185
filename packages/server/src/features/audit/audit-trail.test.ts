/** Every call that changes something leaves its row, with what it changed and without what must stay secret (AUDIT-1). */
import type { AuditRow } from '@textprobe/contract/audit';
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { namesIn } from '../../http/audit-trail.ts';
import { codeAt } from '../../testing/authenticator.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import { at, type Sent, type TestClient } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD, USERNAME } from '../../testing/test-server.ts';

const NEW_PASSWORD = 'kettle drum at noon 88';
const GATEWAY_SECRET = 'hush-hush-7141';
const TEXT = 'A text that only its recipients read';

const { server, client: admin } = await openTestServer({
  publicUrl: 'https://console.example',
  setUpSmsGateway: async () => ({ ok: true, set: ['Signing key'] }),
  limits: { loginsPerMinute: 10_000 },
});
const { db, clock } = server;
const auditor = server.visitor();
beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD);
  await createAccount(db, { username: 'auditor', role: 'auditor', passwordHash, createdAt: clock.now() });
  await auditor.login('auditor', PASSWORD);
});

const SET = { partnerIds: null, clientIds: null, officeIds: null, phoneIds: [1] };

const seen = new Set<string>();
const secrets: string[] = [];

/** Makes a call, and expects exactly one row of it. */
async function make<C extends Call>(
  call: C,
  sent: Sent = {},
  by: TestClient = admin,
): Promise<{ answer: Record<string, unknown>; row: AuditRow }> {
  const response = await by.send(call.method, call.path, sent);
  const text = await response.text();
  expect(response.status, `${call.method} ${call.path}: ${text}`).toBe(call.status);
  const requestId = response.headers.get('x-request-id');
  const rows = (await auditor.call(calls.audit)).filter((row) => row.requestId === requestId);
  expect(rows, `${call.method} ${call.path}`).toEqual([expect.objectContaining({ action: call.audit })]);
  if (typeof call.audit === 'string') seen.add(call.audit);
  const answer = text.startsWith('{') ? JSON.parse(text) : {};
  return { answer, row: rows[0] as AuditRow };
}

const idOf = ({ answer }: { answer: Record<string, unknown> }) => Number(answer['id']);
const hash = (url: unknown) => new URL(String(url)).hash.slice(1);

test('AUDIT-1 every call that changes something, and every export, leaves one row', async () => {
  await directory();
  await tests();
  await gateways();
  await phones();
  await accounts();
  await ownAccount();
  await exports();

  const expected = Object.values<Call>(calls).flatMap(({ audit }) =>
    typeof audit === 'string' ? [audit] : [],
  );
  expect([...seen].toSorted()).toEqual([...new Set(expected)].toSorted());
  const stored = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute());
  secrets.push(PASSWORD, NEW_PASSWORD, GATEWAY_SECRET, TEXT, '2025550177');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    expect(stored).not.toContain(secret);
  }
}, 60_000);

async function directory(): Promise<void> {
  const bodies = {
    Partner: { name: 'Cedar' },
    Client: { name: 'Cedar East', partnerId: 1 },
    Office: { name: 'Cedar Office', clientId: 1, phoneNumber: '+12025550100' },
    Phone: { name: 'Spare', phoneNumber: '+12025550177', carrier: 'Verizon' },
  };
  for (const [kind, body] of Object.entries(bodies)) {
    const call = (verb: string) => calls[`${verb}${kind}` as keyof typeof calls] as Call;
    const made = await make(call('create'), { body });
    expect(made.row.object).toEqual({ kind: kind.toLowerCase(), id: String(idOf(made)) });
    expect(made.row.changes['name']).toEqual([null, body.name]);
    const one = (verb: string) => at(call(verb), idOf(made));
    const read = await admin.send('GET', one('create').path + `/${idOf(made)}`);
    const entry = (await read.json()) as Record<string, unknown>;
    const fields = Object.fromEntries(namesIn(call('replace').body).map((name) => [name, entry[name]]));
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    const replaced = await make(one('replace'), { headers, body: { ...fields, name: `${body.name} 2` } });
    expect(replaced.row.changes).toEqual({ name: [body.name, `${body.name} 2`] });
    await make(one('retire'));
    await make(one('restore'));
    const deleted = await make(one('delete'));
    expect(deleted.row).toMatchObject({
      changes: { name: [`${body.name} 2`, null] },
      object: made.row.object,
    });
  }
  const body = { partner: 'Dogwood', client: 'Dogwood', office: 'Dogwood', phoneNumber: '+12025550100' };
  await make(calls.createFirstOffice, { body });
  const headers = { 'content-type': 'text/csv' };
  const exported = await admin.send('GET', calls.exportDirectory.path);
  await make(calls.importDirectory, { headers, body: await exported.text() });
}

async function tests(): Promise<void> {
  const body = {
    ...PAYLOAD,
    messageBody: TEXT,
    scheduledTimestamp: '2030-01-01T10:00:00Z',
    testType: 'SCHEDULED',
  };
  const { answer, row } = await make(calls.createTest, { body });
  const testId = Number(answer['testId']);
  expect(row).toMatchObject({
    account: { username: USERNAME },
    object: { kind: 'test', id: String(testId) },
    partnerId: 1,
    changes: { testType: [null, 'SCHEDULED'], messageBody: [null, 'changed'] },
  });
  const update = { ...body, testId, phoneIDs: [1, 2], messageBody: `${TEXT}!` };
  const updated = await make(calls.updateTest, { body: update });
  expect(updated.row.changes).toEqual({
    messageBody: [null, 'changed'],
    phoneIDs: [
      [1, 2, 3],
      [1, 2],
    ],
  });
  await make(calls.deleteTest, { query: { testId } });

  const recurring = {
    ...PAYLOAD,
    testType: 'RECURRING',
    recurrenceRule: { frequency: 'days', interval: 1, time: '10:30' },
  };
  const { answer: daily } = await make(calls.createTest, { body: recurring });
  await make(calls.stopTest, { query: { testId: Number(daily['testId']) } });

  const set = await make(calls.createRecipientSet, { body: { ...SET, name: 'All' } });
  await make(at(calls.replaceRecipientSet, idOf(set)), { body: { ...SET, name: 'Most' } });
  await make(at(calls.deleteRecipientSet, idOf(set)));
  const view = await make(calls.createSavedView, {
    body: { name: 'Mine', filters: 'text=hello', shared: false },
  });
  const changed = { name: 'Ours', filters: 'text=hello', shared: true };
  const replaced = await make(at(calls.replaceSavedView, idOf(view)), { body: changed });
  expect(replaced.row.changes).toEqual({ name: ['Mine', 'Ours'], shared: [false, true] });
  await make(at(calls.deleteSavedView, idOf(view)));
}

async function gateways(): Promise<void> {
  const settings = { host: 'smsc.example', window: 5, password: GATEWAY_SECRET };
  const made = await make(calls.createGateway, { body: { name: 'acme', kind: 'smpp', settings } });
  const change = { name: 'acme', settings: { ...settings, host: 'smsc2.example' } };
  const { row } = await make(at(calls.updateGateway, idOf(made)), { body: change });
  expect(row).toMatchObject({
    object: { kind: 'gateway', id: String(idOf(made)) },
    changes: { 'settings.host': ['smsc.example', 'smsc2.example'], 'settings.password': [null, 'changed'] },
  });
  await make(calls.assignGateway, { body: { officeIds: [1], gatewayId: idOf(made) } });
  await make(calls.assignGateway, { body: { officeIds: [1], gatewayId: null } });
  await make(at(calls.deleteGateway, idOf(made)));
}

async function phones(): Promise<void> {
  const key = await make(calls.createHandsetKey, { body: { phoneId: 1, label: 'Shelf' } });
  await make(at(calls.renameHandsetKey, idOf(key)), { body: { label: 'Lab' } });
  const rotated = await make(at(calls.rotateHandsetKey, idOf(key)));
  const revoked = await make(at(calls.deleteHandsetKey, idOf(rotated)));
  for (const { row } of [key, rotated, revoked]) expect(row.object).toEqual({ kind: 'phone', id: '1' });

  const source = await make(calls.createHandsetSource, { body: { kind: 'sms-gateway', name: 'Rack' } });
  const one = <C extends Call>(call: C) => at(call, String(source.answer['id']));
  await make(one(calls.renameHandsetSource), { body: { name: 'Rack 2' } });
  await make(one(calls.setHandsetSourcePhones), {
    body: { phones: [{ phoneId: 1, deviceId: 'a', simSlot: 1 }] },
  });
  const secret = await make(one(calls.rotateHandsetSource), { body: {} });
  await make(one(calls.deleteHandsetSource));
  secrets.push(String(source.answer['secret']), String(secret.answer['secret']));

  const pair = async () => {
    const { answer, row } = await make(calls.createPairing, { body: { phoneId: 2, kind: 'sms-gateway' } });
    expect(row.object).toEqual({ kind: 'phone', id: '2' });
    secrets.push(hash(answer['url']));
    return { id: Number((answer['pairing'] as { id: number }).id), code: hash(answer['url']) };
  };
  const first = await pair();
  const opened = await make(calls.openPairing, { body: { code: first.code }, token: null }, server.visitor());
  expect(opened.row).toMatchObject({ account: null, object: { kind: 'phone', id: '2' } });
  secrets.push(String(opened.answer['secret']));
  await make(at(calls.sendPairingText, first.id), { body: { officeId: 1 } });
  await make(at(calls.endPairing, first.id));
  const body = { address: '192.168.1.10', user: 'sms', password: NEW_PASSWORD };
  await make(at(calls.setUpPhone, (await pair()).id), { body });
}

async function accounts(): Promise<void> {
  const invited = await make(calls.inviteAccount, {
    body: { username: 'ann', role: 'operator', partnerIds: null },
  });
  const id = idOf(invited);
  const link = hash(invited.answer['inviteUrl']);
  secrets.push(link);
  const one = <C extends Call>(call: C) => at(call, id);
  const body = { token: link, password: NEW_PASSWORD };
  const used = await make(calls.acceptLink, { body, token: null }, server.visitor());
  expect(used.row).toMatchObject({
    account: { id, username: 'ann' },
    object: { kind: 'account', id: String(id) },
  });
  const { row } = await make(one(calls.changeAccount), {
    body: { name: 'Ann', role: 'viewer', partnerIds: [1] },
  });
  expect(row.changes).toMatchObject({ role: ['operator', 'viewer'], partnerIds: [null, [1]] });
  await make(one(calls.endAccountSessions));
  await make(one(calls.resetTwoFactor));
  secrets.push(hash((await make(one(calls.createAccountLink))).answer['url']));
  await make(one(calls.disableAccount));
  await make(one(calls.enableAccount));
  const other = await make(calls.inviteAccount, {
    body: { username: 'bob', role: 'viewer', partnerIds: null },
  });
  await make(at(calls.deleteInvitation, idOf(other)));
  await make(calls.createServiceAccount, { body: { username: 'ci', role: 'operator', partnerIds: null } });

  for (const username of ['carl', 'dora']) {
    const request = { username, email: `${username}@acme.example`, password: NEW_PASSWORD };
    await server.visitor().call(calls.requestAccount, { body: request, token: null });
  }
  const [carl, dora] = await admin.call(calls.signupRequests);
  await make(at(calls.approveSignup, carl?.id), { body: { role: 'viewer', partnerIds: null } });
  await make(at(calls.declineSignup, dora?.id));
}

async function ownAccount(): Promise<void> {
  const visitor = server.visitor();
  const login = { username: USERNAME, password: PASSWORD };
  const { row } = await make(calls.login, { body: login, token: null }, visitor);
  expect(row).toMatchObject({
    account: { username: USERNAME },
    object: { kind: 'account' },
    address: '127.0.0.1',
  });
  await make(calls.changeProfile, { body: { name: 'Olive' } }, visitor);

  const body = { name: 'Nightly', role: 'operator', partnerIds: null };
  const token = await make(calls.createApiToken, { body }, visitor);
  secrets.push(String(token.answer['token']));
  const program = server.program(String(token.answer['token']));
  const byToken = await make(calls.createRecipientSet, { body: { ...SET, name: 'CI' } }, program);
  expect(byToken.row).toMatchObject({
    account: { username: USERNAME },
    token: { id: idOf(token), name: 'Nightly' },
  });
  await make(at(calls.revokeApiToken, idOf(token)), {}, visitor);

  const started = await make(calls.startTwoFactor, {}, visitor);
  const secret = String(started.answer['secret']);
  const code = codeAt(secret, clock.now());
  const confirmed = await make(calls.confirmTwoFactor, { body: { code } }, visitor);
  secrets.push(secret, ...(confirmed.answer['recoveryCodes'] as string[]));
  await make(calls.endTwoFactor, {}, visitor);

  const another = server.visitor();
  await another.login(USERNAME, PASSWORD);
  const [mine] = (await another.call(calls.ownSessions)).filter(({ current }) => current);
  await make(at(calls.endSession, mine?.id), {}, visitor);
  await make(
    calls.changePassword,
    { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } },
    visitor,
  );
  await admin.login(USERNAME, NEW_PASSWORD);
  await make(calls.logout, {}, visitor);
  await make(calls.endOtherSessions);
}

async function exports(): Promise<void> {
  const { row } = await make(calls.exportLogs, { query: { status: 'failed' } });
  expect(row.changes).toEqual({ status: [null, 'FAILED'] });
  const { testId } = await admin.call(calls.createTest, { body: PAYLOAD });
  await make(calls.generatePdf, { query: { id: testId } });
  await make(calls.generateFilteredPdf);
  await make(calls.csvForCarrier, { query: { testId } });
  await make(calls.pdfForCarrier, { query: { testId } });
  await make(calls.exportDirectory);
  await make(calls.exportAudit, { query: { objectKind: 'test' } });
}
