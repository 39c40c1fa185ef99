ALTER TABLE "card_failures" ADD COLUMN "wide_key" text;--> statement-breakpoint
ALTER TABLE "intent_origins" ADD COLUMN "wide_key" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "holder_wide_key" text;--> statement-breakpoint
CREATE INDEX "card_failures_wide" ON "card_failures" USING btree ("wide_key","failed_at");