/** Which messages a claim holds, said once for all statements that ask. */
import { sql } from 'kysely';
import { CLAIMED, WAITING } from './rank-literals.ts';

/** The longest range of a claim: so far back at most lies the beginning of one that holds an id. */
export const LONGEST_CLAIM = 1_000;

/** Messages `m` of the range of a claim `c`. */
export const isInRange = sql<boolean>`(m.created_at = c.created_at and m.id >= c.first_id and m.id < c.first_id + c.count)`;

/**
 * Of those the ones that are in its hands: no outcome is written, and they were not given back. The row itself says
 * claimed only where something else had to be noted of it meanwhile.
 */
export const isHeld = sql<boolean>`((m.submission_state = ${WAITING} and m.attempts < c.attempt)
  or (m.submission_state = ${CLAIMED} and m.attempts = c.attempt))`;

/** Those of the range that are its own, held or answered: a message that was given back is in a later claim, or waits. */
export const isOfClaim = sql<boolean>`(${isHeld} or (m.submission_state > ${CLAIMED} and m.attempts = c.attempt))`;

/** The claim of a message `m`, as a lateral join: at most one row. */
export const claimOfMessage = sql`(
  select * from claims c
  where c.first_id <= m.id and c.first_id > m.id - ${sql.lit(LONGEST_CLAIM)} and m.id < c.first_id + c.count
    and m.created_at = c.created_at and m.submission_state = ${WAITING} and m.attempts < c.attempt
  order by c.first_id desc, c.attempt desc limit 1)`;
