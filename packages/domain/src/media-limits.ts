/** How many files a test may have and how large each may be (CREATE-7, CREATE-8, UPDATE-5). */

/** Bytes a file may have: 10 MB of 1,048,576 bytes each. */
export const MEDIA_SIZE_LIMIT = 10_485_760;
/** Files a test may have: more than the carriers' MMS centres take in one message. */
export const MEDIA_FILES_LIMIT = 10;
