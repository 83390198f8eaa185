/** The columns of the log table, in the specification's words and order (ANALYTICS-3). */
export const LOG_COLUMNS = [
  'Log ID',
  'Test ID',
  'Message',
  'Message Type',
  'Test Type',
  'Carrier',
  'Status',
  'Sent',
  'Received',
  'Created',
] as const;

export type LogColumn = (typeof LOG_COLUMNS)[number];
