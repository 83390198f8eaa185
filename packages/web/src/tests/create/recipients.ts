/**
 * Who gets messages from whom, by the server's rules (CREATE-21): no office chosen means every office of the chosen
 * clients, no client either every office of the chosen partners. The screen tells it before anything is sent.
 */
import type { CreateTestBody } from '@textprobe/contract/tests';
import type { Office } from '../../directory/normalise.ts';
import type { Choice, Draft } from './draft.ts';

/** What goes on the wire for no partner or all of them; the server never takes it for a choice. */
const PARTNER_FALLBACK: readonly number[] = [1];

export function partnerIdsOnTheWire(partners: Choice): readonly number[] {
  return partners === 'all' || partners.length === 0 ? PARTNER_FALLBACK : partners;
}

/** The clients whose offices are in question. @param loaded ids of the chosen partners' clients */
export function sendingClientIds({ partners, clients }: Draft, loaded: readonly number[]): readonly number[] {
  if (clients === 'all') return loaded;
  if (clients.length > 0) return clients;
  // Partner 1 alone cannot be told from the fallback: without a client the server refuses it.
  const [only, ...others] = partnerIdsOnTheWire(partners);
  return others.length === 0 && only === PARTNER_FALLBACK[0] ? [] : loaded;
}

/** @param loaded the offices of {@link sendingClientIds} */
export function sendingOffices({ offices }: Draft, loaded: readonly Office[]): readonly Office[] {
  if (offices === 'all' || offices.length === 0) return loaded;
  return loaded.filter(({ id }) => offices.includes(id));
}

/** How 'all' becomes ids. */
export interface DirectoryLoader {
  partnerIds(): Promise<readonly number[]>;
  clientIds(partners: readonly number[]): Promise<readonly number[]>;
  officeIds(clients: readonly number[]): Promise<readonly number[]>;
}

/** The payload of an immediate SMS (DATA-2). Waits for lists that 'all' stands for, should they still be on their way. */
export async function toCreateBody(draft: Draft, load: DirectoryLoader): Promise<CreateTestBody> {
  const { partners, clients, offices } = draft;
  const partnerIds = async () => (partners === 'all' ? load.partnerIds() : partners);
  const clientIDs = clients === 'all' ? await load.clientIds(await partnerIds()) : clients;
  const officeIDs = offices === 'all' ? await load.officeIds(clientIDs) : offices;
  return {
    testType: 'IMMEDIATE',
    messageType: 'SMS',
    scheduledTimestamp: null,
    partnerIDs: [...partnerIdsOnTheWire(partners)],
    clientIDs: [...clientIDs],
    officeIDs: [...officeIDs],
    phoneIDs: [...draft.phones],
    messageBody: draft.messageBody,
    mediaURLs: { media: [] },
    recurrenceRule: {},
    executionStatus: 'UNEXECUTED',
  };
}
