/** Logging in and out, and who is logged in (AUTH-1 to 3). */
import { z } from 'zod';

export const userSchema = z.object({ id: z.number().int(), username: z.string() });
export type User = z.infer<typeof userSchema>;

export const loginBodySchema = z.object({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(1_000),
});

export const loginAnswerSchema = z.object({ authenticated: z.literal(true), user: userSchema });
export const statusAnswerSchema = z.union([loginAnswerSchema, z.object({ authenticated: z.literal(false) })]);
export type StatusAnswer = z.infer<typeof statusAnswerSchema>;
