/** Limits on the number and size of a test's files (CREATE-7, CREATE-8, UPDATE-5). */

/** Maximum size of a file in bytes: 10 MB of 1,048,576 bytes each. */
export const MEDIA_SIZE_LIMIT = 10_485_760;
/** Maximum files per test: more than the carriers' MMS centers accept in one message. */
export const MEDIA_FILES_LIMIT = 10;
