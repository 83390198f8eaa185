/** Which drafts session storage holds that were never sent: Logout clears it, and asks first. Light: the frame of every screen loads it. */

export const CREATE_DRAFT_KEY = 'textprobe-create-draft';
const UPDATE_DRAFT_KEY = 'textprobe-update-draft-';
/** Of a gateway that is being written, that there is one, and nothing of what is written. */
export const GATEWAY_DRAFT_KEY = 'textprobe-gateway-draft';
/** In place of a version: this draft has been sent, and is there for the next test. */
export const SENT_DRAFT = 'sent';

export function updateDraftKey(testId: number): string {
  return `${UPDATE_DRAFT_KEY}${testId}`;
}

/** In words, as what a logout would lose: `the test that you have not created`. */
export function unsentDrafts(storage: Storage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const updates = keys.filter((key) => key.startsWith(UPDATE_DRAFT_KEY)).sort();
  return [
    ...(isUnsent(storage.getItem(CREATE_DRAFT_KEY)) ? ['the test that you have not created'] : []),
    ...(storage.getItem(GATEWAY_DRAFT_KEY) === null ? [] : ['the gateway that you have not saved']),
    ...updates.map((key) => `your changes to test ${key.slice(UPDATE_DRAFT_KEY.length)}`),
  ];
}

function isUnsent(kept: string | null): boolean {
  try {
    const draft: unknown = JSON.parse(kept ?? 'null');
    return typeof draft === 'object' && draft !== null && 'version' in draft && draft.version !== SENT_DRAFT;
  } catch {
    return false;
  }
}

/** Whether two drafts say the same; they are data, and built alike. */
export function sameDraft<AnyDraft>(one: AnyDraft, other: AnyDraft): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
