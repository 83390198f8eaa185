/** Re-encrypts all sealed values in the database after the key was changed. */
import { aboutSecondFactor } from '../accounts/second-factors.ts';
import type { Database, Transaction } from '../core/connection.ts';
import { aboutSecret } from '../gateways/stored-gateways.ts';
import { sealedAs } from '../handsets/handset-sources.ts';
import type { Sealer } from '../secrets/sealing.ts';

/**
 * All or nothing. Processes with both keys need no notice: the secrets themselves do not change.
 * @returns how many were resealed
 * @throws SealingError if one cannot be opened with any known key
 */
export async function resealSecrets(db: Database, sealer: Sealer): Promise<number> {
  return db
    .transaction()
    .execute(
      async (tx) =>
        (await resealGateways(tx, sealer)) +
        (await resealSources(tx, sealer)) +
        (await resealSecondFactors(tx, sealer)),
    );
}

async function resealGateways(tx: Transaction, sealer: Sealer): Promise<number> {
  const rows = await tx
    .selectFrom('gateway_secrets')
    .select(['gateway_id', 'name', 'sealed'])
    .orderBy('gateway_id')
    .orderBy('name')
    .forUpdate()
    .execute();
  const old = rows.filter(({ sealed }) => !sealer.isCurrent(sealed));
  for (const { gateway_id: id, name, sealed } of old) {
    await tx
      .updateTable('gateway_secrets')
      .set({ sealed: reseal(sealer, sealed, aboutSecret(id, name)) })
      .where('gateway_id', '=', id)
      .where('name', '=', name)
      .execute();
  }
  return old.length;
}

async function resealSources(tx: Transaction, sealer: Sealer): Promise<number> {
  const rows = await tx
    .selectFrom('handset_sources')
    .select(['id', 'secret', 'old_secret'])
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  let resealed = 0;
  for (const { id, ...columns } of rows) {
    for (const column of ['secret', 'old_secret'] as const) {
      const sealed = columns[column];
      if (sealed === null || sealer.isCurrent(sealed)) continue;
      await tx
        .updateTable('handset_sources')
        .set({ [column]: reseal(sealer, sealed, sealedAs(id)) })
        .where('id', '=', id)
        .execute();
      resealed += 1;
    }
  }
  return resealed;
}

async function resealSecondFactors(tx: Transaction, sealer: Sealer): Promise<number> {
  const rows = await tx
    .selectFrom('second_factors')
    .select(['account_id', 'secret'])
    .orderBy('account_id')
    .forUpdate()
    .execute();
  const old = rows.filter(({ secret }) => !sealer.isCurrent(secret));
  for (const { account_id: id, secret } of old) {
    await tx
      .updateTable('second_factors')
      .set({ secret: reseal(sealer, secret, aboutSecondFactor(id)) })
      .where('account_id', '=', id)
      .execute();
  }
  return old.length;
}

function reseal(sealer: Sealer, sealed: Buffer, about: string): Buffer {
  return sealer.seal(sealer.open(sealed, about), about);
}
