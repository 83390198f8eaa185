/**
 * Secrets of the carriers file that stand elsewhere: `"passwordEnv": "NAME"` takes the password from the environment,
 * `"passwordFile": "/path"` from a file; `authToken`, `tlsKey`, `tlsCert` and `tlsCa` likewise. So the file itself can be
 * shown, and kept with others.
 */
import { readFileSync } from 'node:fs';

export interface SecretSources {
  /** A variable of the environment. */
  readonly variable: (name: string) => string | undefined;
  /** The content of a file; it throws the system's error. */
  readonly file: (path: string) => string;
}

/** Certificates are no secrets, but mostly stand in files of their own as well. */
const SECRETS = ['password', 'authToken', 'tlsKey', 'tlsCert', 'tlsCa'];

/** @returns the settings with the secrets in place, a sentence for each that could not be had, and the names of those */
export function resolveSecrets(
  given: Readonly<Record<string, unknown>>,
  sources: SecretSources,
): {
  readonly settings: Record<string, unknown>;
  readonly faults: readonly string[];
  readonly missing: readonly string[];
} {
  const settings = { ...given };
  const faults: string[] = [];
  const missing: string[] = [];

  function take(secret: string, key: string, read: (where: string) => string): void {
    const where = settings[key];
    if (where === undefined) return;
    delete settings[key];
    if (typeof where !== 'string' || where === '') {
      faults.push(`${key} must be a text.`);
    } else if (settings[secret] === undefined) {
      settings[secret] = read(where);
    } else {
      faults.push(`${key} is there beside another ${secret}: write only one of them.`);
    }
  }

  for (const secret of SECRETS) {
    take(secret, `${secret}Env`, (name) => {
      const value = sources.variable(name);
      if (value === undefined) {
        faults.push(`${secret}Env names ${name}, which is not set in the environment.`);
        missing.push(secret);
      }
      return value ?? '';
    });
    take(secret, `${secret}File`, (path) => {
      try {
        return sources.file(path).trimEnd();
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        faults.push(`${secret}File names ${path}, which cannot be read (${code ?? message}).`);
        missing.push(secret);
        return '';
      }
    });
  }
  return { settings, faults, missing };
}

/** This process's environment and the machine's files. */
export const machineSecrets: SecretSources = {
  variable: (name) => process.env[name],
  file: (path) => readFileSync(path, 'utf8'),
};
