CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "taken" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "cursor" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "alert_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "alert_detail" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owed_back_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "waits_since" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "orders" SET
  "refusal" = CASE WHEN "alert" LIKE 'refused: %' THEN substr("alert", length('refused: ') + 1) END,
  "alert_code" = CASE
    WHEN "alert" LIKE 'refused: %' THEN NULL
    WHEN "alert" LIKE 'payment mismatch: %' THEN 'payment-mismatch'
    WHEN "alert" = 'the provider does not know its payment' THEN 'payment-unknown'
    ELSE 'unresolved' END,
  "alert_detail" = CASE WHEN "alert" LIKE 'payment mismatch: %' THEN substr("alert", length('payment mismatch: ') + 1) END
WHERE "alert" IS NOT NULL;
--> statement-breakpoint
UPDATE "disputes" SET "taken" = "amount" WHERE "status" = 'lost';
