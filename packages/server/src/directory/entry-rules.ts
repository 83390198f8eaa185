/** Rules for entries of the directory: who may change them, what they may belong to, and which names are taken. */
import type { ProblemCode } from '@textprobe/contract/problem';
import type { Transaction } from '@textprobe/database/core/connection';
import { type EntryUses, findEntry, findTwin } from '@textprobe/database/directory/entries';
import type { EntryFields, EntryKind, EntryRows } from '@textprobe/database/directory/entry-kinds';
import {
  countOthersTests,
  holdMovingPhones,
  othersTestsWords,
} from '@textprobe/database/directory/phone-moves';
import { isGatewayPinned, isOpenGateway } from '@textprobe/database/gateways/office-gateways';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Role } from '@textprobe/domain/roles';
import type { FastifyRequest } from 'fastify';
import { fieldProblem, ProblemError } from '../http/problem.ts';

export const NOUNS: Readonly<Record<EntryKind, string>> = {
  partners: 'partner',
  clients: 'client',
  offices: 'office',
  phones: 'test phone',
};

/** Fields that only some kinds have. */
interface Fields {
  readonly name?: string;
  readonly partnerId?: number | null;
  readonly clientId?: number;
  readonly gatewayId?: number | null;
}

/** Only administrators manage phones that all partners share. */
export function hasRightTo(role: Role | undefined, kind: EntryKind, { partnerId }: Fields): boolean {
  return kind !== 'phones' || partnerId !== null || role === 'administrator';
}

/** @throws ProblemError role.missing without the right, except for auditors: they read everything and may call nothing else */
export function requireRightTo({ caller }: FastifyRequest, kind: EntryKind, fields: Fields): void {
  if (caller?.role === 'auditor' || hasRightTo(caller?.role, kind, fields)) return;
  throw new ProblemError(
    'role.missing',
    'Only administrators may manage phones that all partners share. Choose a partner, or ask an administrator.',
  );
}

/**
 * @param current the entry before the change; null for a new one
 * @throws ProblemError about the field at fault
 */
export async function checkFields<K extends EntryKind>(
  tx: Transaction,
  scope: Scope,
  kind: K,
  fields: EntryFields[K],
  current: EntryRows[K] | null,
): Promise<void> {
  const { partnerId, clientId, gatewayId }: Fields = fields;
  const before: Fields | null = current;
  if (clientId !== undefined) {
    await checkParent(tx, scope, ['clients', 'clientId'], clientId, before && (before.clientId ?? null));
  }
  if (partnerId !== undefined && partnerId !== null) {
    const fixed = kind === 'clients' ? before && (before.partnerId ?? null) : null;
    if (partnerId !== before?.partnerId)
      await checkParent(tx, scope, ['partners', 'partnerId'], partnerId, fixed);
    if (kind === 'phones' && current !== null && partnerId !== before?.partnerId)
      await checkMove(tx, current as EntryRows['phones'], partnerId);
  }
  if (gatewayId !== undefined && gatewayId !== (before?.gatewayId ?? null)) {
    if (gatewayId !== null && !(await isOpenGateway(tx, gatewayId)))
      throw fault('gatewayId', 'unknown', `There is no gateway with id ${gatewayId}. Choose another.`);
    if (current !== null && (await isGatewayPinned(tx, current.id)))
      throw conflict(
        'office.pinned',
        'gatewayId',
        'The gateways file assigns the gateway of this office. Remove it from the file first.',
      );
  }
  const twin = await findTwin(tx, kind, fields, current?.id);
  if (twin !== null) throw await taken(tx, scope, kind, fields, twin);
}

/** @param fixed the parent it must keep; null for a new entry */
async function checkParent(
  tx: Transaction,
  scope: Scope,
  [kind, field]: readonly ['partners' | 'clients', string],
  id: number,
  fixed: number | null,
): Promise<void> {
  const noun = NOUNS[kind];
  if (fixed !== null) {
    if (fixed === id) return;
    throw fault(
      field,
      'fixed',
      `Its ${noun} cannot be changed. Create a new one under the other ${noun} instead.`,
    );
  }
  const parent = await findEntry(tx, scope, kind, id);
  if (parent === null) throw fault(field, 'unknown', `There is no ${noun} with id ${id}. Choose another.`);
  const part = retiredPart(parent);
  if (part !== null)
    throw fault(field, 'retired', `${part} is retired. Restore it first, or choose another ${noun}.`);
}

/** What keeps an entry from being chosen: `Main` if it is retired itself, else `Main’s client Cedar`; null: nothing. */
export function retiredPart({
  name,
  retired,
  parents,
}: Pick<EntryRows[EntryKind], 'name' | 'retired' | 'parents'>): string | null {
  if (retired) return name;
  const at = parents.findIndex((parent) => parent.retired);
  // An office has two parents, its client first.
  const noun = at < parents.length - 1 ? 'client' : 'partner';
  return at === -1 ? null : `${name}’s ${noun} ${parents[at]?.name}`;
}

/** @throws ProblemError directory.in-use while tests would send to the phone from offices that could not use it any more */
async function checkMove(
  tx: Transaction,
  { id: phoneId, phoneNumber }: EntryRows['phones'],
  partnerId: number,
): Promise<void> {
  await holdMovingPhones(tx, [phoneNumber]);
  const tests = (await countOthersTests(tx, [{ phoneId, partnerId }])).get(phoneId);
  if (tests !== undefined) throw conflict('directory.in-use', 'partnerId', othersTestsWords(tests));
}

/** Names who has a number only where the caller sees it. */
async function taken<K extends EntryKind>(
  tx: Transaction,
  scope: Scope,
  kind: K,
  fields: EntryFields[K],
  twinId: number,
): Promise<ProblemError> {
  const twin = await findEntry(tx, scope, kind, twinId);
  if (kind === 'phones') {
    const message =
      twin === null
        ? 'This number is already in use.'
        : `${twin.name} has this number${twin.retired ? ' and is retired: restore it instead' : ''}.`;
    return conflict('directory.number-taken', 'phoneNumber', message);
  }
  const state = twin?.retired ? 'a retired' : kind === 'offices' ? 'an' : 'a';
  const place = twin?.parents[0] === undefined ? '' : ` of ${twin.parents[0].name}`;
  const advice = twin?.retired ? 'Restore it, or choose another name' : 'Choose another';
  return conflict(
    'directory.name-taken',
    'name',
    `There is already ${state} ${NOUNS[kind]}${place} named ${fields.name}. ${advice}.`,
  );
}

function fault(field: string, code: string, message: string): ProblemError {
  return fieldProblem('body.invalid', [{ field, code, message }]);
}

function conflict(code: ProblemCode, field: string, message: string): ProblemError {
  return new ProblemError(code, message, { errors: [{ field, code, message }] });
}

export function inUse({ name, retired }: EntryRows[EntryKind], uses: EntryUses): ProblemError {
  const parts = Object.entries(uses).map(([noun, count]) =>
    count === 1 ? `1 ${noun.slice(0, -1)}` : `${count.toLocaleString('en-US')} ${noun}`,
  );
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
  const verb = parts.length === 1 && parts[0]?.startsWith('1 ') ? 'refers' : 'refer';
  return new ProblemError(
    'directory.in-use',
    `${list} ${verb} to ${name}.${retired ? '' : ' Retire it instead.'}`,
  );
}
