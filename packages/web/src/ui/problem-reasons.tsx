/** The details of a failure, below the text of an alert: reasons by field, and the request id. */
import { isTimeout } from '../api/call-timeout.ts';
import { HttpError } from '../api/http.ts';

/** An error whose message is written for the user, and says what to do. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}

/** Empty if there is nothing to add to the alert's own text. */
export function ProblemReasons({ error }: { error: unknown }) {
  if (isTimeout(error)) return <p>The server did not answer in time. Check the connection and try again.</p>;
  if (error instanceof UserFacingError) return <p>{error.message}</p>;
  if (!(error instanceof HttpError)) return <p>The server could not be reached. Check the connection.</p>;
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
        <p className="alert-dialog-request">Request {problem.requestId}</p>
      )}
    </>
  );
}
