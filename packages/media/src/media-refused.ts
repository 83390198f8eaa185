/** The error for a refused file or link: a code for programs and a sentence for people. */

/**
 * - `media.empty` the file is empty
 * - `media.too-large` it is over the size limit
 * - `media.type` it is not a supported image or video
 * - `media.dimensions` it has too many pixels, or its dimensions cannot be read
 * - `media.link` it could not be fetched from the link
 */
export type MediaRefusal =
  | 'media.empty'
  | 'media.too-large'
  | 'media.type'
  | 'media.dimensions'
  | 'media.link';

/** A file was refused and nothing of it is stored. The message names the file or link and can be shown to users. */
export class MediaRefused extends Error {
  override readonly name = 'MediaRefused';
  readonly code: MediaRefusal;
  /** The link breaks a rule, so a retry would fail too. */
  readonly isForbidden: boolean;

  constructor(code: MediaRefusal, message: string, options: ErrorOptions & { isForbidden?: boolean } = {}) {
    super(message, options);
    this.code = code;
    this.isForbidden = options.isForbidden ?? false;
  }
}
