/**
 * As whom PostgreSQL runs. It refuses to run as root, so a root process gives it an unprivileged user; anyone else runs
 * it as themselves.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** True when it is not our own: files must be handed over to it, and what it can reach must be tried. */
  readonly dropped: boolean;
}

const NOBODY = 65_534;

/**
 * Our own identity, or as root the first that is not root of: the owner of an existing cluster, the owner of DATA_DIR
 * (a mounted volume, say), the machine's `postgres` user, `nobody`. initdb refuses a user without a name, such as the
 * owner of a volume may be; a cluster that exists needs none.
 * @param folders passed over where they are missing
 */
export async function chooseIdentity(folders: {
  readonly cluster: string;
  readonly dataDir: string;
}): Promise<Identity> {
  const uid = process.geteuid?.();
  const gid = process.getegid?.();
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'The embedded PostgreSQL does not run on this system: set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  if (uid !== 0) return { uid, gid, dropped: false };

  const users = await readUsers();
  for (const folder of [folders.cluster, folders.dataDir]) {
    const owner = await stat(folder).catch(() => undefined);
    if (owner === undefined || owner.uid === 0) continue;
    const user = users.find((candidate) => candidate.uid === owner.uid);
    if (user === undefined && folder === folders.dataDir) continue;
    return { uid: owner.uid, gid: user?.gid ?? (owner.gid || NOBODY), dropped: true };
  }
  const user = ['postgres', '_postgres', 'nobody']
    .map((name) => users.find((candidate) => candidate.name === name))
    .find((candidate) => candidate !== undefined && candidate.uid !== 0);
  return { uid: user?.uid ?? NOBODY, gid: user?.gid ?? NOBODY, dropped: true };
}

/** For `spawn` and `execFile`. */
export function credentials(identity: Identity): { uid?: number; gid?: number } {
  return identity.dropped ? { uid: identity.uid, gid: identity.gid } : {};
}

/** The environment of every PostgreSQL program: nothing of ours leaks into it, and its messages are English. */
export const CHILD_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs a program to its end. `code` is null when it could not be started; `output` is stdout and stderr together. */
export function runAs(
  identity: Identity,
  file: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const options = {
      ...credentials(identity),
      cwd: '/',
      env: CHILD_ENVIRONMENT,
      maxBuffer: 4 * 1024 * 1024,
    };
    execFile(file, args, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      if (error === null) resolve({ code: 0, output });
      else if (typeof error.code === 'number') resolve({ code: error.code, output });
      else resolve({ code: null, output: `${output}${error.message}` });
    });
  });
}

/**
 * Whether the identity may pass through the folder, and through all above it. Asked of the system itself: mode bits alone
 * would miss access lists, read-only mounts and groups.
 */
export async function canEnter(identity: Identity, folder: string): Promise<boolean> {
  if (!identity.dropped) return true;
  return (await runAs(identity, '/bin/sh', ['-c', 'test -x "$0"', folder])).code === 0;
}

async function readUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // macOS writes nobody's id as -2.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : [];
  });
}

/** Makes a folder that everyone may enter, whatever our umask: the user that PostgreSQL runs as must. */
export async function openFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await chmod(folder, 0o755);
}
