/** Writes outside of an account's scope: each must be refused like one with an id that does not exist. */
import { type CallName, calls } from '@textprobe/contract/calls';
import { type Asked, type HiddenCase, UNKNOWN_FILE } from './scope-case.ts';
import { type Person, UNKNOWN_ID } from './scope-sides.ts';
import type { ScopeWorld } from './scope-world.ts';
import { at } from './test-client.ts';

/** Creating and changing tests, by id and with what belongs to another partner. */
export function changeCases(world: ScopeWorld): HiddenCase[] {
  const { places, sharedPhoneId, draft, media } = world;
  const { alpha } = places;
  const own = (by: Person) => places[by === 'alpha' ? 'alpha' : 'beta'];
  const toOwn = (by: Person) => ({ officeIDs: [own(by).officeId], phoneIDs: [sharedPhoneId] });
  const content = { messageBody: 'Hello', testType: 'IMMEDIATE' };
  const chosen = (id: (known: number) => number, by: Person): Record<string, object> => ({
    partnerIDs: { partnerIDs: [id(alpha.partnerId)], phoneIDs: [sharedPhoneId] },
    clientIDs: { clientIDs: [id(alpha.clientId)], phoneIDs: [sharedPhoneId] },
    officeIDs: { officeIDs: [id(alpha.officeId)], phoneIDs: [sharedPhoneId] },
    'officeIDs beside its own': {
      officeIDs: [id(alpha.officeId), own(by).officeId],
      phoneIDs: [sharedPhoneId],
    },
    phoneIDs: { officeIDs: [own(by).officeId], phoneIDs: [id(alpha.phoneId)] },
    'pairs, the office': { pairs: [{ officeID: id(alpha.officeId), phoneID: sharedPhoneId }] },
    'pairs, the phone': { pairs: [{ officeID: own(by).officeId, phoneID: id(alpha.phoneId) }] },
  });
  const mms = (url: string, by: Person) => {
    return { ...content, ...toOwn(by), messageType: 'MMS', mediaURLs: { media: [url] } };
  };
  const known = (id: number) => id;
  const unknown = () => UNKNOWN_ID;
  const create = (field: string): HiddenCase => ({
    call: 'createTest',
    what: `ids in ${field}`,
    status: 422,
    side: 'alpha',
    asked: (by) => ({ body: { ...content, ...chosen(known, by)[field] } }),
    unknown: (by) => ({ body: { ...content, ...chosen(unknown, by)[field] } }),
  });
  // An account without partners has no test to change.
  const ownDraft = async (by: Person) => (await draft(by === 'alpha' ? 'alpha' : 'beta')).testId;
  const update = (field: string): HiddenCase => ({
    ...create(field),
    call: 'updateTest',
    deniedTo: ['beta'],
    asked: async (by) => ({
      body: { ...content, testId: await ownDraft(by), ...updated(chosen(known, by)[field]) },
    }),
    unknown: async (by) => ({
      body: { ...content, testId: await ownDraft(by), ...updated(chosen(unknown, by)[field]) },
    }),
  });
  const ofDraft = (
    call: CallName,
    side: HiddenCase['side'],
    ask: (testId: number, by: Person) => Asked,
  ): HiddenCase => ({
    call,
    what: side === 'alpha' ? 'a test' : 'a mixed test',
    status: 404,
    side,
    asked: async (by) => ask((await draft(side)).testId, by),
    unknown: (by) => ask(UNKNOWN_ID, by),
  });
  const changed = (testId: number, by: Person) => ({ body: { ...content, testId, ...toOwn(by) } });
  const byQuery = (testId: number) => ({ query: { testId } });
  const fields = Object.keys(chosen(known, 'beta')).filter((field) => !field.endsWith('its own'));
  return [
    ...fields.map(create),
    ...fields.map(update),
    { ...create('officeIDs beside its own'), allowedTo: 'both' },
    { ...update('officeIDs beside its own'), allowedTo: 'both' },
    ...(['alpha', 'mixed'] as const).flatMap((side) => [
      ofDraft('updateTest', side, changed),
      ofDraft('stopTest', side, byQuery),
      ofDraft('deleteTest', side, byQuery),
    ]),
    {
      ...create('mediaURLs, of a sent file'),
      asked: (by) => ({ body: mms(media.alphaSent, by) }),
      unknown: (by) => ({ body: mms(`/api/media/${UNKNOWN_FILE}`, by) }),
    },
    {
      ...create('mediaURLs, of a received file'),
      asked: (by) => ({ body: mms(media.alphaReceived, by) }),
      unknown: (by) => ({ body: mms(`/api/media/${UNKNOWN_FILE}`, by) }),
    },
  ];
}

/** An update names its partner in another field. */
function updated(chosen: object | undefined): object {
  const { partnerIDs, ...others } = { ...chosen } as { partnerIDs?: readonly number[] };
  return partnerIDs === undefined ? others : { ...others, partnerID: partnerIDs[0] };
}

/** Recipient sets and saved views. */
export function choiceCases({ sets, views, places: { alpha } }: ScopeWorld): HiddenCase[] {
  let named = 600_000_000;
  // The runner ignores nine digits, so no two of them clash and yet their answers are equal.
  const nextName = () => `Set ${(named += 1)}`;
  const empty = { partnerIds: null, clientIds: null, officeIds: null, phoneIds: [] };
  const create = (field: 'partnerIds' | 'clientIds' | 'officeIds' | 'phoneIds', id: number): HiddenCase => ({
    call: 'createRecipientSet',
    what: `ids in ${field}`,
    status: null,
    side: 'alpha',
    asked: () => ({ body: { ...empty, name: nextName(), [field]: [id] } }),
    unknown: () => ({ body: { ...empty, name: nextName(), [field]: [UNKNOWN_ID] } }),
  });
  const createView = (parameter: string, known: number): HiddenCase => {
    const asked = (id: number) => ({
      body: { name: nextName(), filters: `${parameter}=${id}`, shared: true },
    });
    const what = `an id in ${parameter}`;
    return {
      call: 'createSavedView',
      what,
      status: 422,
      side: 'alpha',
      asked: () => asked(known),
      unknown: () => asked(UNKNOWN_ID),
    };
  };
  const setBody = () => ({ ...empty, name: nextName() });
  const viewBody = (by: Person) => ({
    name: `${by} ${nextName()}`,
    filters: 'executionStatus=FAILED',
    shared: true,
  });
  const change = (call: CallName, what: string, id: number, body?: (by: Person) => object): HiddenCase => ({
    call,
    what,
    status: 404,
    side: 'alpha',
    asked: (by) => ({ path: at(calls[call], id).path, ...(body && { body: body(by) }) }),
    unknown: (by) => ({ path: at(calls[call], UNKNOWN_ID).path, ...(body && { body: body(by) }) }),
  });
  return [
    create('partnerIds', alpha.partnerId),
    create('clientIds', alpha.clientId),
    create('officeIds', alpha.officeId),
    create('phoneIds', alpha.phoneId),
    createView('partnerId', alpha.partnerId),
    createView('clientId', alpha.clientId),
    createView('officeId', alpha.officeId),
    change('replaceRecipientSet', 'a set of a partner', sets.alpha, setBody),
    change('replaceRecipientSet', 'a set of a phone', sets.alphaPhone, setBody),
    change('replaceRecipientSet', 'a set of all that its maker sees', sets.alphaAll, setBody),
    change('deleteRecipientSet', 'a set of all that its maker sees', sets.alphaAll),
    change('deleteRecipientSet', 'a set of a shared phone', sets.alphaShared),
    { ...change('deleteRecipientSet', 'a set of all that both see', sets.all), side: 'mixed' },
    change('deleteRecipientSet', 'a set of a client', sets.alphaClient),
    change('deleteRecipientSet', 'a set of an office', sets.alphaOffice),
    { ...change('deleteRecipientSet', 'a mixed set', sets.mixed), side: 'mixed' },
    change('replaceSavedView', 'a view of a partner', views.alpha, viewBody),
    change('replaceSavedView', 'a view without partners', views.alphaText, viewBody),
    change('deleteSavedView', 'a view without partners', views.alphaText),
    { ...change('deleteSavedView', 'a view without partners, of both', views.all), side: 'mixed' },
    change('deleteSavedView', 'a view of a client', views.alphaClient),
    change('deleteSavedView', 'a view of an office', views.alphaOffice),
    { ...change('deleteSavedView', 'a mixed view', views.mixed), side: 'mixed' },
  ];
}
