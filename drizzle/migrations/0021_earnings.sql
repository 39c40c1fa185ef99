CREATE TABLE "book_rounds" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"balance_read_until" timestamp (3) with time zone,
	"balance_read_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "book_violations" (
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"happened_at" timestamp (3) with time zone,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"are_payouts_enabled" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_accounts_providerId_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reference" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"batch_id" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"payee" text NOT NULL,
	"vc_id" text,
	"user_id" text,
	"transfer_id" text,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "payout_lines_transferId_unique" UNIQUE("transfer_id")
);
--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "book_violations_one" ON "book_violations" USING btree ("rule","subject");--> statement-breakpoint
CREATE INDEX "book_violations_open" ON "book_violations" USING btree ("found_at") WHERE "book_violations"."cleared_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_batches_one_open" ON "payout_batches" USING btree ("status") WHERE "payout_batches"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_lines_account" ON "payout_lines" USING btree ("batch_id","account");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_lines_one_open" ON "payout_lines" USING btree ("account") WHERE "payout_lines"."status" = 'open';--> statement-breakpoint
CREATE INDEX "payout_lines_user" ON "payout_lines" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_leg_of_no_order" ON "ledger_entries" USING btree ("transaction","account") WHERE "ledger_entries"."order_id" is null;--> statement-breakpoint
-- An investor's devices follow what they earn: by new legs, by a dispute, by a payout.
CREATE FUNCTION sync_poke_seller(target text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('latchkey_sync', 'me:' || principals.id)
  FROM vcs JOIN principals ON principals.user_id = vcs.user_id
  WHERE vcs.id = target OR vcs.replaces_id = target
$$;
--> statement-breakpoint
CREATE FUNCTION sync_poke_earner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync_poke_seller((SELECT target_id FROM orders WHERE id = NEW.order_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_earner AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL AND (NEW.account LIKE 'investor_payable:%' OR NEW.account LIKE 'charity_payable:%'))
  EXECUTE FUNCTION sync_poke_earner();
--> statement-breakpoint
CREATE FUNCTION sync_poke_disputed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync_poke_seller(NEW.target_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_earner AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.paid_at IS NOT NULL) EXECUTE FUNCTION sync_poke_disputed();
--> statement-breakpoint
CREATE FUNCTION sync_poke_payee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'me:' || id) FROM principals WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_payee AFTER INSERT OR UPDATE ON payout_lines FOR EACH ROW EXECUTE FUNCTION sync_poke_payee();
--> statement-breakpoint
INSERT INTO book_rounds (id) VALUES (1);
