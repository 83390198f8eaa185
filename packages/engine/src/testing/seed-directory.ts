/** Seeds the directory of a small world: one client with some offices, some phones, and a default gateway. */
import type { Database } from '@textprobe/database/core/connection';
import type { EvidenceSource } from '@textprobe/domain/message-status';

export async function seedDirectory(
  db: Database,
  of: { offices: number; phones: number; evidence: EvidenceSource },
) {
  const partner = await db
    .insertInto('partners')
    .values({ name: 'Acme' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const client = await db
    .insertInto('clients')
    .values({ partner_id: partner.id, name: 'Bolt & Co' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const gateway = await db
    .insertInto('gateways')
    .values({ name: 'default', kind: 'fake', is_default: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const offices = await db
    .insertInto('offices')
    .values(
      range(of.offices).map((n) => ({
        client_id: client.id,
        name: `Office ${n}`,
        phone_number: `+1415555${String(n).padStart(4, '0')}`,
        manager_first_name: `Mia${n}`,
        manager_last_name: `Moss${n}`,
      })),
    )
    .returning('id')
    .execute();
  const phones = await db
    .insertInto('test_phones')
    .values(
      range(of.phones).map((n) => ({
        name: `Phone ${n}`,
        phone_number: `+1212555${String(n).padStart(4, '0')}`,
        carrier: ['AT&T', 'Verizon', 'T-Mobile'][n % 3] as string,
        evidence: of.evidence,
      })),
    )
    .returning('id')
    .execute();
  return {
    gatewayId: gateway.id,
    officeIds: offices.map(({ id }) => id),
    phoneIds: phones.map(({ id }) => id),
  };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
