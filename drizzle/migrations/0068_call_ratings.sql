ALTER TABLE "investor_stats" ADD COLUMN "rating_tenths" integer;--> statement-breakpoint
ALTER TABLE "investor_stats" ADD COLUMN "rating_count" integer;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "rating" integer;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "rating_text" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "rated_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "meeting_bookings_rated" ON "meeting_bookings" USING btree ("vc_id") WHERE "meeting_bookings"."rating" is not null;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD CONSTRAINT "meeting_bookings_rating" CHECK (("meeting_bookings"."rating" is null) = ("meeting_bookings"."rating_text" is null) and ("meeting_bookings"."rating" is null) = ("meeting_bookings"."rated_at" is null)
        and ("meeting_bookings"."rating" is null or "meeting_bookings"."rating" between 1 and 5));