ALTER TABLE "auth_tokens" ADD COLUMN "sid" text;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_proved_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "auth_tokens_kept" ON "auth_tokens" USING btree (lower("email")) WHERE "auth_tokens"."purpose" = 'keep-email' and "auth_tokens"."used_at" is null;--> statement-breakpoint
-- The sample accounts were made with their address proved.
UPDATE "users" SET "password_proved_at" = "email_verified_at" WHERE "id" LIKE 'usr\_demo\_%';
