/**
 * Validates the settings of a gateway by the rules of its kind, and separates the secrets. An omitted secret keeps its stored
 * value, unless the destination changes: otherwise anyone who may edit a gateway could point it at a server of their own
 * and read the secret.
 */
import type { FieldError } from '@textprobe/contract/problem';
import { aboutSecret, type StoredGateway } from '@textprobe/database/gateways/stored-gateways';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import { fieldProblem } from '../../http/problem.ts';

/** Traits, validation and connection test of the gateway kinds; injected by `cli`. */
export interface GatewayKinds {
  traits(kind: string): { readonly secrets: readonly string[]; readonly destination: readonly string[] };
  /** @returns each fault as a sentence, beginning with the setting's name if it concerns one; values are never repeated */
  check(
    kind: string,
    settings: SettingValues,
  ):
    | {
        readonly ok: true;
        readonly sendsMms: boolean;
        /** The carrier account, which several gateways may share. */
        readonly account: string | null;
      }
    | { readonly ok: false; readonly faults: readonly string[] };
  /** Tests the connection of valid settings, in bounded time; sends no message. Never rejects. */
  probe(
    kind: string,
    settings: SettingValues,
  ): Promise<{ readonly ok: boolean; readonly words: string; readonly tookMs: number }>;
}

export type SettingValues = Readonly<Record<string, unknown>>;

export interface ReadySettings {
  readonly sendsMms: boolean;
  readonly account: string | null;
  /** Without the secrets. */
  readonly shown: SettingValues;
  /** New values. */
  readonly secrets: readonly (readonly [name: string, value: string])[];
  /** Names of the secrets to delete. */
  readonly removed: readonly string[];
  /** With all secrets, for a connection test. */
  readonly whole: SettingValues;
}

/**
 * @param stored null for a new gateway
 * @throws ProblemError body.invalid with every fault; SealingError when a kept secret cannot be decrypted
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
  const givenSecrets = names.filter((name) => isSecret(name));
  const secrets = givenSecrets.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const kept = (stored?.secrets ?? []).filter(({ name }) => !givenSecrets.includes(name));
  if (stored !== null && kept.length > 0 && goesElsewhere(traits.destination, stored.settings, shown)) {
    throw fieldProblem(
      'body.invalid',
      kept.map(({ name }) => ({
        field: `settings.${name}`,
        code: 'secret.again',
        message: 'Enter it again: this change would send it to another destination.',
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
  const removed = givenSecrets.filter((name) => given[name] === null);
  const { sendsMms, account } = check;
  return { sendsMms, account, shown: dropNulls(shown), secrets, removed, whole: dropNulls(whole) };
}

function goesElsewhere(destination: readonly string[], before: SettingValues, after: SettingValues): boolean {
  return destination.some((name) => (before[name] ?? null) !== (after[name] ?? null));
}

/** Null means omitted. */
function dropNulls(settings: SettingValues): SettingValues {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

function faultOf(fault: string, names: readonly string[]): FieldError {
  const name = /^"?(\w+)/.exec(fault)?.[1] ?? '';
  const isAboutOne = names.includes(name) || /^\w+ (?:is missing|must be|is set|is not)\b/.test(fault);
  return { field: isAboutOne ? `settings.${name}` : 'settings', code: 'setting', message: fault };
}
