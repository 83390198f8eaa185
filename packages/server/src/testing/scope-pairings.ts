/** The scope tests of pairings. Each uses a new phone, since a phone has at most one open pairing. */
import { type CallName, calls } from '@textprobe/contract/calls';
import { byId, type HiddenCase } from './scope-case.ts';
import { UNKNOWN_ID } from './scope-sides.ts';
import type { ScopeWorld } from './scope-world.ts';
import { at } from './test-client.ts';

export function pairingCases({ places: { alpha }, server, admin }: ScopeWorld): HiddenCase[] {
  let number = 600;
  const newPhone = async () => {
    const made = await server.db
      .insertInto('test_phones')
      .values({
        name: 'Paired',
        phone_number: `+12025550${(number += 1)}`,
        carrier: 'AT&T',
        partner_id: alpha.partnerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  };
  const begun = (phoneId: number) => ({ body: { phoneId, kind: 'own-app' } });
  const newPairing = async () => (await admin.call(calls.createPairing, begun(await newPhone()))).pairing.id;
  const ofPairing = (call: CallName, sent: object = {}): HiddenCase => {
    const asked = (id: number) => ({ path: at(calls[call], id).path, ...sent });
    return {
      call,
      what: 'a pairing',
      status: 404,
      side: 'alpha',
      asked: async () => asked(await newPairing()),
      unknown: () => asked(UNKNOWN_ID),
    };
  };
  return [
    byId('pairings', 'a phone', 'phoneId', alpha.phoneId),
    {
      ...ofPairing('createPairing'),
      what: 'a phone',
      asked: async () => begun(await newPhone()),
      unknown: () => begun(UNKNOWN_ID),
    },
    ofPairing('pairing'),
    ofPairing('endPairing'),
    ofPairing('sendPairingText', { body: { officeId: alpha.officeId } }),
  ];
}
