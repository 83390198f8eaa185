/** A fault that whoever started the program can mend: told as its sentence alone, without a stack. */
export class UserError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'UserError';
  }
}
