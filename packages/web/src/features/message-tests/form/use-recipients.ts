/**
 * What the pickers offer for a draft, and whom it reaches by the server's rules (CREATE-21): no office chosen means every office of the
 * chosen clients; no client means every office of the chosen partners. Shown before anything is sent, and resolved to ids on sending.
 */
import { type FetchQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Office, Phone } from '../../../api/normalize.ts';
import { useChosenNames } from '../../../directory/chosen-names.ts';
import { nameOrId } from '../../../directory/labels.ts';
import {
  byId,
  CLIENTS,
  childrenOf,
  childrenQuery,
  directoryQuery,
  fewOf,
  OFFICES,
  partnersQuery,
  phonesQuery,
  useChildren,
} from '../../../directory/use-directory.ts';
import { type Choice, isChosen } from '../../../ui/choice.ts';
import { UserFacingError } from '../../../ui/problem-reasons.tsx';
import { type Draft } from './draft.ts';
import { outgoingPairs } from './outgoing-pairs.ts';
import type { DirectoryLoader } from './payload.ts';

const NOTHING: readonly never[] = [];

export function useRecipients(draft: Draft) {
  const partners = useQuery(partnersQuery());
  const clients = useChildren(CLIENTS, draft.partners);
  const sendingClients = useMemo(
    () => sendingClientIds({ partners: draft.partners, clients: draft.clients }, idsOf(clients.data)),
    [draft.partners, draft.clients, clients.data],
  );
  const offices = useChildren(OFFICES, sendingClients);
  const phones = useQuery(phonesQuery());
  const areClientsKnown = !clients.isLoading;
  const areOfficesKnown = areClientsKnown && !offices.isLoading;
  /** Of chosen entries that the lists do not have. */
  const chosen = {
    partners: useChosenNames('partner', draft.partners, partners.data),
    clients: useChosenNames('client', draft.clients, areClientsKnown ? clients.data : undefined),
    offices: useChosenNames('office', draft.offices, areOfficesKnown ? offices.data : undefined),
    phones: useChosenNames('phone', draft.phones, phones.data),
  };

  const allPhones: readonly Phone[] = phones.data ?? NOTHING;
  // These depend only on the choice, so they are not recomputed on each keystroke.
  const sending = useMemo(
    () => sendingOffices({ offices: draft.offices }, offices.data),
    [draft.offices, offices.data],
  );
  const receiving = useMemo(() => {
    const chosen = new Set(draft.phones);
    return allPhones.filter(({ id }) => chosen.has(id));
  }, [draft.phones, allPhones]);
  return {
    partners,
    clients,
    offices,
    phones,
    allPhones,
    chosen,
    /** Whether some of the chosen recipients are not loaded yet. */
    loading: clients.isLoading || offices.isLoading || (draft.phones.length > 0 && phones.isLoading),
    /** Names of lists that failed to load and are left out of every 'All'. */
    leftOut: [
      ...leftOutOf('clients', clients.failed, (id) =>
        nameOrId('Partner', id, byId(partners.data ?? NOTHING)),
      ),
      ...leftOutOf('offices', offices.failed, (id) => nameOrId('Client', id, byId(clients.data))),
    ],
    sending,
    receiving,
    outgoing: useMemo(
      () => outgoingPairs(sending, receiving, draft.pairs.length > 0 ? draft.pairs : null),
      [sending, receiving, draft.pairs],
    ),
    ...useMemo(() => {
      const byTheirId = byId(clients.data);
      return {
        clientName: (id: number) => byTheirId.get(id)?.name ?? '',
        partnerOf: (clientId: number) => byTheirId.get(clientId)?.partnerId,
      };
    }, [clients.data]),
  };
}
export type Recipients = ReturnType<typeof useRecipients>;

export function idsOf(entries: readonly { id: number }[] | undefined): readonly number[] {
  return (entries ?? NOTHING).map(({ id }) => id);
}

function leftOutOf(kind: string, failed: Choice, nameOf: (parent: number) => string): string[] {
  return failed === 'all' ? [kind] : failed.map((id) => `${kind} of ${nameOf(id)}`);
}

/** The clients whose offices may send. @param loaded ids of the chosen partners' clients */
export function sendingClientIds(
  { partners, clients }: Pick<Draft, 'partners' | 'clients'>,
  loaded: readonly number[],
): Choice {
  if (!isChosen(partners)) return NOTHING;
  if (clients !== 'all' && clients.length > 0) return clients;
  return partners === 'all' ? 'all' : loaded;
}

/** @param loaded the offices of {@link sendingClientIds} */
export function sendingOffices(
  { offices }: Pick<Draft, 'offices'>,
  loaded: readonly Office[],
): readonly Office[] {
  if (offices === 'all' || offices.length === 0) return loaded;
  const chosen = new Set(offices);
  return loaded.filter(({ id }) => chosen.has(id));
}

const LEFT_OUT = 'Some recipients could not be loaded. Retry, or send without them.';

export function useDirectoryLoader(): DirectoryLoader {
  const queries = useQueryClient();

  /** Lists already shown as failed are left out; a list that fails now raises the error, since the screen has not shown it yet. */
  async function settled<T, Key extends readonly unknown[]>(
    query: FetchQueryOptions<T, Error, T, Key>,
  ): Promise<T | undefined> {
    if (queries.getQueryState(query.queryKey)?.status === 'error')
      return queries.getQueryData<T>(query.queryKey);
    return queries.ensureQueryData(query).catch((error: unknown) => {
      throw new UserFacingError(LEFT_OUT, { cause: error });
    });
  }

  async function idsBelow<T extends { id: number }>(
    level: Parameters<typeof childrenQuery<T>>[0],
    parents: Choice,
  ): Promise<readonly number[]> {
    const few = fewOf(parents);
    if (few === null) {
      const directory = await settled(directoryQuery());
      return directory === undefined ? [] : idsOf(childrenOf(level, directory, parents));
    }
    const lists = await Promise.all(few.map((parent) => settled(childrenQuery(level, parent))));
    return idsOf(lists.flatMap((list) => list ?? []));
  }

  return {
    clientIds: (partners) => idsBelow(CLIENTS, partners),
    officeIds: (clients) => idsBelow(OFFICES, clients),
  };
}
