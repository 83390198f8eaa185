/**
 * Forms with files. The part `content` is text, sent as a field or as a file (browsers name a Blob's part "blob"). Every
 * other file part is streamed to the media storage while it arrives, never buffered whole.
 */
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FieldError } from '@textprobe/contract/problem';
import { MEDIA_FILES_LIMIT, MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import { MediaRefused } from '@textprobe/media/media-refused';
import type { FastifyRequest } from 'fastify';
import { BODY_LIMIT, decodeText, refuseOtherEncoding } from '../http/bodies.ts';
import { textOfField } from '../http/form-fields.ts';
import { ProblemError } from '../http/problem.ts';
import { FILES_FIELD, mediaFault, tooManyFiles } from './media-fault.ts';
import type { MediaIntake, StoredMedia } from './media-intake.ts';

/** One byte above the limit passes here, so that the intake refuses the file by name. */
const PARTS = { limits: { fileSize: MEDIA_SIZE_LIMIT + 1 }, throwFileSizeLimit: false };

export type FilePart = Pick<MultipartFile, 'filename' | 'mimetype'>;

interface UploadForm {
  /** The text of the part `content`; null without one. */
  readonly content: string | null;
  readonly files: readonly StoredMedia[];
  /** The names of other text fields; their values are ignored. */
  readonly otherFields: readonly string[];
  /** Why files were refused. */
  readonly faults: readonly FieldError[];
}

/**
 * Reads a form to its end, so that all faults are reported together and a client that is still sending gets the answer.
 * On failure no file is kept.
 * @param wantsFile whether to store a file, given the content (null until its part has arrived)
 */
export async function readUploadForm(
  request: FastifyRequest,
  intake: MediaIntake,
  wantsFile: (content: string | null, part: FilePart) => boolean,
): Promise<UploadForm> {
  let content: string | null = null;
  const files: StoredMedia[] = [];
  const faults: FieldError[] = [];
  const otherFields: string[] = [];
  const createdBy = request.caller?.accountId ?? null;

  async function take(part: MultipartFile): Promise<void> {
    if (files.length >= MEDIA_FILES_LIMIT) {
      if (!faults.some(({ code }) => code === 'media.too-many')) faults.push(tooManyFiles(FILES_FIELD));
      return;
    }
    // Browsers escape quotation marks this way (WHATWG HTML, multipart form data).
    const name = (part.filename ?? '').replaceAll('%22', '"');
    try {
      files.push(await intake.store({ name, content: pieces(part.file) }, { originalUrl: null, createdBy }));
    } catch (error) {
      if (!isPlaceholder(part, error)) faults.push(mediaFault(FILES_FIELD, error));
    }
  }

  try {
    for await (const part of request.parts(PARTS)) {
      refuseOtherEncoding(part);
      const isContent = part.fieldname === 'content' && content === null;
      if (part.type === 'field') {
        if (!isContent) otherFields.push(part.fieldname);
        else if (part.valueTruncated) throw contentTooLarge();
        else content = textOfField(part.value);
      } else {
        if (isContent) content = await readText(part.file);
        else if (wantsFile(content, part)) await take(part);
        part.file.resume();
      }
    }
    return { content, files, otherFields, faults };
  } catch (error) {
    await intake.discard(files.map(({ id }) => id));
    throw error;
  }
}

/** The bytes of a part. Stopping early must not destroy the stream: busboy would stall at a destroyed part. */
function pieces(file: Readable): AsyncIterable<Uint8Array> {
  return file.iterator({ destroyOnReturn: false });
}

/** What clients send when no file is chosen: an empty text file (CALL-5), or a part without name and content. */
function isPlaceholder({ filename, mimetype }: MultipartFile, error: unknown): boolean {
  const isText = mimetype.startsWith('text/') || /(?:^$|\.txt$)/i.test(filename ?? '');
  return error instanceof MediaRefused && error.code === 'media.empty' && isText;
}

async function readText(file: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of pieces(file)) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw contentTooLarge();
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

function contentTooLarge(): ProblemError {
  const limit = BODY_LIMIT.toLocaleString('en-US');
  return new ProblemError('body.too-large', `Send at most ${limit} bytes in the part named content.`);
}
