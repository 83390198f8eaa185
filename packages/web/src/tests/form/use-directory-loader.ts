/** Turns 'all' into ids from the lists that the pickers have loaded, or are still waiting for. */
import { useQueryClient } from '@tanstack/react-query';
import { clientsQuery, officesQuery, partnersQuery } from '../../directory/use-directory.ts';
import type { DirectoryLoader } from './payload.ts';

export function useDirectoryLoader(): DirectoryLoader {
  const queries = useQueryClient();
  return {
    partnerIds: async () => idsOf(await queries.ensureQueryData(partnersQuery())),
    clientIds: async (partners) => idsOf(await queries.ensureQueryData(clientsQuery(partners))),
    officeIds: async (clients) => idsOf(await queries.ensureQueryData(officesQuery(clients))),
  };
}

function idsOf(entries: readonly { id: number }[]): number[] {
  return entries.map(({ id }) => id);
}
