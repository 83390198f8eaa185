/**
 * Checks that every query of messages takes the scope of the account (ACCT-3). Functions are matched by a regular expression, which
 * is enough for formatted code and needs no parser.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTest, sourceFiles } from './house-files.mjs';

/**
 * What only queries of messages return: messages as screens show them, their timeline, and counts of them. The engine's own queries
 * return other rows, and act for no account.
 */
const OF_MESSAGES = /\b(?:MessageLogRow|MessagePage|MessageTimeline|OutcomeCount|DayOutcomes|RunListRow)\b/u;

/** Its parameters and what it returns. */
const EXPORTED =
  /^export (?:async )?function\*? (?<name>\w+)(?:<[^(]*>)?\((?<parameters>(?:[^()]|\([^()]*\))*)\): (?<answer>[^\n]*) \{$/gmu;

/** The database, with or without what else it takes to read, then the scope. */
const SCOPED = /^\s*(?:\w+: (?:Database|Transaction)|\{[^}]*\}: \{[^}]*\}|\w+: \{[^}]*\}),\s*scope: Scope\b/u;

/**
 * @param {string} root the checkout
 * @param {import('./house.mjs').Workspace} workspace
 * @returns {string[]} one sentence per violation
 */
export function checkScopes(root, { name, folder }) {
  if (name !== 'database') return [];
  return sourceFiles(root, folder)
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(EXPORTED)]
        .map(({ groups }) => groups)
        .filter(
          ({ parameters, answer }) =>
            OF_MESSAGES.test(answer) && reads(parameters) && !SCOPED.test(parameters),
        )
        .map((one) => `${file}: ${one.name} reads messages: it takes the scope right after the database.`),
    );
}

/** Whether it has a database. */
function reads(parameters) {
  return /\b(?:Database|Transaction)\b/u.test(parameters);
}
