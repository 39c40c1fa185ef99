CREATE TABLE "buyer_marks" (
	"order_id" text NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "buyer_marks_order_id_mark_pk" PRIMARY KEY("order_id","mark")
);
--> statement-breakpoint
CREATE TABLE "card_failures" (
	"event_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"principal_id" text NOT NULL,
	"address_key" text,
	"card_key" text,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "given_refunds" (
	"order_id" text PRIMARY KEY NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "intent_origins" (
	"principal_id" text PRIMARY KEY NOT NULL,
	"address_key" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "lapsed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "free_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "contact_given_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "refund_outcome" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "contested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "contest_reason" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "taken_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "approved_price" bigint;--> statement-breakpoint
CREATE INDEX "buyer_marks_mark" ON "buyer_marks" USING btree ("mark");--> statement-breakpoint
CREATE INDEX "card_failures_order" ON "card_failures" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "card_failures_principal" ON "card_failures" USING btree ("principal_id","failed_at");--> statement-breakpoint
CREATE INDEX "card_failures_address" ON "card_failures" USING btree ("address_key","failed_at");--> statement-breakpoint
CREATE INDEX "card_failures_card" ON "card_failures" USING btree ("card_key","failed_at");--> statement-breakpoint
CREATE INDEX "meeting_bookings_contact_due" ON "meeting_bookings" USING btree ("free_until") WHERE "meeting_bookings"."contact_given_at" is null and "meeting_bookings"."order_id" is not null;--> statement-breakpoint
-- Calls of before handed their contact over with the payment, and stay cancellable until 24 hours before their start.
UPDATE "meeting_bookings" SET "contact_given_at" = u."created_at" FROM "vc_unlocks" u WHERE u."order_id" = "meeting_bookings"."order_id";--> statement-breakpoint
INSERT INTO "given_refunds" ("order_id", "given_at")
  SELECT "order_id", "decided_at" FROM "refund_requests"
  WHERE "origin" = 'buyer' AND "status" IN ('approved', 'refunded', 'failed') AND "decided_at" IS NOT NULL;--> statement-breakpoint
-- Off the marketplace, not refused, and money stands for it: an admin took it off.
UPDATE "projects" SET "taken_off_at" = "updated_at"
  WHERE NOT "is_published" AND "published_at" IS NOT NULL AND "status" <> 'rejected'
    AND ("user_id" IS NULL OR EXISTS (SELECT FROM "orders" o WHERE o."target_id" = "projects"."id"
      AND o."kind" IN ('scout_publish', 'project_visibility') AND o."status" = 'paid'));--> statement-breakpoint
UPDATE "vcs" SET "approved_price" = "price" WHERE "review_status" = 'approved';
