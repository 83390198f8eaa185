/**
 * The user that runs PostgreSQL. PostgreSQL refuses to run as root, so a root process picks an unprivileged user; other
 * users run it themselves.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** True if it is not our own user: then files must change owner, and access must be tested. */
  readonly dropped: boolean;
}

const NOBODY = 65_534;

/**
 * Our own user or, as root, the first non-root user of: the owner of an existing cluster, the owner of DATA_DIR (such as
 * a mounted volume), the machine's `postgres` user, `nobody`. initdb requires a user with a name, which the owner of a
 * volume may lack; an existing cluster does not.
 * @param folders missing ones are skipped
 */
export async function chooseIdentity(folders: {
  readonly cluster: string;
  readonly dataDir: string;
}): Promise<Identity> {
  const uid = process.geteuid?.();
  const gid = process.getegid?.();
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'The embedded PostgreSQL does not run on this system: set DATABASE_URL to your own PostgreSQL.',
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

/** Options for `spawn` and `execFile`. */
export function credentials(identity: Identity): { uid?: number; gid?: number } {
  return identity.dropped ? { uid: identity.uid, gid: identity.gid } : {};
}

/** The environment of PostgreSQL's programs: isolated from ours, with messages in English. */
export const CHILD_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs a program to completion. `code` is null if it could not start; `output` contains stdout and stderr. */
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
 * Whether this user can enter the folder and all its parents. Asks the system, because mode bits miss access lists,
 * read-only mounts and groups.
 */
export async function canEnter(identity: Identity, folder: string): Promise<boolean> {
  if (!identity.dropped) return true;
  return (await runAs(identity, '/bin/sh', ['-c', 'test -x "$0"', folder])).code === 0;
}

async function readUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // macOS stores nobody's id as -2.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : [];
  });
}

/** Creates a folder that everyone may enter, whatever our umask: PostgreSQL's user must be able to. */
export async function openFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await chmod(folder, 0o755);
}
