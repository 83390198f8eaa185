/** Finds unsent drafts in session storage, which a logout would discard after a confirmation. Small, because every screen loads it. */

export const CREATE_DRAFT_KEY = 'textprobe-create-draft';
export const SEVERAL_DRAFT_KEY = 'textprobe-several-draft';
const UPDATE_DRAFT_KEY = 'textprobe-update-draft-';
/** Only marks that a gateway is being edited: its contents, secrets included, are not stored. */
export const GATEWAY_DRAFT_KEY = 'textprobe-gateway-draft';
/** Replaces the version of a draft that was sent and is kept for the next test. */
export const SENT_DRAFT = 'sent';

export function updateDraftKey(testId: number): string {
  return `${UPDATE_DRAFT_KEY}${testId}`;
}

/** What a logout would lose, in words: `the test that you have not created`. */
export function unsentDrafts(storage: Storage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const updates = keys.filter((key) => key.startsWith(UPDATE_DRAFT_KEY)).sort();
  return [
    ...(isUnsent(storage.getItem(CREATE_DRAFT_KEY)) ? ['the test that you have not created'] : []),
    ...(isUnsent(storage.getItem(SEVERAL_DRAFT_KEY)) ? ['the texts in Create several'] : []),
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

/** Compares drafts by content; they are plain data with the same key order. */
export function sameDraft<AnyDraft>(one: AnyDraft, other: AnyDraft): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
