/**
 * What is written of a gateway, made ready to be kept: checked by its kind's own rules, the secrets apart. A secret that
 * nobody gives again stays, but not where it would be sent to somebody else: whoever can change where a gateway connects
 * could else read what he was never shown.
 */
import type { FieldError } from '@textprobe/contract/problem';
import { aboutSecret, type StoredGateway } from '@textprobe/database/gateways/stored-gateways';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import { fieldProblem } from '../../http/problem.ts';

/** What the kinds of gateways know of themselves; `cli` hands it in. */
export interface GatewayKinds {
  traits(kind: string): { readonly secrets: readonly string[]; readonly destination: readonly string[] };
  /** @returns each fault as a sentence that begins with the setting's name where it is about one; no value is repeated */
  check(
    kind: string,
    settings: SettingValues,
  ):
    | {
        readonly ok: true;
        readonly sendsMms: boolean;
        /** The carrier's account that several gateways may share. */
        readonly account: string | null;
      }
    | { readonly ok: false; readonly faults: readonly string[] };
  /** Tries the connection of checked settings, in bounded time; sends nothing. Never rejects. */
  probe(
    kind: string,
    settings: SettingValues,
  ): Promise<{ readonly ok: boolean; readonly words: string; readonly tookMs: number }>;
}

export type SettingValues = Readonly<Record<string, unknown>>;

export interface ReadySettings {
  readonly sendsMms: boolean;
  readonly account: string | null;
  /** Without the secrets: what may be shown. */
  readonly shown: SettingValues;
  /** Those that were given now. */
  readonly secrets: readonly (readonly [name: string, value: string])[];
  /** Names of those that were taken away. */
  readonly removed: readonly string[];
  /** With all secrets, for use at once. */
  readonly whole: SettingValues;
}

/**
 * @param stored what there is of the gateway, null of a new one
 * @throws ProblemError body.invalid with every fault; SealingError where a secret that stays cannot be opened
 */
export function readySettings(
  kinds: GatewayKinds,
  sealer: Sealer,
  kind: string,
  given: SettingValues,
  stored: StoredGateway | null,
): ReadySettings {
  const traits = kinds.traits(kind);
  const names = Object.keys(given);
  const isSecret = (name: string) => traits.secrets.includes(name);
  const shown = Object.fromEntries(
    names.filter((name) => !isSecret(name)).map((name) => [name, given[name]]),
  );
  const told = names.filter((name) => isSecret(name));
  const secrets = told.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const kept = (stored?.secrets ?? []).filter(({ name }) => !told.includes(name));
  if (stored !== null && kept.length > 0 && goesElsewhere(traits.destination, stored.settings, shown)) {
    throw fieldProblem(
      'body.invalid',
      kept.map(({ name }) => ({
        field: `settings.${name}`,
        code: 'secret.again',
        message: 'Give it again: with this change it would be sent elsewhere.',
      })),
    );
  }
  const opened = kept.map(({ name, sealed }) => [
    name,
    sealer.open(sealed, aboutSecret(stored?.id ?? 0, name)),
  ]);
  const whole = { ...given, ...Object.fromEntries(opened) };
  const check = kinds.check(kind, dropNulls(whole));
  if (!check.ok)
    throw fieldProblem(
      'body.invalid',
      check.faults.map((fault) => faultOf(fault, names)),
    );
  const removed = told.filter((name) => given[name] === null);
  const { sendsMms, account } = check;
  return { sendsMms, account, shown: dropNulls(shown), secrets, removed, whole: dropNulls(whole) };
}

function goesElsewhere(destination: readonly string[], before: SettingValues, after: SettingValues): boolean {
  return destination.some((name) => (before[name] ?? null) !== (after[name] ?? null));
}

/** Null is what a setting that is left out means everywhere. */
function dropNulls(settings: SettingValues): SettingValues {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

function faultOf(fault: string, names: readonly string[]): FieldError {
  const name = /^"?(\w+)/.exec(fault)?.[1] ?? '';
  const isAboutOne = names.includes(name) || /^\w+ (?:is missing|must be|is given|is not)\b/.test(fault);
  return { field: isAboutOne ? `settings.${name}` : 'settings', code: 'setting', message: fault };
}
