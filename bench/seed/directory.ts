/** Generates the directory of the seeded year: partners, clients, offices, gateways and test phones. */
import type { Client } from 'pg';
import { type Cell, copyRows } from './copy.ts';
import type { Random } from './random.ts';

export interface SeededOffice {
  readonly id: number;
  readonly clientId: number;
  readonly partnerId: number;
  readonly gatewayId: number;
  readonly number: string;
}

export interface SeededPhone {
  readonly id: number;
  readonly carrier: string;
  readonly evidence: 'handset' | 'receipt';
  readonly number: string;
}

export interface SeededDirectory {
  readonly offices: readonly SeededOffice[];
  /** The phones of each carrier, and the carrier's weight. */
  readonly phones: readonly (readonly [readonly SeededPhone[], number])[];
}

const PARTNERS = 200;
const CLIENTS_EACH = 10;
const OFFICES_EACH = 5;
const GATEWAYS = 5;
const PHONES_EACH = 286;
/** A filter for this carrier finds nothing in ten months of messages. */
export const RETIRED_CARRIER = 'Sprint';
/** Weighted by how often their phones are chosen. */
const CARRIERS = [
  ['AT&T', 32],
  ['Verizon', 32],
  ['T-Mobile', 25],
  ['Cricket', 7],
  ['US Cellular', 3],
  ['Google Fi', 1],
  [RETIRED_CARRIER, 10],
] as const;
/** The number of phones without an agent, of each carrier. */
const RECEIPT_PHONES = 3;

export async function seedDirectory(client: Client, random: Random): Promise<SeededDirectory> {
  await client.query('truncate partners, clients, offices, test_phones restart identity cascade');
  const gateways = await seedGateways(client);
  const partners: Cell[][] = [];
  const clients: Cell[][] = [];
  const offices: SeededOffice[] = [];
  for (let partnerId = 1; partnerId <= PARTNERS; partnerId += 1) {
    partners.push([partnerId, `Partner ${partnerId}`]);
    for (let i = 0; i < CLIENTS_EACH; i += 1) {
      const clientId = clients.length + 1;
      clients.push([clientId, partnerId, `Client ${clientId}`]);
      const gatewayId = gateways[clientId % gateways.length] ?? 1;
      for (let j = 0; j < OFFICES_EACH; j += 1) {
        const number = phoneNumber(random);
        offices.push({ id: offices.length + 1, clientId, partnerId, gatewayId, number });
      }
    }
  }
  const phones = CARRIERS.map(([carrier, weight], carrierIndex) => {
    const ofCarrier = Array.from({ length: PHONES_EACH }, (_, index): SeededPhone => {
      const id = carrierIndex * PHONES_EACH + index + 1;
      const evidence = index < RECEIPT_PHONES ? 'receipt' : 'handset';
      return { id, carrier, evidence, number: `+1213555${String(1_000 + id)}` };
    });
    return [ofCarrier, weight] as const;
  });
  await copyRows(client, 'partners', 'id, name', partners);
  await copyRows(client, 'clients', 'id, partner_id, name', clients);
  await copyRows(
    client,
    'offices',
    'id, client_id, name, phone_number, manager_first_name, manager_last_name',
    offices.map(({ id, clientId, number }) => [id, clientId, `Office ${id}`, number, 'Ada', 'Lovelace']),
  );
  await copyRows(
    client,
    'test_phones',
    'id, name, phone_number, carrier, evidence',
    phones
      .flatMap(([ofCarrier]) => ofCarrier)
      .map(({ id, number, carrier, evidence }) => [id, `Phone ${id}`, number, carrier, evidence]),
  );
  return { offices, phones };
}

/** Creates retired gateways, which the measured program neither opens nor removes. @returns their ids and the lab's */
async function seedGateways(client: Client): Promise<number[]> {
  await client.query(
    `insert into gateways (name, kind, retired)
      select 'Bench ' || number, 'smpp', true from generate_series(2, $1::int4) as number`,
    [GATEWAYS],
  );
  const { rows } = await client.query<{ id: number }>('select id from gateways order by id limit $1', [
    GATEWAYS,
  ]);
  return rows.map(({ id }) => id);
}

/** A fictitious number. */
function phoneNumber(random: Random): string {
  return `+1${200 + random.below(800)}55501${String(random.below(100)).padStart(2, '0')}`;
}
