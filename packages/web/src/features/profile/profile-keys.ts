/** The query keys of the screen. */
export const PROFILE = ['profile'] as const;
export const SESSIONS = ['own-sessions'] as const;
