/** `textprobe audit verify [SEQ HASH]`: proves that no row of the audit trail was changed or deleted (AUDIT-2). */
import { type ChainHead, verifyChain } from '@textprobe/database/audit/audit-chain';
import { UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `run 'textprobe audit verify' to prove that no row of the audit trail was changed or deleted. With SEQ and HASH, which the log has once a day, it also proves that none was cut off at the end:
  textprobe audit verify SEQ HASH`;

/** @returns 1 if the chain is broken */
export async function audit(settings: Settings, args: readonly string[]): Promise<number> {
  const known = knownHead(args);
  return withDatabase('audit', settings, async ({ db }) => {
    const { head, unlinked, broken } = await verifyChain(db, known);
    const [rows, waiting] = [head.seq.toLocaleString('en-US'), unlinked.toLocaleString('en-US')];
    if (broken !== null) {
      const what = broken.why === 'missing' ? 'is missing' : 'was changed';
      process.stderr.write(
        `textprobe: the audit trail is broken: row ${broken.seq} ${what}. The ${rows} rows before it are unchanged.\n`,
      );
      return 1;
    }
    process.stdout.write(
      `The audit trail is unbroken: ${rows} rows, ${waiting} not linked yet.\nLast row: ${head.seq} ${head.hash.toString('hex')}\n`,
    );
    return 0;
  });
}

function knownHead([act, seq, hash, ...more]: readonly string[]): ChainHead | undefined {
  if (act === 'verify' && seq === undefined) return undefined;
  const isHead = /^[1-9]\d{0,14}$/.test(seq ?? '') && /^[\da-f]{64}$/i.test(hash ?? '');
  if (act !== 'verify' || !isHead || more.length > 0) throw new UserError(USAGE);
  return { seq: Number(seq), hash: Buffer.from(hash ?? '', 'hex') };
}
