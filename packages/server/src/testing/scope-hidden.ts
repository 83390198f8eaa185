/** Reads outside of an account's scope: each must be answered like one for what does not exist. */
import { type CallName, calls } from '@textprobe/contract/calls';
import { formOf } from './forms.ts';
import { type Asked, byId, type HiddenCase, type Query, read, UNKNOWN_FILE } from './scope-case.ts';
import { changeCases, choiceCases } from './scope-changes.ts';
import { pairingCases } from './scope-pairings.ts';
import { type Person, UNKNOWN_ID, WORD } from './scope-sides.ts';
import type { MadeMessage, ScopeWorld } from './scope-world.ts';
import { at } from './test-client.ts';

/** All cases, also of writes. */
export function hiddenCases(world: ScopeWorld): HiddenCase[] {
  return [
    ...directoryCases(world),
    ...entryCases(world),
    ...pairingCases(world),
    ...testCases(world),
    ...changeCases(world),
    ...messageCases(world),
    ...exportCases(world),
    ...choiceCases(world),
    ...fileCases(world),
  ];
}

function directoryCases({ places: { alpha } }: ScopeWorld): HiddenCase[] {
  const search = (kind: string, key: string, id: number) =>
    read('searchDirectory', `${kind} by ${key}`, 200, [
      { kind, [key]: id },
      { kind, [key]: UNKNOWN_ID },
    ]);
  return [
    byId('clients', 'a partner', 'partnerId', alpha.partnerId),
    byId('offices', 'a client', 'clientId', alpha.clientId),
    search('partner', 'ids', alpha.partnerId),
    search('client', 'ids', alpha.clientId),
    search('client', 'partnerId', alpha.partnerId),
    search('office', 'ids', alpha.officeId),
    search('office', 'clientId', alpha.clientId),
    search('phone', 'ids', alpha.phoneId),
  ];
}

/** Entries of the directory by id, and phones with a partner, which operators keep. */
function entryCases({ places, server, admin }: ScopeWorld): HiddenCase[] {
  const { alpha } = places;
  const entry = (call: CallName, id: number | (() => Promise<number>), sent: object = {}): HiddenCase => {
    const asked = (known: number) => ({ path: at(calls[call], known).path, ...sent });
    return {
      call,
      what: 'an entry',
      status: 404,
      side: 'alpha',
      asked: async () => asked(typeof id === 'number' ? id : await id()),
      unknown: () => asked(UNKNOWN_ID),
    };
  };
  let number = 300;
  const phone = () => ({
    name: 'Desk',
    phoneNumber: `+12025550${(number += 1)}`,
    carrier: 'AT&T',
    evidence: 'handset',
  });
  const newPhone = async () => {
    const { name, phoneNumber, carrier } = phone();
    const made = await server.db
      .insertInto('test_phones')
      .values({ name, phone_number: phoneNumber, carrier, partner_id: alpha.partnerId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  };
  const body = (by: Person, id: number) => ({ ...phone(), partnerId: id, name: `${by} desk` });
  const change = { body: { ...phone(), partnerId: alpha.partnerId } };
  const withTag = async ({ path = '', ...sent }: Asked): Promise<Asked> => {
    const tag = (await admin.send('GET', path)).headers.get('etag') ?? '';
    return { path, ...sent, headers: { 'if-match': tag } };
  };
  const replace = entry('replacePhone', newPhone, change);
  return [
    entry('readPartner', alpha.partnerId),
    entry('readClient', alpha.clientId),
    entry('readOffice', alpha.officeId),
    entry('phoneHistory', alpha.phoneId),
    entry('readPhone', alpha.phoneId),
    { ...replace, asked: async (by) => withTag(await replace.asked(by)) },
    entry('retirePhone', newPhone),
    entry('restorePhone', newPhone),
    entry('deletePhone', newPhone),
    {
      call: 'createPhone',
      what: 'the partner of a phone',
      status: 422,
      side: 'alpha',
      asked: (by) => ({ body: body(by, alpha.partnerId) }),
      unknown: (by) => ({ body: body(by, UNKNOWN_ID) }),
    },
  ];
}

/** Reads of tests, and the lists filtered by what is hidden. */
function testCases({ tests, places: { alpha }, messages }: ScopeWorld): HiddenCase[] {
  const perTest = (['alpha', 'mixed'] as const).flatMap((side) => {
    const whose = side === 'alpha' ? 'a test' : 'a mixed test';
    const { testId } = tests[side];
    return [
      byId('getTest', whose, 'testId', testId, side),
      byId('testRuns', whose, 'testId', testId, side),
      byId('testLogsOfTest', whose, 'testId', testId, side),
      byId('report', whose, 'testId', testId, side),
      byId('generatePdf', whose, 'id', testId, side),
    ];
  });
  const list = (key: string, value: string | number, unknown: string | number, side?: 'mixed') =>
    read('listTests', `${key} ${value}`, 200, [{ [key]: value }, { [key]: unknown }], side);
  return [
    ...perTest,
    list('partnerId', alpha.partnerId, UNKNOWN_ID),
    list('clientId', alpha.clientId, UNKNOWN_ID),
    list('officeId', alpha.officeId, UNKNOWN_ID),
    list('text', WORD.alpha, 'nothing has this text'),
    list('text', WORD.mixed, 'nothing has this text', 'mixed'),
    list('text', codeOf(messages.alpha[0]), unknownCode(messages.alpha[0])),
  ];
}

function messageCases({ messages, mixedMessages }: ScopeWorld): HiddenCase[] {
  // Each side sees only its own message of the mixed test.
  const ofMessage = (whose: string, message: MadeMessage | undefined) => {
    const { id, code } = message ?? { id: 0, code: '' };
    return [
      byId('testLog', whose, 'id', id),
      byId('messageWhy', whose, 'testLogID', id),
      byId('messageForCarrier', whose, 'testLogID', id),
      read('testLogsOfCode', whose, 200, [{ code }, { code: unknownCode(message) }]),
    ];
  };
  const report = (call: CallName, bodyOf: (code: string) => unknown): HiddenCase => ({
    call,
    what: 'the code of a message',
    status: 404,
    side: 'alpha',
    asked: () => ({ body: bodyOf(codeOf(messages.alpha[6])) }),
    unknown: () => ({ body: bodyOf(unknownCode(messages.alpha[6])) }),
  });
  return [
    ...ofMessage('a message', messages.alpha[0]),
    ...ofMessage('a message of a mixed test', mixedMessages.alpha),
    report('messageReceivedSms', (messageCode) => ({ messageCode })),
    report('messageReceivedMms', (messageCode) => formOf({ messageCode }, [])),
  ];
}

function codeOf(message: MadeMessage | undefined): string {
  return message?.code ?? '';
}

/** A code of the same month that no message has. */
function unknownCode(message: MadeMessage | undefined): string {
  const code = codeOf(message);
  return code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
}

/** Lists and files whose filter names what is hidden. */
function exportCases({ places: { alpha }, tests, messages }: ScopeWorld): HiddenCase[] {
  const { testId, runId } = tests.alpha;
  const filtered = (call: CallName, query: Query = {}) =>
    read(call, 'messages of a partner', 200, [
      { ...query, partnerId: alpha.partnerId },
      { ...query, partnerId: UNKNOWN_ID },
    ]);
  const ofTest = (call: CallName, query: Query = {}) =>
    read(call, 'messages of a test', 200, [
      { ...query, testId },
      { ...query, testId: UNKNOWN_ID },
    ]);
  return [
    filtered('filteredLogs'),
    filtered('exportLogs'),
    filtered('csvForCarrier', { names: 'true' }),
    { ...filtered('generateFilteredPdf'), deniedTo: ['beta'] },
    ofTest('exportLogs'),
    ofTest('csvForCarrier', { names: 'true' }),
    { ...ofTest('pdfForCarrier', { names: 'true' }), deniedTo: ['beta'] },
    read('csvForCarrier', 'messages of a run', 200, [
      { testId, runId },
      { testId: UNKNOWN_ID, runId: UNKNOWN_ID },
    ]),
    read('exportLogs', 'messages of several tests', 200, [
      { testIds: `${testId},${tests.alphaMms.testId}` },
      { testIds: `${UNKNOWN_ID},${UNKNOWN_ID - 1}` },
    ]),
    { ...byId('report', 'a run', 'testId', testId), asked: () => ({ query: { testId, runId } }) },
    {
      ...byId('report', 'a message', 'testId', testId),
      asked: () => ({ query: { testId, testLogID: messages.alpha[0]?.id ?? 0 } }),
    },
  ];
}

function fileCases({ media }: ScopeWorld): HiddenCase[] {
  const file = (what: string, url: string, side: HiddenCase['side'] = 'alpha') =>
    (['media', 'mediaThumbnail'] as const).map((call): HiddenCase => {
      const end = call === 'media' ? '' : '/thumbnail';
      const unknown = `/api/media/${UNKNOWN_FILE}${end}`;
      return {
        call,
        what,
        status: 404,
        side,
        asked: () => ({ path: url + end }),
        unknown: () => ({ path: unknown }),
      };
    });
  return [
    ...file('a file that was sent', media.alphaSent),
    ...file('a file that was received', media.alphaReceived),
    ...file('a file of a mixed test', media.mixedSent, 'mixed'),
  ];
}
