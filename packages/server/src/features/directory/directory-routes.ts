/** Lists partners, clients, offices and test phones (CALL-1 to 4), the whole directory, and searches it. */
import { calls } from '@textprobe/contract/calls';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { LIST_PAGE_SIZE } from '@textprobe/contract/query-form';
import type { Database } from '@textprobe/database/core/connection';
import {
  listClientsOfPartner,
  listOfficesOfClient,
  listPartners,
  listTestPhones,
  listWholeDirectory,
  type OfficeRow,
} from '@textprobe/database/directory/choices';
import { searchDirectory } from '@textprobe/database/directory/search';
import type { FastifyInstance } from 'fastify';
import { testPhoneToWire } from '../../directory/test-phones.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';

export function directoryRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  route(app, calls.partners, ({ scope }) => listPartners(db, scope));

  route(
    app,
    calls.clients,
    async ({ query: { partnerId }, scope }) => {
      const clients = await listClientsOfPartner(db, scope, partnerId);
      if (clients !== null) return clients;
      throw new ProblemError('partner.unknown', `There is no partner with id ${partnerId}.`);
    },
    { answersHead: true },
  );

  route(
    app,
    calls.offices,
    async ({ query: { clientId }, scope }) => {
      const offices = await listOfficesOfClient(db, scope, clientId);
      if (offices !== null) return offices.map(officeToWire);
      throw new ProblemError('client.unknown', `There is no client with id ${clientId}.`);
    },
    { answersHead: true },
  );

  route(app, calls.testPhones, async ({ scope }) => (await listTestPhones(db, scope)).map(testPhoneToWire));

  route(app, calls.wholeDirectory, async ({ scope }) => {
    const { partners, clients, offices } = await listWholeDirectory(db, scope);
    return { partners, clients, offices: offices.map(officeToWire) };
  });

  route(app, calls.searchDirectory, async ({ query, reply, scope }) => {
    const { page = 1, pageSize: limit = LIST_PAGE_SIZE, ...search } = query;
    const found = await searchDirectory(db, scope, search, { offset: (page - 1) * limit, limit });
    reply.header(TOTAL_COUNT_HEADER, found.total);
    return found.entries;
  });
}

function officeToWire({ phoneNumber, ...office }: OfficeRow) {
  return { ...office, officePhoneNumber: phoneNumber };
}
