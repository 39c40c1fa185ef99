ALTER TABLE "meeting_bookings" ADD COLUMN "vc_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "vcs_replaces" ON "vcs" USING btree ("replaces_id") WHERE "vcs"."replaces_id" is not null;--> statement-breakpoint
-- The key of a person whose hours are sold: a record, and every listing that took its place. A listing is never sold
-- before its first approval, so the key of a call does not change.
CREATE FUNCTION vc_key(id text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT v.replaces_id FROM vcs v WHERE v.id = $1 AND v.replaced_at IS NOT NULL), $1)
$$;
--> statement-breakpoint
CREATE FUNCTION note_vc_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.vc_key := vc_key(NEW.vc_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_vc_key BEFORE INSERT ON meeting_bookings FOR EACH ROW EXECUTE FUNCTION note_vc_key();
--> statement-breakpoint
UPDATE meeting_bookings SET vc_key = vc_key(vc_id);
--> statement-breakpoint
-- An hour that was sold twice before this keeps both calls, apart: the check of the books shows them.
UPDATE meeting_bookings twice SET vc_key = vc_id WHERE vc_key <> vc_id AND status IN ('held', 'confirmed', 'disputed') AND EXISTS (
  SELECT FROM meeting_bookings other WHERE other.vc_key = twice.vc_key AND other.vc_id <> twice.vc_id
    AND other.status IN ('held', 'confirmed', 'disputed')
    AND tstzrange(other.meeting_date_time, other.ends_at) && tstzrange(twice.meeting_date_time, twice.ends_at));
--> statement-breakpoint
ALTER TABLE meeting_bookings DROP CONSTRAINT meeting_bookings_no_overlap;
--> statement-breakpoint
-- P16 for a person, whichever profile a call was booked with.
ALTER TABLE meeting_bookings ADD CONSTRAINT meeting_bookings_no_overlap
  EXCLUDE USING gist (vc_key WITH =, tstzrange(meeting_date_time, ends_at) WITH &&)
  WHERE (status IN ('held', 'confirmed', 'disputed'));
--> statement-breakpoint
-- As before, but buyers of a record hold the contact of the listing that took its place as well.
CREATE OR REPLACE FUNCTION sync_poke_holders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  replaced text := to_jsonb(OLD) ->> 'replaces_id';
BEGIN
  IF TG_OP = 'DELETE' OR sync_is_changed(to_jsonb(OLD), to_jsonb(NEW)) THEN
    PERFORM pg_notify('latchkey_sync', 'me:' || principal_id) FROM vc_unlocks WHERE vc_id IN (OLD.id, replaced);
  END IF;
  RETURN NULL;
END $$;
