/** The chosen files, which survive a failed submit, and the rejected ones (CREATE-7, CREATE-8, UPDATE-4, UPDATE-5). */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileRule } from './file-rules.ts';

export interface Attachment {
  readonly key: number;
  readonly file: File;
  /** Object URL for thumbnails; revoked when the screen is left. */
  readonly url: string;
}
export interface RefusedFile {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly reason: string;
}

export function useAttachments(rule: FileRule) {
  const [chosen, setChosen] = useState<readonly Attachment[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const lastKey = useRef(0);

  function release(attachments: readonly Attachment[]): void {
    for (const { url } of attachments) URL.revokeObjectURL(url);
  }
  const releaseAll = useEffectEvent(() => release(chosen));
  useEffect(() => () => releaseAll(), []);

  return {
    chosen,
    refused,
    /** Adds the accepted files; if there are any, earlier rejections are cleared. */
    add(files: Iterable<File>): void {
      const accepted: Attachment[] = [];
      const rejected: RefusedFile[] = [];
      for (const file of files) {
        lastKey.current += 1;
        const key = lastKey.current;
        const reason = rule(file);
        if (reason === null) accepted.push({ key, file, url: URL.createObjectURL(file) });
        else rejected.push({ key, name: file.name, size: file.size, reason });
      }
      setChosen((before) => [...before, ...accepted]);
      setRefused((before) => (accepted.length > 0 ? rejected : [...before, ...rejected]));
    },
    remove(attachment: Attachment): void {
      release([attachment]);
      setChosen((before) => before.filter((one) => one !== attachment));
    },
    dismiss({ key }: RefusedFile): void {
      setRefused((before) => before.filter((one) => one.key !== key));
    },
    /** Drops the uploaded files; those chosen since then stay. */
    forgetSent(sent: readonly Attachment[]): void {
      release(sent);
      setChosen((before) => before.filter((one) => !sent.includes(one)));
    },
    clear(): void {
      release(chosen);
      setChosen([]);
      setRefused([]);
    },
  };
}
export type Attachments = ReturnType<typeof useAttachments>;
