/** Sets up SMS Gateway for Android on a phone in our own network, at an address that an administrator entered (PAIR-3). */
import {
  configureSmsGateway,
  LOCAL_SERVER_PORT,
  type SetUpFault,
} from '@textprobe/gateways/inbox/sms-gateway/local-api';
import { findPrivateHost, type PrivateDeps } from '@textprobe/media/private-network';
import type { SetUpSmsGateway } from '@textprobe/server/features/pairings/set-up-sms-gateway';

const FIELDS: Readonly<Partial<Record<SetUpFault, 'address' | 'user'>>> = {
  unreachable: 'address',
  'other service': 'address',
  unauthorized: 'user',
};

/** Takes up to 10 s for the lookup and each of its requests. */
export function createPhoneSetUp(deps: PrivateDeps): SetUpSmsGateway {
  return async ({ address, ...credentials }, settings) => {
    const host = await findPrivateHost(deps, address, LOCAL_SERVER_PORT);
    if (!host.ok) return { ok: false, field: 'address', message: host.message };
    const outcome = await configureSmsGateway(host.send, credentials, settings);
    return outcome.ok
      ? outcome
      : { ok: false, field: FIELDS[outcome.reason] ?? null, message: outcome.message };
  };
}
