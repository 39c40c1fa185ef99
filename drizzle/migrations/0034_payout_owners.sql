ALTER TABLE "payout_accounts" ADD COLUMN "ready_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "preparer_key" text;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "replaced_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_target" ON "orders" USING btree ("target_id","paid_at");--> statement-breakpoint
-- What was ready before does not wait again.
UPDATE "payout_accounts" SET "ready_since" = "updated_at" - interval '7 days' WHERE "are_payouts_enabled";--> statement-breakpoint
UPDATE "vcs" SET "replaced_at" = now() WHERE "replaces_id" IS NOT NULL AND ("is_verified" OR EXISTS (
  SELECT FROM "audit_log" a WHERE a."target_type" = 'vc' AND a."target_id" = "vcs"."id" AND a."action" = 'approved'));--> statement-breakpoint
-- A record's sales follow the first approval of the listing that replaced it, and not the present badge.
CREATE FUNCTION note_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.replaced_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_replaced BEFORE INSERT OR UPDATE ON vcs FOR EACH ROW
  WHEN (NEW.replaces_id IS NOT NULL AND NEW.is_verified AND NEW.replaced_at IS NULL) EXECUTE FUNCTION note_replaced();
