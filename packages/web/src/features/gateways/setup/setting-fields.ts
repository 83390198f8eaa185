/** The settings of each kind of gateway as form fields, in the order of GATEWAY_SETTINGS. */
import { GATEWAY_SETTINGS, type GatewaySetting } from '@textprobe/domain/gateway-settings';

export type GatewayKind = keyof typeof GATEWAY_SETTINGS;

export interface SettingField extends GatewaySetting {
  readonly name: string;
}

export const KIND_LABELS: Readonly<Record<GatewayKind, string>> = {
  smpp: 'SMPP account',
  twilio: 'Messages API (Twilio-compatible)',
};

export const SETTING_FIELDS: Readonly<Record<GatewayKind, readonly SettingField[]>> = {
  smpp: fieldsOf(GATEWAY_SETTINGS.smpp),
  twilio: fieldsOf(GATEWAY_SETTINGS.twilio),
};

/** Whether this kind of gateway sends the files of MMS. */
export const SENDS_MMS: Readonly<Record<GatewayKind, boolean>> = { smpp: false, twilio: true };

export function isGatewayKind(kind: string): kind is GatewayKind {
  return Object.hasOwn(GATEWAY_SETTINGS, kind);
}

/** The default value; '' if there is none, or a value is required. */
export function defaultValueOf(setting: GatewaySetting): string {
  return String(setting.default ?? '');
}

export function isRequired(setting: GatewaySetting): boolean {
  return setting.default === undefined;
}

function fieldsOf(settings: Readonly<Record<string, GatewaySetting>>): SettingField[] {
  return Object.entries(settings).map(([name, setting]) => ({ name, ...setting }));
}
