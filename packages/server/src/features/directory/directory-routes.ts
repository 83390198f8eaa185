/** Partners, clients, offices and test phones (CALL-1 to 4), and all of them at once. */
import { calls } from '@textprobe/contract/calls';
import type { Database } from '@textprobe/database/core/connection';
import {
  listClientsOfPartner,
  listOfficesOfClient,
  listPartners,
  listTestPhones,
  listWholeDirectory,
  type TestPhoneRow,
} from '@textprobe/database/directory/directory';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';

export function directoryRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  route(app, calls.partners, () => listPartners(db));

  route(app, calls.clients, async ({ query: { partnerId } }) => {
    const clients = await listClientsOfPartner(db, partnerId);
    if (clients === null)
      throw new ProblemError('partner.unknown', `There is no partner with id ${partnerId}.`);
    return clients;
  });

  route(app, calls.offices, async ({ query: { clientId } }) => {
    const offices = await listOfficesOfClient(db, clientId);
    if (offices === null) throw new ProblemError('client.unknown', `There is no client with id ${clientId}.`);
    return offices.map(officeToWire);
  });

  route(app, calls.testPhones, async () => (await listTestPhones(db)).map(testPhoneToWire));

  route(app, calls.wholeDirectory, async () => {
    const { partners, clients, offices, phones } = await listWholeDirectory(db);
    return {
      partners,
      clients,
      offices: offices.map(officeToWire),
      testPhones: phones.map(testPhoneToWire),
    };
  });
}

function officeToWire<Row extends { readonly phoneNumber: string }>({ phoneNumber, ...office }: Row) {
  return { ...office, officePhoneNumber: phoneNumber };
}

function testPhoneToWire({ id, name, phoneNumber, carrier }: TestPhoneRow) {
  return { phoneID: id, name, phoneNumber, carrier };
}
