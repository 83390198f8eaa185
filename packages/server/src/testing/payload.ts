/** The payload of a test for two offices and three phones of the filled directory. */

/** As the console sends it (DATA-2). */
export const PAYLOAD = {
  testType: 'IMMEDIATE',
  messageType: 'SMS',
  scheduledTimestamp: '2026-11-21 10:00:00.000',
  partnerIDs: [1],
  clientIDs: [1],
  officeIDs: [1, 2],
  phoneIDs: [1, 2, 3],
  messageBody: 'Hello {first_name} 👋',
  mediaURLs: { media: [] },
  recurrenceRule: {},
  executionStatus: 'UNEXECUTED',
};
