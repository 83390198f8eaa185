/** `textprobe secrets rekey`: encrypts all secrets in the database with a changed SECRETS_KEY. */
import { SealingError } from '@textprobe/database/secrets/sealing';
import { resealSecrets } from '@textprobe/database/upkeep/reseal';
import { UserError } from '../process/user-error.ts';
import { auditCommand } from '../program/audit-command.ts';
import { openSealer } from '../program/sealing-key.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

export async function secrets(settings: Settings, args: readonly string[]): Promise<number> {
  const { key, file } = settings.secretsKey;
  if (args.length !== 1 || args[0] !== 'rekey' || (key === null && file === null)) {
    throw new UserError(
      "run 'textprobe secrets rekey' with SECRETS_KEY set to the new key and SECRETS_OLD_KEYS to the previous one " +
        '(the one that start created is in the file secrets.key of DATA_DIR).',
    );
  }
  const sealer = openSealer(settings, { inDataDir: false });
  const resealed = await withDatabase('secrets', settings, async ({ db }) => {
    const count = await resealSecrets(db, sealer).catch((error: unknown) => {
      throw error instanceof SealingError
        ? new UserError(`nothing was changed: ${error.message}`, error)
        : error;
    });
    await auditCommand(db, 'secrets.rekeyed', { changes: { secrets: [null, count] } });
    return count;
  });
  process.stdout.write(
    `Encrypted ${resealed} ${resealed === 1 ? 'secret' : 'secrets'} with the new SECRETS_KEY.\n`,
  );
  return 0;
}
