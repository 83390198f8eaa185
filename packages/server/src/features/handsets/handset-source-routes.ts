/** Adds, renames, rotates and revokes handset sources, the apps and provider accounts that report for test phones, and maps their phones. */
import { calls } from '@textprobe/contract/calls';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import type { FieldError } from '@textprobe/contract/problem';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import {
  findHandsetSource,
  type HandsetSourcePhone,
  type HandsetSourceRow,
  insertHandsetSource,
  listHandsetSourcePhones,
  listHandsetSources,
  listUnmappedDevices,
  renameHandsetSource,
  revokeHandsetSource,
  rotateHandsetSource,
  sealedAs,
  setHandsetSourcePhones,
  type UnmappedDevice,
} from '@textprobe/database/handsets/handset-sources';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unknownPhone } from '../../directory/test-phones.ts';
import { addressMissing, newSecret, newSourceId, tokenMissing } from '../../handsets/new-source.ts';
import { ownOrigin } from '../../http/own-address.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { OVERLAP_MS } from './handset-key-routes.ts';

type Phones = readonly Omit<HandsetSourcePhone, 'phoneNumber'>[];
type Kind = HandsetSourceRow['kind'];

interface HandsetSourceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** See `ownOrigin`. */
  readonly publicUrl: string | null;
}

export function handsetSourceRoutes(app: FastifyInstance, deps: HandsetSourceDeps): void {
  const { db, clock, sealer, publicUrl } = deps;

  async function toWire(
    from: Database,
    request: FastifyRequest,
    sources: readonly HandsetSourceRow[],
  ): Promise<HandsetSource[]> {
    const phones = await listHandsetSourcePhones(
      from,
      sources.map(({ id }) => id),
    );
    const unmapped = Map.groupBy(await listUnmappedDevices(from), ({ sourceId }) => sourceId);
    return sources.map((source) =>
      handsetSourceToWire(source, {
        origin: ownOrigin(request, publicUrl),
        now: clock.now(),
        phones: phones.get(source.id) ?? [],
        unmapped: unmapped.get(source.id) ?? [],
      }),
    );
  }

  /** @throws ProblemError handset-source.unknown */
  async function readOne(tx: Transaction, request: FastifyRequest, id: string): Promise<HandsetSource> {
    const row = await findHandsetSource(tx, id);
    const [wire] = row === null ? [] : await toWire(tx, request, [row]);
    if (wire === undefined) throw unknownSource(id);
    return wire;
  }

  /** @throws ProblemError body.invalid if Twilio's token is missing */
  function sealSecret(kind: Kind, id: string, given: string | null = null) {
    if (given === null && kind === 'twilio') throw fieldProblem('body.invalid', [tokenMissing]);
    const generated = given === null ? newSecret() : null;
    return { generated, sealed: sealer.seal(given ?? generated ?? '', sealedAs(id)) };
  }

  async function setPhones(tx: Transaction, kind: Kind, id: string, phones: Phones): Promise<void> {
    const faults = phoneFaults(kind, phones);
    if (faults.length > 0) throw fieldProblem('body.invalid', faults);
    const [unknown] = await setHandsetSourcePhones(tx, id, phones, clock.now());
    if (unknown !== undefined) throw unknownPhone(unknown);
  }

  route(app, calls.handsetSources, async ({ request }) => toWire(db, request, await listHandsetSources(db)));

  route(app, calls.createHandsetSource, async ({ body, request, write }) => {
    const { kind, name, phones = [] } = body;
    if (kind !== 'sms-gateway' && publicUrl === null) throw fieldProblem('body.invalid', [addressMissing]);
    return write(async (tx) => {
      const id = newSourceId();
      const { sealed, generated } = sealSecret(kind, id, body.secret);
      const createdBy = request.caller?.accountId ?? null;
      await insertHandsetSource(tx, { id, kind, name: name.trim(), secret: sealed, createdBy }, clock.now());
      await setPhones(tx, kind, id, phones);
      return { ...(await readOne(tx, request, id)), secret: generated };
    });
  });

  route(app, calls.rotateHandsetSource, async ({ params: { id }, body, request, write }) =>
    write(async (tx) => {
      const row = await findHandsetSource(tx, id);
      if (row === null) throw unknownSource(id);
      const { sealed, generated } = sealSecret(row.kind, id, body.secret);
      const oldUntil = clock.now() + OVERLAP_MS;
      if (!(await rotateHandsetSource(tx, id, { secret: sealed, oldUntil }))) throw unknownSource(id);
      return { ...(await readOne(tx, request, id)), secret: generated };
    }),
  );

  route(app, calls.setHandsetSourcePhones, async ({ params: { id }, body, request, write }) =>
    write(async (tx, note) => {
      const row = await findHandsetSource(tx, id);
      if (row === null) throw unknownSource(id);
      note({ before: await readOne(tx, request, id) });
      await setPhones(tx, row.kind, id, body.phones);
      return readOne(tx, request, id);
    }),
  );

  route(app, calls.renameHandsetSource, async ({ params: { id }, body, request, write }) =>
    write(async (tx, note) => {
      note({ before: (await findHandsetSource(tx, id)) ?? {} });
      if (!(await renameHandsetSource(tx, id, body.name.trim()))) throw unknownSource(id);
      return readOne(tx, request, id);
    }),
  );

  route(app, calls.deleteHandsetSource, async ({ params: { id }, write }) =>
    write(async (tx) => {
      if (!(await revokeHandsetSource(tx, id, clock.now()))) throw unknownSource(id);
    }),
  );
}

const unknownSource = (id: string) =>
  new ProblemError('handset-source.unknown', `There is no handset source with id ${id}, or it was revoked.`);

/** A device and SIM slot identify one phone; sources that report the phone number have neither. */
function phoneFaults(kind: Kind, phones: Phones): FieldError[] {
  const seen = new Set<string>();
  return phones.flatMap(({ phoneId, deviceId, simSlot }, index) => {
    const field = `phones.${index}`;
    if (kind !== 'sms-gateway' && (deviceId !== null || simSlot !== null)) {
      const message = 'Leave out device and SIM slot: this source reports the phone number.';
      return [{ field, code: 'not-told', message }];
    }
    const key = JSON.stringify(kind === 'sms-gateway' ? [deviceId, simSlot] : phoneId);
    if (seen.has(key)) return [{ field, code: 'twice', message: 'Duplicate entry.' }];
    seen.add(key);
    return [];
  });
}

/** Without the secret. */
function handsetSourceToWire(
  { id, kind, name, madeBy, created_at, last_used_at, old_secret_until }: HandsetSourceRow,
  around: {
    /** Without a trailing slash. */
    origin: string;
    /** Epoch milliseconds. */
    now: number;
    phones: readonly HandsetSourcePhone[];
    unmapped: readonly UnmappedDevice[];
  },
): HandsetSource {
  return {
    id,
    kind,
    name,
    url: `${around.origin}/api/inboxes/${kind}/${id}`,
    madeBy,
    createdAt: timestampToWire(created_at),
    lastUsedAt: timestampToWire(last_used_at),
    oldSecretUntil: timestampToWire((old_secret_until ?? 0) > around.now ? old_secret_until : null),
    phones: around.phones.map(({ phoneId, deviceId, simSlot }) => ({ phoneId, deviceId, simSlot })),
    unmapped: around.unmapped.map(({ deviceId, simSlot, reports, lastAt }) => ({
      deviceId,
      simSlot,
      reports,
      lastAt: timestampToWire(lastAt),
    })),
  };
}
