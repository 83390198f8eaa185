/**
 * The scope of an account (ACCT-2): every call, made by accounts of other partners for what it must not show them. Each
 * case also lets an account with the right scope make the same request, so that none passes without anything to hide.
 */
import { analyticsCalls } from '@textprobe/contract/analytics';
import type { Call } from '@textprobe/contract/call';
import { type CallName, calls } from '@textprobe/contract/calls';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { readPages } from '@textprobe/reports/testing/pdf-text';
import { expect, test } from 'vitest';
import type { Asked } from '../testing/scope-case.ts';
import { hiddenCases } from '../testing/scope-hidden.ts';
import { type Person, SHARED_WORD, type Side, WORD } from '../testing/scope-sides.ts';
import { openScopeWorld } from '../testing/scope-world.ts';
import { at } from '../testing/test-client.ts';

const world = await openScopeWorld();
const hidden = hiddenCases(world);

interface Shown {
  readonly asked?: Asked;
  /** Default: all with a scope, and none. */
  readonly to?: readonly Person[];
  /** Default: must show each partner's own. */
  readonly mayBeEmpty?: boolean;
}

/** Lists and exports that show each account its own partners. */
const SHOWN: Partial<Record<CallName, readonly Shown[]>> = {
  partners: [{}],
  testPhones: [{}],
  wholeDirectory: [{}],
  listPartners: [{}],
  listClients: [{}],
  listOffices: [{}],
  listPhones: [{}],
  exportDirectory: [{}, { asked: { query: { format: 'json' } } }],
  // It names one office and one phone.
  firstSteps: [{ to: ['alpha', 'beta', 'none', 'both'], mayBeEmpty: true }],
  searchDirectory: ['partner', 'client', 'office', 'phone'].map((kind) => ({ asked: { query: { kind } } })),
  listTests: [{}, { asked: { query: { page: 1, pageSize: 100 } } }],
  recipientSets: [{}],
  savedViews: [{}],
  testLogs: [{}],
  filteredLogs: [{}],
  exportLogs: [{}, { asked: { query: { testId: world.tests.mixed.testId } }, mayBeEmpty: true }],
  csvForCarrier: [
    { asked: { query: { names: 'true' } } },
    { asked: { query: { testId: world.tests.mixed.testId, names: 'true' } }, mayBeEmpty: true },
  ],
  generateFilteredPdf: [{ to: ['beta', 'alpha'], mayBeEmpty: true }],
  pdfForCarrier: [{ asked: { query: { names: 'true' } }, to: ['beta', 'alpha'] }],
  phonesHealth: [{}],
  officeGateways: [{}],
  // A message of a test of both partners, by its own partner: without the files of the test.
  testLog: [{ asked: { query: { id: world.mixedMessages.beta.id } }, to: ['beta'] }],
  messageWhy: [
    { asked: { query: { testLogID: world.mixedMessages.beta.id } }, to: ['beta'], mayBeEmpty: true },
  ],
  messageForCarrier: [{ asked: { query: { testLogID: world.mixedMessages.beta.id } }, to: ['beta'] }],
  testLogsOfCode: [{ asked: { query: { code: world.mixedMessages.beta.code } }, to: ['beta'] }],
  phoneHistory: [
    {
      asked: at(calls.phoneHistory, world.places.beta.phoneId),
      to: ['beta'],
    },
  ],
};

/** Calls that neither take nor answer anything of a partner, and those that other tests cover. */
const ELSEWHERE: Partial<Record<CallName, string>> = {
  logout: 'ends the caller’s own session',
  profile: 'about the caller’s own account',
  changeProfile: 'about the caller’s own account',
  changePassword: 'about the caller’s own account',
  giveProof: 'about the caller’s own account',
  ownSessions: 'about the caller’s own account',
  endSession: 'about the caller’s own account',
  endOtherSessions: 'about the caller’s own account',
  apiTokens: 'api-tokens.test.ts',
  createApiToken: 'api-tokens.test.ts',
  revokeApiToken: 'api-tokens.test.ts',
  startTwoFactor: 'about the caller’s own account',
  confirmTwoFactor: 'about the caller’s own account',
  endTwoFactor: 'about the caller’s own account',
  previewSchedule: 'computes dates from a rule',
  handsetPing: 'is refused without the key of a handset',
  gateways: 'gateways belong to no partner; the number of their offices is tested below',
  readGateway: 'tested below, with the list',
  gatewayHours: 'tested below',
  live: 'scope-events.test.ts',
  analyticsBundle: 'scope-figures.test.ts',
  ...Object.fromEntries(Object.keys(analyticsCalls).map((name) => [name, 'scope-figures.test.ts'])),
};

test('ACCT-2 every call that an operator or a viewer may make has a case here', () => {
  const tested = new Set<string>([...hidden.map(({ call }) => call), ...Object.keys(SHOWN)]);
  const missing = Object.entries(calls).filter(
    ([name, call]) =>
      'roles' in call &&
      call.roles.some((role) => role === 'operator' || role === 'viewer') &&
      !tested.has(name) &&
      !(name in ELSEWHERE),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
  expect(Object.keys(ELSEWHERE).filter((name) => tested.has(name))).toEqual([]);
});

/** The answer as text; a PDF as the words on its pages. */
async function ask(person: Person, call: Call, { path, ...sent }: Asked) {
  const response = await world.people[person].send(call.method, path ?? call.path, sent);
  const isPdf = response.headers.get('content-type') === 'application/pdf';
  const text = isPdf
    ? (await readPages(new Uint8Array(await response.arrayBuffer()))).join(' ')
    : await response.text();
  return { status: response.status, text, total: response.headers.get(TOTAL_COUNT_HEADER) };
}

const SCOPES: Readonly<Record<Person, readonly Side[]>> = {
  alpha: ['alpha'],
  beta: ['beta'],
  'beta viewer': ['beta'],
  none: [],
  both: ['alpha', 'beta', 'mixed'],
};
const PEOPLE = Object.keys(SCOPES) as Person[];

const shown = Object.entries(SHOWN).flatMap(([name, cases]) =>
  cases.map((one) => ({ name: name as CallName, query: {}, ...one.asked, ...one })),
);

test.each(shown)('ACCT-2 $name ($query) shows each account only its partners', async (given) => {
  const { name, asked = {}, to = PEOPLE, mayBeEmpty = false } = given;
  for (const person of to) {
    const { status, text } = await ask(person, calls[name], asked);
    expect([person, status]).toEqual([person, calls[name].status]);
    const found = world.sidesIn(text);
    expect([person, found.filter((side) => !SCOPES[person].includes(side))]).toEqual([person, []]);
    const wanted = mayBeEmpty ? [] : SCOPES[person].filter((side) => side !== 'mixed');
    expect([person, found]).toEqual([person, expect.arrayContaining([...wanted])]);
  }
});

test.each(hidden)('ACCT-2 $call treats $what outside of the scope as unknown', async (given) => {
  const { side, status } = given;
  const call: Call = calls[given.call];
  const isForViewers = call.roles?.includes('viewer') ?? false;
  const others: readonly Person[] =
    side === 'mixed'
      ? ['alpha', 'beta']
      : ['beta', 'none', ...(isForViewers ? (['beta viewer'] as const) : [])];
  for (const person of given.deniedTo ?? others) {
    const denied = plain(await ask(person, call, await given.asked(person)));
    if (status !== null) expect([person, denied.status]).toEqual([person, status]);
    expect([person, denied]).toEqual([person, plain(await ask(person, call, await given.unknown(person)))]);
  }
  const owner = given.allowedTo ?? (side === 'mixed' ? 'both' : 'alpha');
  await world.numberFor(side);
  const unknown = plain(await ask(owner, call, await given.unknown(owner)));
  await world.numberFor(side);
  const allowed = plain(await ask(owner, call, await given.asked(owner)));
  await world.numberFor('beta');
  expect(allowed.status).toBe(call.status);
  expect(allowed).not.toEqual(unknown);
});

/** Without ids and names of nine digits, files' ids and the id of the request. */
function plain({ status, text, total }: Awaited<ReturnType<typeof ask>>) {
  const words = text.replaceAll(/\b(\d{9}|[0-9a-f]{32})\b/g, '#').replace(/"requestId":"[^"]*"/, '');
  return { status, total, words };
}

test('ACCT-2 a shared phone is visible to every account; a set or view of all partners only to those that see all', async () => {
  for (const person of PEOPLE) {
    expect([person, (await ask(person, calls.testPhones, {})).text]).toEqual([
      person,
      expect.stringContaining(SHARED_WORD),
    ]);
    const { phones } = await world.people[person].call(calls.phonesHealth);
    expect(phones.map(({ phoneId }) => phoneId)).toContain(world.sharedPhoneId);
  }
  const unlimited = async (client: typeof world.admin) =>
    [...(await client.call(calls.recipientSets)), ...(await client.call(calls.savedViews))].filter(
      ({ name }) => name.endsWith('unlimited'),
    ).length;
  expect(await Promise.all(Object.values(world.people).map(unlimited))).toEqual(PEOPLE.map(() => 0));
  expect(await unlimited(world.admin)).toBe(2);
});

test('ACCT-2 an account’s own view is hidden from every other account', async () => {
  const deletion = at(calls.deleteSavedView, world.views.alphaOwn);
  expect(await world.people.both.refusal(deletion)).toBe('404 saved-view.unknown');
  await world.people.alpha.call(deletion);
});

test('ACCT-2 an account with some partners gets the own text of messages, not that of their test', async () => {
  const { admin, people, mixedMessages } = world;
  const bodyFor = async (client: typeof admin) =>
    (await client.call(calls.filteredLogs)).find(({ testLogID }) => testLogID === mixedMessages.beta.id)
      ?.messageBody;
  expect(await bodyFor(admin)).toContain(WORD.mixed);
  expect(await bodyFor(people.beta)).toContain(`${WORD.beta} own text`);
  const csvFor = async (client: typeof admin) =>
    world.sidesIn(await (await client.send('GET', calls.exportLogs.path)).text());
  expect(await csvFor(admin)).toContain('mixed');
  for (const name of ['exportLogs', 'generateFilteredPdf'] as const) {
    expect([name, world.sidesIn((await ask('beta', calls[name], {})).text)]).toEqual([name, ['beta']]);
  }
});

const SOME: readonly Person[] = ['alpha', 'beta', 'none', 'both'];

test('ACCT-2 a gateway counts the offices of the account’s partners only', async () => {
  const counts = SOME.map(async (person) => {
    const client = world.people[person];
    const [gateway] = await client.call(calls.gateways);
    expect(await client.call(at(calls.readGateway, gateway?.id))).toEqual(gateway);
    return gateway?.offices;
  });
  expect(await Promise.all(counts)).toEqual([1, 1, 0, 2]);
});

test('ACCT-2 the hours of a gateway count the messages of the account’s partners only', async () => {
  const counts = SOME.map(async (person) => {
    const hours = (await world.people[person].call(calls.gatewayHours)).flatMap((one) => one.hours);
    return hours.reduce((sum, { messages }) => sum + messages, 0);
  });
  // Six of each side's eight messages were sent; each has one in the mixed test, and Alpha an MMS.
  expect(await Promise.all(counts)).toEqual([8, 7, 0, 15]);
});

test('ACCT-2 the pairings of a phone that changed its partner hide the text that the other partner sent', async () => {
  const { admin, people, places, server } = world;
  const phone = { name: 'Moved', phoneNumber: '+12025550900', carrier: 'AT&T', evidence: 'handset' };
  await world.numberFor('alpha');
  const { id: phoneId } = await admin.call(calls.createPhone, {
    body: { ...phone, partnerId: places.alpha.partnerId },
  });
  const { pairing } = await admin.call(calls.createPairing, { body: { phoneId, kind: 'own-app' } });
  const { sent } = await admin.call(at(calls.sendPairingText, pairing.id), {
    body: { officeId: places.alpha.officeId },
  });
  const test = { testId: sent?.testId ?? 0, runId: 0 };
  await world.createMessage('alpha', test, 'sent', { phone_id: phoneId });
  const query = { phoneId };
  expect(world.sidesIn(JSON.stringify(await people.alpha.call(calls.pairings, { query })))).toEqual([
    'alpha',
  ]);
  await server.db
    .updateTable('test_phones')
    .set({ partner_id: places.beta.partnerId })
    .where('id', '=', phoneId)
    .execute();
  const hers = await people.beta.call(calls.pairings, { query });
  expect(hers).toMatchObject([{ id: pairing.id, sent: null }]);
  expect(world.sidesIn(JSON.stringify({ ...hers[0], phoneId: null }))).toEqual([]);
});
