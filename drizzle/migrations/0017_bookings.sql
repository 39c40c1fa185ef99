ALTER TABLE "meeting_bookings" ADD COLUMN "founder_time_zone" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "vc_time_zone" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "meeting_bookings" SET "ends_at" = "meeting_date_time" + make_interval(mins => "meeting_duration");--> statement-breakpoint
ALTER TABLE "meeting_bookings" ALTER COLUMN "ends_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "is_generated_slot" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "holder_key" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "reminder24_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "reminder15_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "no_show_reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "no_show_by" text;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "time_zone" text;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- P16: whatever the code does, two calls of one investor never overlap. One in dispute may be restored, so its hour stays taken.
ALTER TABLE "meeting_bookings" ADD CONSTRAINT "meeting_bookings_no_overlap"
  EXCLUDE USING gist ("vc_id" WITH =, tstzrange("meeting_date_time", "ends_at") WITH &&)
  WHERE ("status" IN ('held', 'confirmed', 'disputed'));--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD CONSTRAINT "meeting_bookings_ends_after_start" CHECK ("ends_at" > "meeting_date_time");
