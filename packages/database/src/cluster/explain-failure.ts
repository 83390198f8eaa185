/** Turns what PostgreSQL or the file system said into a sentence that tells an operator what to do. */

const EXPLANATIONS: readonly [RegExp, string][] = [
  [
    /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i,
    'The disk is full: make room, or set DATA_DIR to a folder elsewhere.',
  ],
  [
    /Read-only file system|EROFS/i,
    'The file system is read-only: set DATA_DIR to a folder that can be written.',
  ],
  [
    /incompatible with server|not compatible with this version/i,
    'The data was made by another version of PostgreSQL: install that version, or set DATABASE_URL.',
  ],
  [
    /wrong ownership|invalid permissions/i,
    'The data folder must belong to the user that runs PostgreSQL, with mode 0700: start as the user who made it, or as root.',
  ],
  [
    /pre-existing shared memory block|is still in use/i,
    'An earlier PostgreSQL is still at work on this data: end its processes and start again.',
  ],
  [
    /could not create shared memory|could not resize shared memory|shmget/i,
    'The system grants no shared memory: give /dev/shm at least 64 MB.',
  ],
  [
    /could not look up effective user ID/i,
    'PostgreSQL needs its user to have a name: give this one an entry in /etc/passwd, start as another, or set DATABASE_URL.',
  ],
  [/Cannot allocate memory|ENOMEM/i, 'The machine is out of memory.'],
  [
    /Permission denied|EACCES|EPERM|Operation not permitted/i,
    'Permission was denied: the folder must be writable for the user who starts this program.',
  ],
];

/** Of PostgreSQL's log this many lines are told: its last words are the reason. */
const TAIL_LINES = 12;

/**
 * One error out of what was attempted ("start PostgreSQL"), where, and what was said; the cause's own words stand below
 * the sentence.
 */
export function explainFailure(attempt: string, where: string, said: string, cause?: unknown): Error {
  const explanation = EXPLANATIONS.find(([pattern]) => pattern.test(said))?.[1];
  const tail = said.trim().split('\n').slice(-TAIL_LINES);
  const lines = [
    `Could not ${attempt} in ${where}.${explanation === undefined ? '' : ` ${explanation}`}`,
    ...tail,
  ];
  return new Error(lines.filter((line) => line !== '').join('\n  '), { cause });
}
