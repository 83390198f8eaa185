/** Recipient sets and saved views of the scope tests. */
import { calls } from '@textprobe/contract/calls';
import { type Partner, type Person, type Place, type Side, WORD } from './scope-sides.ts';
import type { TestClient } from './test-client.ts';

/** Recipient sets and views that name each kind of thing, of each side and of both. */
export async function saveChoices(world: {
  admin: TestClient;
  people: Record<Person, TestClient>;
  numberFor: (side: Side) => Promise<void>;
  places: Record<Partner, Place>;
  sharedPhoneId: number;
}) {
  const { admin, people, numberFor, places, sharedPhoneId } = world;
  const { alpha, beta } = places;
  const empty = { partnerIds: null, clientIds: null, officeIds: null, phoneIds: [] };
  const onlyShared = { partnerIds: [], phoneIds: [sharedPhoneId] };
  const set = async (side: Side, name: string, chosen: object, by = admin) => {
    await numberFor(side);
    const body = { ...empty, name, ...chosen };
    return (await by.call(calls.createRecipientSet, { body })).id;
  };
  const view = async (side: Side, name: string, filters: string, by = admin, shared = true) => {
    await numberFor(side);
    const body = { name, filters, shared };
    return (await by.call(calls.createSavedView, { body })).id;
  };
  const sets = {
    alpha: await set('alpha', `${WORD.alpha} 1`, { partnerIds: [alpha.partnerId] }),
    alphaClient: await set('alpha', `${WORD.alpha} 2`, { clientIds: [alpha.clientId] }),
    alphaOffice: await set('alpha', `${WORD.alpha} 3`, { officeIds: [alpha.officeId] }),
    alphaPhone: await set('alpha', `${WORD.alpha} 4`, { partnerIds: [], phoneIds: [alpha.phoneId] }),
    alphaAll: await set('alpha', `${WORD.alpha} 5`, {}, people.alpha),
    alphaShared: await set('alpha', `${WORD.alpha} 6`, onlyShared, people.alpha),
    beta: await set('beta', WORD.beta, { partnerIds: [beta.partnerId], phoneIds: [beta.phoneId] }),
    mixed: await set('mixed', WORD.mixed, { officeIds: [alpha.officeId, beta.officeId] }),
    all: await set('mixed', `${WORD.mixed} all`, {}, people.both),
    unlimited: await set('mixed', `${WORD.mixed} unlimited`, { phoneIds: [sharedPhoneId] }),
  };
  const views = {
    alpha: await view('alpha', `${WORD.alpha} 1`, `partnerId=${alpha.partnerId}`),
    alphaClient: await view('alpha', `${WORD.alpha} 2`, `executionStatus=FAILED&clientId=${alpha.clientId}`),
    alphaOffice: await view('alpha', `${WORD.alpha} 3`, `officeId=${alpha.officeId}`),
    alphaText: await view('alpha', `${WORD.alpha} 4`, `text=${WORD.alpha}`, people.alpha),
    beta: await view('beta', WORD.beta, `partnerId=${beta.partnerId}&officeId=${beta.officeId}`),
    mixed: await view('mixed', WORD.mixed, `partnerId=${beta.partnerId}&officeId=${alpha.officeId}`),
    all: await view('mixed', `${WORD.mixed} all`, 'executionStatus=FAILED', people.both),
    unlimited: await view('mixed', `${WORD.mixed} unlimited`, `text=${WORD.mixed}`),
    alphaOwn: await view('alpha', `${WORD.alpha} own`, `text=${WORD.alpha}`, people.alpha, false),
  };
  return { sets, views };
}
