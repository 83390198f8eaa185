/** Sets up SMS Gateway for Android on a phone in our own network, at an address that an administrator entered (PAIR-3). */
import {
  configureSmsGateway,
  LOCAL_SERVER_PORT,
  type SetUpFault,
  type SmsGatewaySettings,
} from '@textprobe/gateways/inbox/sms-gateway/local-api';
import { findPrivateHost, type PrivateDeps } from '@textprobe/media/private-network';

export interface LocalServer {
  /** As entered, such as `192.168.1.10`, `192.168.1.10:8080` or `http://192.168.1.10:8080`. */
  readonly address: string;
  readonly user: string;
  readonly password: string;
}

export type SetUpResult =
  /** What was set, each as words for the screen. */
  | { readonly ok: true; readonly set: readonly string[] }
  /** `field`: the one that `message` is about; null: none. */
  | { readonly ok: false; readonly field: 'address' | 'user' | null; readonly message: string };

const FIELDS: Readonly<Partial<Record<SetUpFault, 'address' | 'user'>>> = {
  unreachable: 'address',
  'other service': 'address',
  unauthorized: 'user',
};

/** Takes up to 10 s for the lookup and each of its requests. */
export async function setUpSmsGateway(
  { address, ...credentials }: LocalServer,
  settings: SmsGatewaySettings,
  deps: PrivateDeps,
): Promise<SetUpResult> {
  const host = await findPrivateHost(deps, address, LOCAL_SERVER_PORT);
  if (!host.ok) return { ok: false, field: 'address', message: host.message };
  const outcome = await configureSmsGateway(host.send, credentials, settings);
  return outcome.ok
    ? outcome
    : { ok: false, field: FIELDS[outcome.reason] ?? null, message: outcome.message };
}
