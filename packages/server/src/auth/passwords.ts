/** Passwords: argon2id at 19 MiB, two passes, one lane (OWASP's first choice for interactive logins). */
import { hash, verify } from '@node-rs/argon2';
import { canonicalPassword } from '@textprobe/domain/password-rule';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The PHC string to store, which includes salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  return hash(canonicalPassword(password), COST);
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, canonicalPassword(password));
}
