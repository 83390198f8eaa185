/**
 * Who gets messages from whom, by the server's rules (CREATE-21): no office chosen means every office of the chosen
 * clients, no client either every office of the chosen partners. The screen tells it before anything is sent.
 */
import type { CreateTestBody } from '@textprobe/contract/tests';
import type { Office } from '../../directory/normalise.ts';
import { type Choice, type Draft, isChosen } from './draft.ts';

/** What goes on the wire for no partner or all of them; the server never takes it for a choice. */
const PARTNER_FALLBACK: readonly number[] = [1];

export function partnerIdsOnTheWire(partners: Choice): readonly number[] {
  return partners === 'all' || partners.length === 0 ? PARTNER_FALLBACK : partners;
}

/** The clients whose offices are in question. @param loaded ids of the chosen partners' clients */
export function sendingClientIds({ partners, clients }: Draft, loaded: readonly number[]): readonly number[] {
  if (!isChosen(partners)) return [];
  return clients === 'all' || clients.length === 0 ? loaded : clients;
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
  // Told by id also when only partners were chosen: partner 1 alone could not be told from the fallback.
  const meansAll = clients === 'all' || (clients.length === 0 && isChosen(partners));
  const clientIDs = meansAll ? await load.clientIds(await partnerIds()) : clients;
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
