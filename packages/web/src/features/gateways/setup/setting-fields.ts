/**
 * The settings of each kind of gateway as form fields, with order, labels and hints. Their types and defaults come from the table by which
 * gateways validate; a test checks that none is missing here.
 */
import { GATEWAY_SETTINGS } from '@textprobe/domain/gateway-settings';
import type { SettingField } from './setting-input.tsx';
import { SMPP_FIELDS } from './smpp-fields.ts';
import { TWILIO_FIELDS } from './twilio-fields.ts';

export type GatewayKind = keyof typeof GATEWAY_SETTINGS;

export const KIND_LABELS: Readonly<Record<GatewayKind, string>> = {
  smpp: 'SMPP account',
  twilio: 'Messages API (Twilio-compatible)',
};

export const SETTING_FIELDS: Readonly<Record<GatewayKind, readonly SettingField[]>> = {
  smpp: SMPP_FIELDS,
  twilio: TWILIO_FIELDS,
};

/** Whether this kind of gateway sends the files of MMS. */
export const SENDS_MMS: Readonly<Record<GatewayKind, boolean>> = { smpp: false, twilio: true };

export function isGatewayKind(kind: string): kind is GatewayKind {
  return Object.hasOwn(GATEWAY_SETTINGS, kind);
}

/** The default value; '' if there is none, or a value is required. */
export function defaultValueOf(kind: GatewayKind, name: string): string {
  const usual: Readonly<Record<string, string | number | boolean | null>> = GATEWAY_SETTINGS[kind].usual;
  return String(usual[name] ?? '');
}

export function isNeeded(kind: GatewayKind, name: string): boolean {
  const needed: readonly string[] = GATEWAY_SETTINGS[kind].needed;
  return needed.includes(name);
}

export function isSecret(kind: GatewayKind, name: string): boolean {
  const secrets: readonly string[] = GATEWAY_SETTINGS[kind].secrets;
  return secrets.includes(name);
}
