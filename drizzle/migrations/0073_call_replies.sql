ALTER TABLE "reply_links" ALTER COLUMN "request_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "reply_text" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "replied_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reply_links" ADD COLUMN "booking_id" text;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_booking_id_meeting_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."meeting_bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reply_links_booking" ON "reply_links" USING btree ("booking_id");--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD CONSTRAINT "meeting_bookings_reply" CHECK (("meeting_bookings"."reply_text" is null) = ("meeting_bookings"."replied_at" is null));--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_subject" CHECK (("reply_links"."request_id" is null) <> ("reply_links"."booking_id" is null));