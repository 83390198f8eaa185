/**
 * Two partners, Alpha and Beta, with everything that an account may be kept from, and accounts of every scope. The ids of
 * each side begin with digits of their own, so that any answer shows whose ids it contains.
 */
import { calls } from '@textprobe/contract/calls';
import type { Test } from '@textprobe/contract/tests';
import { sqlTime } from '@textprobe/database/core/connection';
import { importDirectory } from '@textprobe/database/directory/import-directory';
import { registerGateways } from '@textprobe/database/gateways/gateways';
import { listTestMedia } from '@textprobe/database/media/media-files';
import { rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { realClock } from '@textprobe/database/testing/real-clock';
import type { Role } from '@textprobe/domain/roles';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { picture } from '@textprobe/media/testing/sample-files';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { hashPassword } from '../auth/passwords.ts';
import { formOf } from './forms.ts';
import { makeMessage } from './messages.ts';
import { saveChoices } from './scope-choices.ts';
import {
  logInAs,
  numberFor,
  type Partner,
  type Person,
  type Place,
  programOf,
  SHARED_WORD,
  type Side,
  sidesIn,
  WORD,
} from './scope-sides.ts';
import type { TestClient } from './test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from './test-server.ts';

const OUTCOMES = [
  'received',
  'receipt only',
  'rejected',
  'unknown',
  'handset offline',
  'not sent',
  'sent',
  'pending',
] as const;
type Outcome = (typeof OUTCOMES)[number];

interface MadeTest {
  readonly testId: number;
  readonly runId: number;
}
export interface MadeMessage extends MadeTest {
  readonly id: number;
  readonly code: string;
}

export type ScopeWorld = Awaited<ReturnType<typeof openScopeWorld>>;

/** Closed after all tests of the file. */
export async function openScopeWorld() {
  const server = await startTestServer({
    inboxes: [createNativeInbox({ clock: realClock, findPhoneByKey: async () => null })],
  });
  afterAll(() => server.close());
  const { db } = server;
  const admin = await server.operator();
  const numbered = (side: Side) => numberFor(db, side);
  const { places, sharedPhoneId } = await fillSides(server);
  const { alpha, beta } = places;
  const people = await logInEveryone(server, places);
  /** Message codes and files, whose ids are random. */
  const secrets: Record<Side, string[]> = { alpha: [], beta: [], mixed: [] };
  const png = await picture('png', 12, 8);

  async function createTest(side: Side, changes: object, file?: string): Promise<Test & MadeTest> {
    await numbered(side);
    const payload = {
      messageBody: `${WORD[side]} {first_name}`,
      messageType: file === undefined ? 'SMS' : 'MMS',
      ...changes,
    };
    const body = file === undefined ? payload : formOf(payload, [[png, file]]);
    const test = await admin.call(calls.createTest, { body });
    secrets[side].push(...test.mediaURLs.media.map(fileIdOf));
    const run = await db
      .selectFrom('runs')
      .select('id')
      .where('test_id', '=', test.testId)
      .executeTakeFirst();
    return { ...test, runId: run?.id ?? 0 };
  }

  async function createMessage(of: Partner, test: MadeTest, outcome: Outcome, more: object = {}) {
    await numbered(of);
    const { testId, runId } = test;
    const { officeId, partnerId, phoneId } = places[of];
    const place = { office_id: officeId, partner_id: partnerId, phone_id: phoneId, ...more };
    const made = await makeMessage(db, { testId, runId, at: server.clock.now(), place }, outcome);
    secrets[of].push(made.code);
    return { testId, runId, ...made };
  }

  /** A recurring test that has not started. */
  const draft = (side: Side) =>
    createTest(side, {
      testType: 'RECURRING',
      recurrenceRule: { interval: 1, frequency: 'days', start_date: '2026-11-01', time: '10:30' },
      ...recipients(side),
    });

  function recipients(side: Side) {
    if (side !== 'mixed') return { officeIDs: [places[side].officeId], phoneIDs: [places[side].phoneId] };
    const pairs = [alpha, beta].map(({ officeId, phoneId }) => ({ officeID: officeId, phoneID: phoneId }));
    return { pairs };
  }

  const tests = {
    alpha: await createTest('alpha', recipients('alpha')),
    beta: await createTest('beta', recipients('beta')),
    mixed: await createTest('mixed', recipients('mixed'), `${WORD.mixed}.png`),
    alphaMms: await createTest('alpha', recipients('alpha'), `${WORD.alpha} sent.png`),
  };
  const messages = { alpha: [] as MadeMessage[], beta: [] as MadeMessage[] };
  for (const side of ['alpha', 'beta'] as const) {
    for (const outcome of OUTCOMES) messages[side].push(await createMessage(side, tests[side], outcome));
  }
  /** Its first two files are those of its test: one arrives, the other does not. @returns the address of the one that arrives */
  async function receiveFiles(of: Partner, { id, code, testId }: MadeMessage): Promise<string> {
    const report = { messageCode: code, messageBody: `${WORD[of]} #${code}` };
    await admin.call(calls.messageReceivedMms, {
      body: formOf(report, [[png, `${WORD[of]} received.png`, 'file0']]),
    });
    const { reception } = await admin.call(calls.testLog, { query: { id } });
    const received = reception?.media[0]?.url ?? '';
    secrets[of].push(fileIdOf(received));
    const sent = ((await listTestMedia(db, [testId])).get(testId) ?? [])[0]?.id ?? '';
    const compared = [
      { sent, received: fileIdOf(received), outcome: 'identical', difference: 0 },
      { sent, received: null, outcome: 'missing', difference: null },
    ];
    await db
      .updateTable('receptions')
      .set({ file_comparison: JSON.stringify(compared), file_finding: 'missing', files_to_compare: false })
      .where('message_id', '=', id)
      .execute();
    return received;
  }

  await db
    .updateTable('media_files')
    .set({ original_url: `https://files.example/${WORD.mixed}.png` })
    .where('id', '=', fileIdOf(tests.mixed.mediaURLs.media[0] ?? ''))
    .execute();
  // Its own text does not have the words of the test.
  const ofMixed = async (side: Partner) => {
    const more = { message_type: 'MMS', filled_body: `${WORD[side]} own text` };
    const message = await createMessage(side, tests.mixed, 'sent', more);
    await receiveFiles(side, message);
    return message;
  };
  const mixedMessages = { alpha: await ofMixed('alpha'), beta: await ofMixed('beta') };
  const mms = await createMessage('alpha', tests.alphaMms, 'sent', { message_type: 'MMS' });
  const received = await receiveFiles('alpha', mms);

  const named = await saveChoices({ admin, people, numberFor: numbered, places, sharedPhoneId });
  await seeAllPhones(server);
  await rebuildRollups(db);

  const media = {
    alphaSent: tests.alphaMms.mediaURLs.media[0] ?? '',
    alphaReceived: received,
    mixedSent: tests.mixed.mediaURLs.media[0] ?? '',
  };
  return {
    server,
    admin,
    people,
    places,
    sharedPhoneId,
    tests,
    messages,
    mixedMessages,
    media,
    draft,
    numberFor: numbered,
    createMessage,
    sidesIn: (text: string) => sidesIn(text, secrets),
    ...named,
  };
}

function fileIdOf(url: string): string {
  return url.split('/').at(-1) ?? '';
}

/** One office and phone for each partner, and a phone that they share. */
async function fillSides({ db, clock }: TestServer) {
  const now = clock.now();
  await registerGateways(db, [
    { name: 'lab', kind: 'smpp', isDefault: true, sendsMms: true, isDefaultMms: true },
  ]);
  const phone = { carrier: 'AT&T', evidence: 'handset' as const };
  const fill = async (side: Partner, number: number): Promise<Place> => {
    const word = WORD[side];
    await numberFor(db, side);
    const partner = `${word} partner`;
    const names = { partner, client: `${word} client`, office: `${word} office`, gateway: 'lab' };
    const contact = { phoneNumber: '+12025550100', managerFirstName: word, managerLastName: 'Doe' };
    const own = { ...phone, name: `${word} phone`, phoneNumber: `+1202555020${number}`, partner };
    await importDirectory(db, { offices: [{ ...names, ...contact }], phones: [own] }, now);
    return db
      .selectFrom('partners')
      .innerJoin('clients', 'clients.partner_id', 'partners.id')
      .innerJoin('offices', 'offices.client_id', 'clients.id')
      .innerJoin('test_phones', 'test_phones.partner_id', 'partners.id')
      .select([
        'partners.id as partnerId',
        'clients.id as clientId',
        'offices.id as officeId',
        'test_phones.id as phoneId',
      ])
      .where('partners.name', '=', partner)
      .executeTakeFirstOrThrow();
  };
  const places = { alpha: await fill('alpha', 1), beta: await fill('beta', 2) };
  await numberFor(db, 'mixed');
  const shared = { ...phone, name: `${SHARED_WORD} phone`, phoneNumber: '+12025550203' };
  await importDirectory(db, { offices: [], phones: [shared] }, now);
  const { id } = await db
    .selectFrom('test_phones')
    .select('id')
    .where('partner_id', 'is', null)
    .executeTakeFirstOrThrow();
  return { places, sharedPhoneId: id };
}

async function logInEveryone(
  server: TestServer,
  { alpha, beta }: Record<Partner, Place>,
): Promise<Record<Person, TestClient>> {
  const passwordHash = await hashPassword(PASSWORD);
  const logIn = (username: Person, partnerIds: readonly number[], role: Role = 'operator') =>
    logInAs(server, { username, partnerIds, role, passwordHash });
  return {
    alpha: await logIn('alpha', [alpha.partnerId]),
    // A program whose token narrows the partners of its account.
    beta: await programOf(server, await logIn('beta', [alpha.partnerId, beta.partnerId]), [beta.partnerId]),
    none: await logIn('none', []),
    both: await logIn('both', [alpha.partnerId, beta.partnerId]),
    'beta viewer': await logIn('beta viewer', [beta.partnerId], 'viewer'),
  };
}

async function seeAllPhones({ db, clock }: TestServer): Promise<void> {
  const reportedAt = sqlTime(clock.now());
  await db.deleteFrom('phone_health').execute();
  await sql`insert into phone_health (phone_id, heard_at, source) select id, ${reportedAt}, 'native' from test_phones`.execute(
    db,
  );
}
