/** Pairs phones: shows the settings once, and proves with a message that the phone reports what it receives (PAIR-1, 2). */
import { randomBytes } from 'node:crypto';
import { calls } from '@textprobe/contract/calls';
import { PAIR_PAGE, PAIRING_MINUTES, type Pairing } from '@textprobe/contract/pairings';
import type { Scope } from '@textprobe/database/accounts/scope';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findEntry } from '@textprobe/database/directory/entries';
import type { EntryRows } from '@textprobe/database/directory/entry-kinds';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import {
  countByReceipts,
  endPairing,
  findPairing,
  insertPairing,
  listPairings,
  openPairing,
  type PairingRow,
} from '@textprobe/database/pairings/pairings';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import { PAIRING_CODE_BYTES, spellPairingCode } from '@textprobe/domain/pairing-code';
import type { EngineApi } from '@textprobe/engine/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashToken } from '../../auth/account-links.ts';
import type { ServerDeps } from '../../deps.ts';
import { phoneAddress } from '../../http/phone-address.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { strangerForms } from '../accounts/stranger-forms.ts';
import { requireRightTo } from '../directory/entry-rules.ts';
import { unknownPhone } from '../handsets/handset-key-routes.ts';
import { addressMissing, tokenMissing } from '../handsets/handset-source-routes.ts';
import { createReporter, createSource, settingsOf } from './pairing-reporter.ts';
import { sendText } from './pairing-text.ts';
import { pairingsToWire } from './pairing-wire.ts';

interface PairingDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly engineApi: EngineApi;
  readonly createHandsetKey: ServerDeps['createHandsetKey'];
  readonly publicUrl: string | null;
  /** Of one network: how often links may be opened. */
  readonly formsPerMinute: number;
}

/** 128 bits. */
const CODE_BYTES = 16;
const CODE_MS = PAIRING_MINUTES * 60_000;
const BROWSER_LENGTH = 300;

export async function pairingRoutes(app: FastifyInstance, deps: PairingDeps): Promise<void> {
  const { db, codes, clock, sealer, engineApi, publicUrl } = deps;

  function places(request: FastifyRequest) {
    const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
    return { address: phoneAddress(request, publicUrl), origin: `http://${localAddress}:${localPort}` };
  }

  async function toWire(from: Database, request: FastifyRequest, row: PairingRow): Promise<Pairing> {
    const [pairing] = await pairingsToWire({ db: from, codes, now: clock.now(), ...places(request) }, [row]);
    if (pairing === undefined) throw new Error('one row makes one pairing');
    return pairing;
  }

  /** @throws ProblemError phone.unknown, or role.missing for a phone that all partners share */
  async function requirePhone(from: Database, request: FastifyRequest, scope: Scope, id: number) {
    const phone = await findEntry(from, scope, 'phones', id);
    if (phone === null) throw unknownPhone(id);
    requireRightTo(request, 'phones', phone);
    return phone;
  }

  /** @throws ProblemError pairing.unknown, or role.missing likewise */
  async function requirePairing(from: Database, request: FastifyRequest, scope: Scope, id: number) {
    const row = await findPairing(from, scope, id);
    if (row === null) throw unknownPairing(id);
    requireRightTo(request, 'phones', row);
    return row;
  }

  route(app, calls.pairings, async ({ query: { phoneID }, request, scope }) => {
    await requirePhone(db, request, scope, phoneID);
    const rows = await listPairings(db, scope, phoneID);
    return pairingsToWire({ db, codes, now: clock.now(), ...places(request) }, rows);
  });

  route(app, calls.pairing, async ({ params: { id }, request, scope }) =>
    toWire(db, request, await requirePairing(db, request, scope, id)),
  );

  route(app, calls.createPairing, async ({ body, request, scope, write }) => {
    const { phoneID, kind, secret = null } = body;
    if (kind === 'twilio' && secret === null) throw fieldProblem('body.invalid', [tokenMissing]);
    const signsUrl = kind === 'twilio' || kind === 'httpsms';
    if (signsUrl && publicUrl === null) throw fieldProblem('body.invalid', [addressMissing]);
    return write(async (tx) => {
      const phone = await requirePhone(tx, request, scope, phoneID);
      requireInUse(phone);
      const code = kind === 'receipt' ? null : randomBytes(CODE_BYTES).toString('base64url');
      const now = clock.now();
      const madeBy = request.session?.accountId ?? null;
      const id = await insertPairing(tx, {
        phoneId: phoneID,
        kind,
        codeHash: code === null ? null : hashToken(code),
        textCode: spellPairingCode(randomBytes(PAIRING_CODE_BYTES)),
        madeBy,
        now,
        expiresAt: now + CODE_MS,
      });
      if (kind === 'receipt') await countByReceipts(tx, phoneID);
      if (kind === 'twilio' && secret !== null) {
        const source = { pairingId: id, kind, name: phone.name, phoneId: phoneID, secret, madeBy };
        await createSource(tx, sealer, source, now);
      }
      const pairing = await toWire(tx, request, await requirePairing(tx, request, scope, id));
      // In the fragment: browsers send it to no server, so that it is in no log and no Referer.
      const { address, origin } = places(request);
      return { pairing, url: code === null ? null : `${address ?? origin}${PAIR_PAGE}#${code}` };
    });
  });

  route(app, calls.endPairing, async ({ params: { id }, request, scope, write }) =>
    write(async (tx) => {
      await requirePairing(tx, request, scope, id);
      if (!(await endPairing(tx, id, clock.now()))) throw done(id);
      return toWire(tx, request, await requirePairing(tx, request, scope, id));
    }),
  );

  route(app, calls.sendPairingText, async ({ params: { id }, body: { officeID }, request, scope, write }) => {
    const pairing = await requirePairing(db, request, scope, id);
    if (pairing.confirmedAt !== null || pairing.endedAt !== null) throw done(id);
    const text = { pairing, officeID, accountId: request.session?.accountId ?? null };
    const { made, testId } = await sendText(deps, scope, text, write, (tx) => toWire(tx, request, pairing));
    engineApi.publishChanges([testId]);
    return made;
  });

  const { formsPerMinute } = deps;
  const refusal = 'Too many links from this address. Wait a minute.';
  await strangerForms(app, { publicUrl, formsPerMinute, refusal }, (forms) => {
    route(forms, calls.openPairing, async ({ body: { code }, request }) => {
      const by = (request.headers['user-agent'] ?? '').slice(0, BROWSER_LENGTH);
      const codeHash = hashToken(code);
      const settings = await request.identity.lookUp(() =>
        db.transaction().execute(async (tx: Transaction) => {
          const now = clock.now();
          const opened = await openPairing(tx, { codeHash }, { by, now });
          if (opened === null) return null;
          const made = await createReporter(tx, deps, opened, now);
          const { address, origin } = places(request);
          return settingsOf(opened, made, address ?? origin);
        }),
      );
      if (settings !== null) return settings;
      throw new ProblemError(
        'pair-code.unknown',
        'This link does not work: it is incomplete, was opened already, or is older than ten minutes. Get a new one in the console, under the phone, Pair.',
      );
    });
  });
}

function requireInUse({ name, retired, parents }: EntryRows['phones']): void {
  if (!retired && !parents.some((parent) => parent.retired)) return;
  const message = `${name} is retired. Restore it first.`;
  throw fieldProblem('body.invalid', [{ field: 'phoneID', code: 'retired', message }]);
}

function unknownPairing(id: number): ProblemError {
  return new ProblemError('pairing.unknown', `There is no pairing with id ${id}.`);
}

function done(id: number): ProblemError {
  return new ProblemError('pairing.done', `Pairing ${id} is confirmed or has ended. Begin a new one.`);
}
