/** Turns an error of PostgreSQL or the file system into a sentence that says what an operator can do. */

const EXPLANATIONS: readonly [RegExp, string][] = [
  [
    /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i,
    'The disk is full: make room, or set DATA_DIR to a folder elsewhere.',
  ],
  [/Read-only file system|EROFS/i, 'The file system is read-only: set DATA_DIR to a writable folder.'],
  [
    /incompatible with server|not compatible with this version/i,
    'Another PostgreSQL version created this data: install that version, or set DATABASE_URL.',
  ],
  [
    /wrong ownership|invalid permissions/i,
    'The data folder must belong to the user that runs PostgreSQL, with mode 0700: start as the user who created it, or as root.',
  ],
  [
    /pre-existing shared memory block|is still in use/i,
    'An earlier PostgreSQL is still running on this data: stop its processes and start again.',
  ],
  [
    /could not create shared memory|could not resize shared memory|shmget/i,
    'The system has too little shared memory: give /dev/shm at least 64 MB.',
  ],
  [
    /could not look up effective user ID/i,
    'The user that runs PostgreSQL has no name: add it to /etc/passwd, start as another user, or set DATABASE_URL.',
  ],
  [/Cannot allocate memory|ENOMEM/i, 'The machine is out of memory.'],
  [
    /Permission denied|EACCES|EPERM|Operation not permitted/i,
    'Permission was denied: the folder must be writable for the user who starts this program.',
  ],
];

/** Lines of PostgreSQL's log to include; the last ones contain the reason. */
const TAIL_LINES = 12;

/**
 * Builds one error from the attempted action ("start PostgreSQL"), the place, and the output; the cause's own text
 * follows the sentence.
 */
export function explainFailure(attempt: string, where: string, output: string, cause?: unknown): Error {
  const explanation = EXPLANATIONS.find(([pattern]) => pattern.test(output))?.[1];
  const tail = output.trim().split('\n').slice(-TAIL_LINES);
  const lines = [
    `Could not ${attempt} in ${where}.${explanation === undefined ? '' : ` ${explanation}`}`,
    ...tail,
  ];
  return new Error(lines.filter((line) => line !== '').join('\n  '), { cause });
}
