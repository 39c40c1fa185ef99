CREATE TABLE "listing_notices" (
	"vc_id" text PRIMARY KEY NOT NULL,
	"address_key" text NOT NULL,
	"mail_id" text,
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "directory_investors" ADD COLUMN "consented_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "directory_investors" SET "consented_at" = "created_at" WHERE "is_verified";
