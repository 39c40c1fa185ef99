ALTER TABLE "meeting_bookings" ADD COLUMN "proposed_by" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "proposed_times" jsonb;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "proposal_note" text;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD COLUMN "proposed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_bookings" ADD CONSTRAINT "meeting_bookings_proposal" CHECK (("meeting_bookings"."proposed_by" is null) = ("meeting_bookings"."proposed_times" is null) and ("meeting_bookings"."proposed_by" is null) = ("meeting_bookings"."proposed_at" is null)
        and ("meeting_bookings"."proposal_note" is null or "meeting_bookings"."proposed_by" is not null));--> statement-breakpoint
-- A proposal of other times ends when the call is moved, cancelled, refunded or disputed, also by a node of the previous release.
CREATE FUNCTION end_call_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.proposed_by := NULL;
  NEW.proposed_times := NULL;
  NEW.proposal_note := NULL;
  NEW.proposed_at := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER end_call_proposal BEFORE UPDATE ON meeting_bookings FOR EACH ROW
  WHEN (NEW.proposed_by IS NOT NULL
    AND (OLD.meeting_date_time IS DISTINCT FROM NEW.meeting_date_time OR OLD.status IS DISTINCT FROM NEW.status))
  EXECUTE FUNCTION end_call_proposal();
