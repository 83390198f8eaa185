/** Ranks of the ledgers as SQL literals, for statements whose plan or whose index depends on the value. */
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { sql } from 'kysely';

/** Values of `submission_state`. */
export const WAITING = sql.lit(submissionStateRank('waiting'));
export const CLAIMED = sql.lit(submissionStateRank('claimed'));
export const ACCEPTED = sql.lit(submissionStateRank('accepted'));

/** Values of `receipt_state`. */
export const NO_RECEIPT = sql.lit(receiptStateRank('none'));
export const DELIVERED = sql.lit(receiptStateRank('delivered'));
