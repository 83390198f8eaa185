/** The one way in which a file or a link is refused: a code for programs, and a sentence that says what to do. */

/**
 * - `media.empty` the file holds no byte
 * - `media.too-large` it is over the limit
 * - `media.type` it is no picture or video of a kind that MMS carries, whatever its name says
 * - `media.dimensions` it declares more pixels than anything here will decode, or none that can be read
 * - `media.link` it could not be fetched from the link given
 */
export type MediaRefusal =
  | 'media.empty'
  | 'media.too-large'
  | 'media.type'
  | 'media.dimensions'
  | 'media.link';

/** A file was refused, and nothing of it is kept. The message names the file or link and can be shown as it is. */
export class MediaRefused extends Error {
  override readonly name = 'MediaRefused';
  readonly code: MediaRefusal;
  /** Of a link: it leads where no rule lets anybody go, so that another try would end the same. */
  readonly isForbidden: boolean;

  constructor(code: MediaRefusal, message: string, options: ErrorOptions & { isForbidden?: boolean } = {}) {
    super(message, options);
    this.code = code;
    this.isForbidden = options.isForbidden ?? false;
  }
}
