ALTER TABLE "vc_unlocks" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "banned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ban_reason" text;--> statement-breakpoint
ALTER TABLE "vc_unlocks" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "is_suspended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "directory_investors_email_prefix" ON "directory_investors" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "directory_investors_name_words" ON "directory_investors" USING gin (to_tsvector('simple', "name" || ' ' || coalesce("fund", '')));--> statement-breakpoint
CREATE INDEX "ledger_subject" ON "ledger_entries" USING btree ("transaction_subject") WHERE "ledger_entries"."transaction_subject" is not null;--> statement-breakpoint
CREATE INDEX "meeting_bookings_founder_email" ON "meeting_bookings" USING btree (lower("founder_email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "meeting_bookings_founder_words" ON "meeting_bookings" USING gin (to_tsvector('simple', coalesce("founder_name", '')));--> statement-breakpoint
CREATE INDEX "tickets_number" ON "tickets" USING btree ("number");--> statement-breakpoint
CREATE INDEX "tickets_email" ON "tickets" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "tickets_name_words" ON "tickets" USING gin (to_tsvector('simple', coalesce("name", '')));--> statement-breakpoint
CREATE INDEX "users_email_prefix" ON "users" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_name_words" ON "users" USING gin (to_tsvector('simple', coalesce("first_name", '') || ' ' || coalesce("last_name", '')));--> statement-breakpoint
CREATE INDEX "vcs_email_prefix" ON "vcs" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "vcs_name_words" ON "vcs" USING gin (to_tsvector('simple', "partner_name" || ' ' || "fund_name"));--> statement-breakpoint
-- A listing is suspended while its account is banned, on any path by which it gets its account. The name sorts before `sync_stamp`,
-- which compares the row and publishes the change.
CREATE FUNCTION note_suspended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_suspended := EXISTS (SELECT FROM users WHERE id = NEW.user_id AND banned_at IS NOT NULL);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_suspended BEFORE INSERT OR UPDATE OF user_id, is_suspended ON vcs FOR EACH ROW EXECUTE FUNCTION note_suspended();
--> statement-breakpoint
CREATE FUNCTION suspend_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE vcs SET is_suspended = NEW.banned_at IS NOT NULL WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER suspend_listings AFTER UPDATE OF banned_at ON users FOR EACH ROW
  WHEN ((OLD.banned_at IS NULL) <> (NEW.banned_at IS NULL)) EXECUTE FUNCTION suspend_listings();
