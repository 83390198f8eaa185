/** Reads pairings and checks permission. As with other changes, only administrators may pair a phone that all partners share. */
import type { Pairing } from '@textprobe/contract/pairings';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findEntry } from '@textprobe/database/directory/entries';
import type { EntryRows } from '@textprobe/database/directory/entry-kinds';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import {
  findPairing,
  findUnopenedPairing,
  type OpenedPairing,
  openPairing,
  type PairingRow,
} from '@textprobe/database/pairings/pairings';
import { type Scope, scopeOf } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import { OPERATORS } from '@textprobe/domain/roles';
import type { FastifyRequest } from 'fastify';
import { hasRightTo, requireRightTo, retiredPart } from '../../directory/entry-rules.ts';
import { unknownPhone } from '../../directory/test-phones.ts';
import { ownOrigin, phoneAddress } from '../../http/own-address.ts';
import { ProblemError } from '../../http/problem.ts';
import { pairingsToWire } from './pairing-wire.ts';

export function createPairingAccess({
  codes,
  clock,
  publicUrl,
}: {
  readonly codes: MessageCodes;
  readonly clock: Clock;
  readonly publicUrl: string | null;
}) {
  function toWire(
    from: Database,
    request: FastifyRequest,
    scope: Scope,
    rows: readonly PairingRow[],
  ): Promise<Pairing[]> {
    const address = phoneAddress(request, publicUrl);
    const origin = ownOrigin(request, publicUrl);
    return pairingsToWire({ db: from, codes, now: clock.now(), address, origin }, scope, rows);
  }

  /** @throws ProblemError phone.unknown, or role.missing */
  async function requirePhone(
    from: Database,
    request: FastifyRequest,
    scope: Scope,
    id: number,
  ): Promise<EntryRows['phones']> {
    const phone = await findEntry(from, scope, 'phones', id);
    if (phone === null) throw unknownPhone(id);
    requireRightTo(request, 'phones', phone);
    return phone;
  }

  /** @throws ProblemError pairing.unknown, or role.missing */
  async function requirePairing(
    from: Database,
    request: FastifyRequest,
    scope: Scope,
    id: number,
  ): Promise<PairingRow> {
    const row = await findPairing(from, scope, id);
    if (row === null) throw new ProblemError('pairing.unknown', 'There is no pairing with this id.');
    requireRightTo(request, 'phones', row);
    return row;
  }

  /** @throws ProblemError pairing.unknown, or role.missing */
  async function readOne(
    from: Database,
    request: FastifyRequest,
    scope: Scope,
    id: number,
  ): Promise<Pairing> {
    const [pairing] = await toWire(from, request, scope, [await requirePairing(from, request, scope, id)]);
    if (pairing === undefined) throw new Error('one row makes one pairing');
    return pairing;
  }

  return { toWire, requirePhone, requirePairing, readOne };
}

/**
 * Opens a pairing if the account that made it could still make it now: of its role, in its scope, for a phone in use.
 * @param of the hash of the code in its link, or its id
 * @param by the browser
 * @returns null, and changes nothing, if it could not, or the pairing cannot be opened
 */
export async function openPermitted(
  tx: Transaction,
  of: Parameters<typeof findUnopenedPairing>[1],
  { by, now }: { readonly by: string; readonly now: number },
): Promise<OpenedPairing | null> {
  const found = await findUnopenedPairing(tx, of, now);
  if (found === null || !OPERATORS.includes(found.maker.role)) return null;
  const phone = await findEntry(tx, scopeOf(found.maker.partnerIds), 'phones', found.phoneId);
  if (phone === null || retiredPart(phone) !== null || !hasRightTo(found.maker.role, 'phones', phone))
    return null;
  return openPairing(tx, found.id, { by, now });
}

export function pairingDone(id: number): ProblemError {
  return new ProblemError('pairing.done', `Pairing ${id} is confirmed or has ended. Start a new one.`);
}
