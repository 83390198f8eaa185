/** A failure whose message is for the person, and says what to do. */
export class ToldError extends Error {
  override readonly name = 'ToldError';
}
