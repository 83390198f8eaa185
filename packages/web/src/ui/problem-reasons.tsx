/** The details of a failure, below the text of an alert: reasons by field, and the request id. */
import { Text } from '@mantine/core';
import { isTimeout } from '../api/call-timeout.ts';
import { HttpError } from '../api/http.ts';

/** An error whose message is written for the user, and says what to do. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}

/** The reason of a failure as a sentence. */
export function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'The server did not answer in time. Check the connection and try again.';
  if (error instanceof UserFacingError) return error.message;
  return error instanceof HttpError ? error.detail : 'The server could not be reached. Check the connection.';
}

/** Empty if there is nothing to add to the alert's own text. */
export function ProblemReasons({ error }: { error: unknown }) {
  if (!(error instanceof HttpError)) return <p>{reasonOf(error)}</p>;
  const { problem, status } = error;
  const reasons = problem?.errors ?? [];
  return (
    <>
      {reasons.length > 0 ? (
        <ul>
          {reasons.map(({ field, code, message }) => (
            <li key={`${field} ${code}`}>{message}</li>
          ))}
        </ul>
      ) : (
        <p>{error.detail}</p>
      )}
      {status >= 500 && problem?.requestId !== undefined && (
        <Text size="xs">Request {problem.requestId}</Text>
      )}
    </>
  );
}
