CREATE TABLE "account_codes" (
	"account" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
-- In two steps: a column that is added with its default would give the time of this migration to all legs of before.
ALTER TABLE "ledger_entries" ADD COLUMN "posted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "posted_at" SET DEFAULT now();--> statement-breakpoint
CREATE INDEX "ledger_posted" ON "ledger_entries" USING btree (coalesce("posted_at", "created_at"));
