/**
 * Estimates how hard a password is to guess, from common passwords, keyboard paths, dates and repetitions. Loaded on demand: the list of
 * common passwords is most of it.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Beyond this every password that is not a repetition is strong; 256 characters take 0.1 s. */
const ESTIMATED_LENGTH = 64;
const LEVELS = ['weak', 'weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof LEVELS)[number];

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** @param own words that an attacker tries first, such as the username */
export function estimateStrength(password: string, own: readonly string[]): Strength {
  return LEVELS[estimator.check(password.slice(0, ESTIMATED_LENGTH), [...own]).score];
}
