ALTER TABLE "ledger_entries" ADD COLUMN "transaction_kind" text GENERATED ALWAYS AS (split_part("transaction", ':', 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "transaction_subject" text GENERATED ALWAYS AS (nullif(split_part("transaction", ':', 2), '')) STORED;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "account_kind" text GENERATED ALWAYS AS (split_part("account", ':', 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "account_owner" text GENERATED ALWAYS AS (nullif(substr("account", length(split_part("account", ':', 1)) + 2), '')) STORED;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "account_kind" text GENERATED ALWAYS AS (split_part("account", ':', 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "account_owner" text GENERATED ALWAYS AS (nullif(substr("account", length(split_part("account", ':', 1)) + 2), '')) STORED;--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "object_kind" text;--> statement-breakpoint
CREATE INDEX "ledger_account_owner" ON "ledger_entries" USING btree ("account_owner") WHERE "ledger_entries"."account_owner" is not null;
--> statement-breakpoint
-- What is known of a stored event's object is Stripe's prefix of its id. Other ids are of intents.
UPDATE stripe_events SET object_kind = CASE
  WHEN starts_with(object_id, 'acct_') THEN 'account' WHEN starts_with(object_id, 'cs_') THEN 'checkout' ELSE 'intent' END
WHERE object_id <> '';
--> statement-breakpoint
-- As before, by the new columns.
DROP TRIGGER sync_poke_earner ON ledger_entries;
--> statement-breakpoint
CREATE TRIGGER sync_poke_earner AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL AND NEW.account_kind IN ('investor_payable', 'charity_payable'))
  EXECUTE FUNCTION sync_poke_earner();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION private_changed_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('ledger_entries', private_sellers(ARRAY[
    (SELECT target_id FROM orders WHERE id = NEW.order_id), NEW.account_owner]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION private_changed_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was payout_lines := OLD;
  becomes payout_lines := NEW;
BEGIN
  PERFORM private_changed('payout_lines', private_principals(ARRAY[was.user_id, becomes.user_id]) || private_sellers(ARRAY[
    was.account_owner, becomes.account_owner]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION private_changed_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM private_changed('payout_batches', private_sellers(array(
    SELECT account_owner FROM payout_lines WHERE batch_id IN (OLD.id, NEW.id))));
  RETURN NULL;
END $$;
