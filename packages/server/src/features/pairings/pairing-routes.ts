/** Pairs phones: shows the settings once, and proves with a message that the phone reports what it receives (PAIR-1, 2). */
import { randomBytes } from 'node:crypto';
import { calls } from '@textprobe/contract/calls';
import { PAIR_PAGE, PAIRING_MINUTES } from '@textprobe/contract/pairings';
import type { Database } from '@textprobe/database/core/connection';
import { holdPhones } from '@textprobe/database/handsets/phone-reporters';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import {
  endPairing,
  insertPairing,
  listPairings,
  makeReceiptOnly,
} from '@textprobe/database/pairings/pairings';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import { PAIRING_CODE_BYTES, spellPairingCode } from '@textprobe/domain/pairing-code';
import type { EngineApi } from '@textprobe/engine/api';
import type { FastifyInstance } from 'fastify';
import { hashToken } from '../../auth/account-links.ts';
import { strangerForms } from '../../auth/stranger-forms.ts';
import type { ServerDeps } from '../../deps.ts';
import { retiredPart } from '../../directory/entry-rules.ts';
import { addressMissing, tokenMissing } from '../../handsets/new-source.ts';
import { ownOrigin } from '../../http/own-address.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { createPairingAccess, openPermitted, pairingDone } from './pairing-access.ts';
import { createReporter, createSource, settingsOf } from './pairing-reporter.ts';
import { sendText } from './pairing-text.ts';

interface PairingDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly engineApi: EngineApi;
  readonly createHandsetKey: ServerDeps['createHandsetKey'];
  readonly publicUrl: string | null;
  /** Per network; logins are counted separately. */
  readonly formsPerMinute: number;
}

/** 128 bits. */
const CODE_BYTES = 16;
const CODE_MS = PAIRING_MINUTES * 60_000;
const BROWSER_LENGTH = 300;

export async function pairingRoutes(app: FastifyInstance, deps: PairingDeps): Promise<void> {
  const { db, clock, sealer, engineApi, publicUrl } = deps;

  const { toWire, readOne, requirePhone, requirePairing } = createPairingAccess(deps);

  route(
    app,
    calls.pairings,
    async ({ query: { phoneId }, request, scope }) => {
      await requirePhone(db, request, scope, phoneId);
      return toWire(db, request, scope, await listPairings(db, scope, phoneId));
    },
    { answersHead: true },
  );

  route(app, calls.pairing, async ({ params: { id }, request, scope }) => readOne(db, request, scope, id), {
    answersHead: true,
  });

  route(app, calls.createPairing, async ({ body, request, scope, write }) => {
    const { phoneId, kind, secret = null } = body;
    if (kind === 'twilio' && secret === null) throw fieldProblem('body.invalid', [tokenMissing]);
    const signsUrl = kind === 'twilio' || kind === 'httpsms';
    if (signsUrl && publicUrl === null) throw fieldProblem('body.invalid', [addressMissing]);
    return write(async (tx, note) => {
      note({ objectId: phoneId });
      await holdPhones(tx);
      const phone = await requirePhone(tx, request, scope, phoneId);
      const part = retiredPart(phone);
      if (part !== null) throw phoneRetired(part);
      const code = kind === 'receipt' ? null : randomBytes(CODE_BYTES).toString('base64url');
      const now = clock.now();
      const madeBy = request.caller?.accountId ?? null;
      const id = await insertPairing(tx, {
        phoneId,
        kind,
        codeHash: code === null ? null : hashToken(code),
        textCode: spellPairingCode(randomBytes(PAIRING_CODE_BYTES)),
        madeBy,
        now,
        expiresAt: now + CODE_MS,
      });
      if (kind === 'receipt') await makeReceiptOnly(tx, phoneId);
      if (kind === 'twilio' && secret !== null) {
        const source = { pairingId: id, kind, name: phone.name, phoneId, secret, madeBy };
        await createSource(tx, sealer, source, now);
      }
      const pairing = await readOne(tx, request, scope, id);
      // In the fragment, which browsers do not send: it gets into no log and no Referer.
      const origin = ownOrigin(request, publicUrl);
      return { pairing, url: code === null ? null : `${origin}${PAIR_PAGE}#${code}` };
    });
  });

  route(app, calls.endPairing, async ({ params: { id }, request, scope, write }) =>
    write(async (tx, note) => {
      const { phoneId } = await requirePairing(tx, request, scope, id);
      note({ objectId: phoneId });
      if (!(await endPairing(tx, id, clock.now()))) throw pairingDone(id);
      return readOne(tx, request, scope, id);
    }),
  );

  route(app, calls.sendPairingText, async ({ params: { id }, body: { officeId }, request, scope, write }) => {
    const pairing = await requirePairing(db, request, scope, id);
    const text = { pairing, officeId, accountId: request.caller?.accountId ?? null };
    const { made, test } = await sendText(deps, scope, text, write, async (tx) => {
      const now = await readOne(tx, request, scope, id);
      if (now.confirmedAt !== null || now.endedAt !== null) throw pairingDone(id);
      return now;
    });
    engineApi.publishChanges([test]);
    return made;
  });

  const { formsPerMinute } = deps;
  const refusal = 'Too many links from this address. Wait a minute.';
  await strangerForms(app, { publicUrl, formsPerMinute, refusal }, (forms) => {
    route(forms, calls.openPairing, async ({ body: { code }, request, write }) => {
      const by = (request.headers['user-agent'] ?? '').slice(0, BROWSER_LENGTH);
      const codeHash = hashToken(code);
      return request.identity.lookUp(() =>
        write(async (tx, note) => {
          const now = clock.now();
          const opened = await openPermitted(tx, { codeHash }, { by, now });
          if (opened === null) throw unknownCode();
          note({ objectId: opened.phoneId });
          const made = await createReporter(tx, deps, opened, now);
          const origin = ownOrigin(request, publicUrl);
          return settingsOf(opened, made, origin);
        }),
      );
    });
  });
}

function unknownCode(): ProblemError {
  return new ProblemError(
    'pair-code.unknown',
    'This link does not work: it is incomplete, was already opened, has ended, or is older than ten minutes. Get a new one on the phone’s page in the console.',
  );
}

function phoneRetired(part: string): ProblemError {
  const message = `${part} is retired. Restore it first.`;
  return fieldProblem('body.invalid', [{ field: 'phoneId', code: 'retired', message }]);
}
