/** The columns of the executions table, in the specification's words and order (REPORT-7). */
import type { SortKey } from './execution-order.ts';

export const EXECUTION_COLUMNS: readonly (readonly [SortKey, string])[] = [
  ['log', 'Log ID'],
  ['office', 'Office'],
  ['officePhone', 'Office Phone'],
  ['phone', 'Target Phone'],
  ['carrier', 'Carrier'],
  ['status', 'Status'],
  ['sent', 'Sent Time'],
  ['received', 'Received Time'],
  ['delay', 'Delivery Time'],
];
