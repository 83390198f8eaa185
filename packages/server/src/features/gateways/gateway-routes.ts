/** Adds, changes, tests, assigns and removes gateways. Secrets are write-only. */
import { calls } from '@textprobe/contract/calls';
import type { Gateway, GatewayHours } from '@textprobe/contract/gateways';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findLinks, type GatewayLink } from '@textprobe/database/gateways/gateway-links';
import { type GatewayRow, listGateways } from '@textprobe/database/gateways/gateway-list';
import { type IgnoredReceipts, listIgnoredReceipts } from '@textprobe/database/gateways/ignored-receipts';
import { listOfficeGateways, setOfficeGateway } from '@textprobe/database/gateways/office-gateways';
import {
  aboutSecret,
  insertGateway,
  readStoredGateway,
  retireGateway,
  type StoredGateway,
  setGatewaySecrets,
  updateGateway,
} from '@textprobe/database/gateways/stored-gateways';
import { readTotalsBy } from '@textprobe/database/rollups/rollup-reader';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import {
  type GatewayKinds,
  type ReadySettings,
  readySettings,
  type SettingValues,
} from './gateway-settings.ts';

interface GatewayRoutesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly kinds: GatewayKinds;
  readonly publicUrl: string | null;
}

/** Each holds a connection to a carrier for up to ten seconds. */
const MAX_PROBES = 4;
const HOUR_MS = 3_600_000;
/** Including the current hour. */
const HOURS = 24;

export function gatewayRoutes(app: FastifyInstance, deps: GatewayRoutesDeps): void {
  const { db, clock, sealer, kinds, publicUrl } = deps;
  let probing = 0;

  route(app, calls.gateways, async ({ scope }) => {
    const links = await findLinks(db, clock.now());
    const ignored = await listIgnoredReceipts(db, scope, clock.now());
    return (await listGateways(db, scope)).map((row) =>
      gatewayToWire(row, links.get(row.id) ?? null, ignored),
    );
  });

  route(app, calls.readGateway, ({ params: { id }, scope }) => readWire(db, scope, id), {
    answersHead: true,
  });

  route(app, calls.gatewayHours, async ({ scope }) => {
    const from = Math.floor(clock.now() / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
    const answer: GatewayHours[] = [];
    // One after the other: there are few gateways, and each read is short.
    for (const { id } of await listGateways(db, scope)) {
      const totals = await readTotalsBy(db, scope, 'hour', { from }, { gatewayIds: [id] });
      const hours = totals.map(({ group, messages, known, received }) => ({
        at: timestampToWire(group),
        messages,
        known,
        received,
      }));
      answer.push({ gatewayId: id, hours });
    }
    return answer;
  });

  route(app, calls.createGateway, async ({ body, scope, write }) => {
    requirePublicUrl(body.kind, publicUrl);
    const ready = readySettings(kinds, sealer, body.kind, body.settings, null);
    requireMms(body.isDefaultMms, ready);
    return write(async (tx, note) => {
      const id = await insertGateway(tx, { ...writeOf(body, ready), kind: body.kind });
      if (id === null) throw nameTaken(body.name);
      await seal(tx, id, ready);
      note({ secrets: namesOf(ready) });
      return readWire(tx, scope, id);
    });
  });

  route(app, calls.updateGateway, async ({ params: { id }, body, scope, write }) =>
    write(async (tx, note) => {
      const stored = await findStored(tx, scope, id);
      requirePublicUrl(stored.kind, publicUrl);
      const ready = readySettings(kinds, sealer, stored.kind, body.settings, stored);
      requireMms(body.isDefaultMms, ready);
      note({ before: await readWire(tx, scope, id), secrets: namesOf(ready) });
      const updated = await updateGateway(tx, id, writeOf(body, ready));
      if (updated === 'unknown') throw unknown();
      if (updated === 'name taken') throw nameTaken(body.name);
      await seal(tx, id, ready);
      return readWire(tx, scope, id);
    }),
  );

  route(app, calls.deleteGateway, async ({ params: { id }, scope, write }) =>
    write(async (tx, note) => {
      const { name } = await findStored(tx, scope, id);
      note({ before: { name }, after: { name: null } });
      const retirement = await retireGateway(tx, id);
      if (retirement.kind === 'unknown') throw unknown();
      if (retirement.kind === 'in use') throw inUse(retirement);
    }),
  );

  route(app, calls.testGateway, async ({ params: { id }, body: { settings }, scope }) => {
    const stored = await findStored(db, scope, id);
    return probe(stored.kind, settings ?? stored.settings, stored);
  });

  route(app, calls.testNewGateway, ({ body: { kind, settings } }) => probe(kind, settings, null));

  route(app, calls.officeGateways, ({ scope }) => listOfficeGateways(db, scope));

  route(app, calls.assignGateway, async ({ body: { officeIds, gatewayId }, scope, write }) =>
    write(async (tx, note) => {
      const assigned = (await listOfficeGateways(tx, scope)).filter((one) =>
        officeIds.includes(one.officeId),
      );
      const former = [...new Set(assigned.map((one) => one.gatewayId))];
      const objectId = gatewayId ?? (former.length === 1 ? (former[0] ?? null) : null);
      note({ objectId, before: { gatewayId: former.length === 1 ? former[0] : former } });
      const assignment = await setOfficeGateway(tx, officeIds, gatewayId);
      if (assignment.kind === 'unknown gateway') throw unknown();
      if (assignment.kind === 'unknown offices') {
        throw new ProblemError(
          'office.unknown',
          `There are no offices with these IDs: ${some(assignment.ids)}.`,
        );
      }
      if (assignment.kind === 'pinned offices') {
        throw new ProblemError(
          'office.pinned',
          `The gateways file assigns the gateway of these offices: ${some(assignment.ids)}. Remove them from the file first.`,
        );
      }
    }),
  );

  async function probe(kind: string, settings: SettingValues, stored: StoredGateway | null) {
    const { whole } = readySettings(kinds, sealer, kind, settings, stored);
    if (probing >= MAX_PROBES) {
      throw new ProblemError('server.busy', 'Too many connection tests at once. Try again shortly.', {
        retryAfterMs: 2_000,
      });
    }
    probing += 1;
    return kinds.probe(kind, whole).finally(() => {
      probing -= 1;
    });
  }

  function writeOf(
    body: { name: string; isDefault?: boolean | undefined; isDefaultMms?: boolean | undefined },
    { sendsMms, account, shown }: ReadySettings,
  ) {
    const { name, isDefault = null, isDefaultMms = null } = body;
    return { name, isDefault, isDefaultMms, sendsMms, account, settings: shown, now: clock.now() };
  }

  async function seal(tx: Transaction, id: number, { secrets, removed }: ReadySettings): Promise<void> {
    const sealed = secrets.map(([name, value]) => ({
      name,
      sealed: sealer.seal(value, aboutSecret(id, name)),
    }));
    await setGatewaySecrets(tx, id, sealed, { removed, now: clock.now() });
  }

  async function readWire(from: Database, scope: Scope, id: number) {
    const [row] = await listGateways(from, scope, id);
    if (row === undefined) throw unknown();
    const link = (await findLinks(from, clock.now())).get(id) ?? null;
    return gatewayToWire(row, link, await listIgnoredReceipts(from, scope, clock.now()));
  }
}

/**
 * @param link null when no worker has the gateway open
 * @param ignored receipts of all gateways
 */
function gatewayToWire(
  { settings, secrets, updatedAt, ...row }: GatewayRow,
  link: GatewayLink | null,
  ignored: readonly IgnoredReceipts[],
): Gateway {
  return {
    ...row,
    link: link && { state: link.link, since: timestampToWire(link.since), reason: link.reason },
    ignoredReceipts: ignored.flatMap(({ gatewayId, newestAt, ...one }) =>
      gatewayId === row.id ? [{ ...one, newestAt: timestampToWire(newestAt) }] : [],
    ),
    settings: settings as Gateway['settings'],
    secrets: secrets.map(({ name, setAt }) => ({ name, setAt: timestampToWire(setAt) })),
    updatedAt: timestampToWire(updatedAt),
  };
}

async function findStored(db: Database, scope: Scope, id: number): Promise<StoredGateway> {
  const stored = await readStoredGateway(db, id);
  if (stored !== null) return stored;
  const [row] = await listGateways(db, scope, id);
  if (row === undefined) throw unknown();
  throw new ProblemError(
    'gateway.read-only',
    `The gateway "${row.name}" is managed in the gateways file or by the lab. It cannot be changed or tested here.`,
  );
}

/** Of the secrets that are set or removed. */
function namesOf({ secrets, removed }: ReadySettings): string[] {
  return [...secrets.map(([name]) => name), ...removed];
}

function requirePublicUrl(kind: string, publicUrl: string | null): void {
  if (kind !== 'twilio' || publicUrl !== null) return;
  throw new ProblemError(
    'gateway.no-public-url',
    'Set PUBLIC_URL and restart: the provider fetches MMS files from there and posts delivery statuses there.',
  );
}

function requireMms(isDefaultMms: boolean | undefined, { sendsMms }: ReadySettings): void {
  if (isDefaultMms !== true || sendsMms) return;
  const message = 'A gateway of this kind cannot send MMS.';
  throw fieldProblem('body.invalid', [{ field: 'isDefaultMms', code: 'gateway.no-mms', message }]);
}

function unknown(): ProblemError {
  return new ProblemError('gateway.unknown', 'There is no gateway with this id.');
}

function nameTaken(name: string): ProblemError {
  return new ProblemError(
    'gateway.name-taken',
    `The name "${name}" is already used by a current or a removed gateway.`,
  );
}

function inUse({ waiting, offices }: { readonly waiting: number; readonly offices: number }): ProblemError {
  const reasons = [
    ...(waiting > 0 ? [`${count(waiting, 'message waits', 'messages wait')} to be sent over it`] : []),
    ...(offices > 0 ? [`${count(offices, 'office uses', 'offices use')} it`] : []),
  ];
  const advice = offices > 0 ? ' Assign its offices to another gateway first.' : '';
  return new ProblemError('gateway.in-use', `The gateway is in use: ${reasons.join(', and ')}.${advice}`);
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}

/** The first 20, to keep the message readable. */
function some(ids: readonly number[]): string {
  return `${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ' …' : ''}`;
}
