/** The rows of the carriers that the settings name. */
import type { Database } from '@textprobe/database/core/connection';
import { GatewayNameTaken, registerGateways } from '@textprobe/database/gateways/gateways';
import { accountOf } from '@textprobe/gateways/kinds';
import { UserError } from '../process/user-error.ts';
import type { CarrierGateway } from './carriers-file.ts';

/**
 * @returns each carrier by the id of its row
 * @throws UserError where one has the name of a gateway in the database
 */
export async function registerCarriers(
  db: Database,
  carriers: readonly CarrierGateway[],
): Promise<Map<number, CarrierGateway>> {
  try {
    const ids = await registerGateways(
      db,
      carriers.map((carrier) => ({
        ...carrier,
        throughput: carrier.settings.throughput,
        account: accountOf(carrier),
      })),
    );
    return new Map(carriers.map((carrier) => [ids.get(carrier.name) ?? 0, carrier]));
  } catch (error) {
    if (!(error instanceof GatewayNameTaken)) throw error;
    const names = error.names.map((name) => `"${name}"`).join(', ');
    throw new UserError(
      `CARRIERS: ${names} is the name of a gateway in the database too. Give one of them another name, or take one away.`,
      error,
    );
  }
}
