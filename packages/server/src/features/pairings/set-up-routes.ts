/** Sets up the app of a phone in our network for its pairing (PAIR-3). */
import { calls } from '@textprobe/contract/calls';
import type { Database } from '@textprobe/database/core/connection';
import { findHandsetSource, sealedAs } from '@textprobe/database/handsets/handset-sources';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { PairingRow } from '@textprobe/database/pairings/pairings';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import { newSecret, newSourceId } from '../../handsets/new-source.ts';
import { ownOrigin } from '../../http/own-address.ts';
import { fieldProblem } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import { createPairingAccess, openPermitted, pairingDone } from './pairing-access.ts';
import { createSource, reportUrl } from './pairing-reporter.ts';
import type { SetUpSmsGateway } from './set-up-sms-gateway.ts';

interface SetUpDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly publicUrl: string | null;
  readonly setUpSmsGateway: SetUpSmsGateway;
}

/** A third of the time after which a silent phone counts as offline by default. */
const PING_MINUTES = 5;
const otherKind = {
  field: '',
  code: 'kind',
  message: 'Only SMS Gateway for Android can be set up from here. Start a pairing of that kind.',
};
/** Shown as the browser that opened the link. */
const BY = 'Textprobe';

export function setUpRoutes(app: FastifyInstance, deps: SetUpDeps): void {
  const { db, clock, sealer, publicUrl, setUpSmsGateway } = deps;
  const { readOne, requirePairing } = createPairingAccess(deps);

  /** The source that the app already has, or that it is given now. */
  async function sourceOf({ sourceId }: PairingRow): Promise<{ id: string; secret: string } | null> {
    if (sourceId === null) return { id: newSourceId(), secret: newSecret() };
    const source = await findHandsetSource(db, sourceId);
    return source && { id: sourceId, secret: sealer.open(source.secret, sealedAs(sourceId)) };
  }

  type Input = HandlerInput<typeof calls.setUpPhone>;

  async function setUp({ body, request, scope, write }: Input, pairing: PairingRow) {
    const { id, kind } = pairing;
    const source = await sourceOf(pairing);
    if (source === null || pairing.endedAt !== null) throw pairingDone(id);
    const origin = ownOrigin(request, publicUrl);
    const settings = {
      webhookUrl: reportUrl(origin, kind, source.id),
      signingKey: source.secret,
      pingMinutes: PING_MINUTES,
    };
    const result = await setUpSmsGateway(body, settings);
    if (!result.ok) {
      const error = { field: result.field ?? '', code: 'set-up.failed', message: result.message };
      throw fieldProblem('body.invalid', [error]);
    }
    // Only after success, so that a failure leaves the link usable. Reports that arrive earlier are refused and sent again.
    return write(async (tx, note) => {
      note({ objectId: pairing.phoneId });
      if (pairing.sourceId === null) {
        const now = clock.now();
        const opened = await openPermitted(tx, { id }, { by: BY, now });
        if (opened === null) throw pairingDone(id);
        const { phoneName: name, phoneId, madeById: madeBy } = opened;
        const made = { id: source.id, pairingId: id, kind: 'sms-gateway', name, phoneId, madeBy } as const;
        await createSource(tx, sealer, { ...made, secret: source.secret }, now);
      }
      return { pairing: await readOne(tx, request, scope, id), set: [...result.set] };
    });
  }

  route(app, calls.setUpPhone, async (input) => {
    const read = () => requirePairing(db, input.request, input.scope, input.params.id);
    const pairing = await read();
    if (pairing.kind !== 'sms-gateway') throw fieldProblem('body.invalid', [otherKind]);
    if (pairing.confirmedAt !== null) throw pairingDone(pairing.id);
    try {
      return await setUp(input, pairing);
    } catch (error) {
      const now = await read();
      if (pairing.sourceId !== null || now.sourceId === null) throw error;
      // Another set-up or the link has made the source in the meantime, and the app may have ours: it gets that one.
      return setUp(input, now);
    }
  });
}
