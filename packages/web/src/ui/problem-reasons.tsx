/** What the server said of a refusal, for the foot of an alert: reasons field by field, and the id to ask about. */
import { isTimeout } from '../api/call-timeout.ts';
import { HttpError } from '../api/http.ts';

/** A failure whose message is for the person, and says what to do. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}

/** Nothing where there is nothing to add to the alert's own text. */
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
