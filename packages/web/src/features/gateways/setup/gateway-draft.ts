/** The draft of a gateway in the form, and the values sent for it. */
import type { Gateway } from '@textprobe/contract/gateways';
import {
  defaultValueOf,
  type GatewayKind,
  isGatewayKind,
  isRequired,
  SENDS_MMS,
  SETTING_FIELDS,
  type SettingField,
} from './setting-fields.ts';

/** By the setting's name; a flag is `true` or `false`. */
type SettingTexts = Readonly<Record<string, string>>;
type SettingValues = Readonly<Record<string, string | number | boolean | null>>;

export interface GatewayDraft {
  readonly kind: GatewayKind;
  readonly name: string;
  readonly isDefault: boolean;
  readonly isDefaultMms: boolean;
  /** Separate for each kind, so that switching kinds loses nothing. */
  readonly texts: Readonly<Record<GatewayKind, SettingTexts>>;
  /** Secrets that are removed. */
  readonly without: readonly string[];
}

/** @param all the existing gateways: without a default among them, the new one becomes it */
export function newDraft(all: readonly Gateway[]): GatewayDraft {
  return {
    kind: 'smpp',
    name: '',
    isDefault: !all.some(({ isDefault }) => isDefault),
    isDefaultMms: !all.some(({ isDefaultMms }) => isDefaultMms),
    texts: { smpp: textsOf('smpp', {}), twilio: textsOf('twilio', {}) },
    without: [],
  };
}

/** Null for a gateway that cannot be edited here, or of a kind unknown to this console. */
export function draftOf({ kind, name, isDefault, isDefaultMms, settings }: Gateway): GatewayDraft | null {
  if (!isGatewayKind(kind) || settings === null) return null;
  const texts = { smpp: {}, twilio: {}, [kind]: textsOf(kind, settings) };
  return { kind, name, isDefault, isDefaultMms, texts, without: [] };
}

/** Choices and flags always hold a value; the default of a text is shown as a placeholder, not filled in. */
function textsOf(kind: GatewayKind, settings: SettingValues): SettingTexts {
  return Object.fromEntries(
    SETTING_FIELDS[kind].map((field) => {
      const { name, type } = field;
      const unset = type === 'choice' || type === 'flag' ? defaultValueOf(field) : '';
      return [name, String(settings[name] ?? unset)];
    }),
  );
}

export function shownFields({ kind, texts }: GatewayDraft): readonly SettingField[] {
  return SETTING_FIELDS[kind].filter(({ needs }) => needs === undefined || texts[kind][needs] === 'true');
}

/**
 * All settings in the server's format. Untouched ones are sent exactly as stored: a different spelling of the address would require the
 * password again. @param stored null for a new gateway
 */
export function settingsOf(draft: GatewayDraft, stored: Gateway | null): SettingValues {
  const { kind, without } = draft;
  const before = stored === null ? null : draftOf(stored);
  const shown = new Set(shownFields(draft));
  const settings: Record<string, SettingValues[string]> = {};
  for (const field of SETTING_FIELDS[kind]) {
    const { name } = field;
    const text = draft.texts[kind][name] ?? '';
    const isSet = stored?.secrets.some((secret) => secret.name === name) === true;
    if (field.secret === true) {
      if (!shown.has(field)) {
        if (isSet) settings[name] = null;
      } else if (!without.includes(name)) {
        if (text !== '') settings[name] = text;
      } else if (field.without?.value === '' || isSet) settings[name] = field.without?.value ?? null;
    } else if (shown.has(field)) {
      const isUnchanged = before !== null && before.texts[kind][name] === text;
      const value = isUnchanged ? stored?.settings?.[name] : valueOf(field, text);
      if (value !== undefined && value !== null) settings[name] = value;
    }
  }
  return settings;
}

/** Undefined: the default. An invalid number is sent as typed, so that the server explains what it expects. */
function valueOf(field: SettingField, text: string) {
  const { type } = field;
  const written = text.trim();
  if (written === '') return undefined;
  if (type === 'choice') return text === defaultValueOf(field) ? undefined : text;
  if (type === 'flag') return text === defaultValueOf(field) ? undefined : text === 'true';
  if (type !== 'number') return written;
  return Number.isFinite(Number(written)) ? Number(written) : written;
}

/** Whether it is the default gateway for SMS and for MMS, if changed; omitted fields stay unchanged. */
export function defaultsOf(
  { kind, isDefault, isDefaultMms }: GatewayDraft,
  stored: Gateway | null,
): { readonly isDefault?: boolean; readonly isDefaultMms?: boolean } {
  return {
    ...(isDefault !== (stored?.isDefault ?? null) && { isDefault }),
    ...(SENDS_MMS[kind] && isDefaultMms !== (stored?.isDefaultMms ?? null) && { isDefaultMms }),
  };
}

/** The required fields that are empty, named as in errors, so that all are reported at once. */
export function missingFields(draft: GatewayDraft, stored: Gateway | null): string[] {
  const { kind, name, texts, without } = draft;
  const kept = new Set(stored?.secrets.map((secret) => secret.name));
  const missing = shownFields(draft)
    .filter(isRequired)
    .map((field) => field.name)
    .filter((field) => texts[kind][field]?.trim() === '' && !without.includes(field) && !kept.has(field));
  return [...(name.trim() === '' ? ['name'] : []), ...missing.map((field) => `settings.${field}`)];
}
